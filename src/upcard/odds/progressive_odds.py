"""The exact odds of a progressive: what is fixed, what comes off the meters, and the hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Card
from upcard.game.paytables import CertifiedMeter, Paytable
from upcard.money import OfMeter
from upcard.odds.procedures import USUAL, Procedure
from upcard.odds.wager_odds import WagerOdds, odds_of
from upcard.wagers import Offer

Meters = Mapping[str, Fraction]
"""For each level, an amount in wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterShare:
    """An outcome that pays a share of a meter."""

    outcome: str
    level: str
    share: Fraction
    probability: Fraction

    @property
    def wagers_between(self) -> Fraction | None:
        """The average number of wagers between two such awards; None if it never happens."""
        return 1 / self.probability if self.probability else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveOdds:
    """A progressive on one shoe. All amounts of meters are in wagers."""

    odds: WagerOdds
    levels: tuple[str, ...]
    """The levels that this paytable pays from, top level first."""
    certified: CertifiedMeter | None
    """The meter settings behind the printed hold, where they are known."""
    envy: Fraction = Fraction(0)
    """What a round brings from the hand of each other player who made the wager, in dollars."""

    @property
    def fixed_return(self) -> Fraction:
        """The part of each wager that the fixed pays return."""
        return self.odds.player_return()

    @property
    def awards(self) -> tuple[MeterShare, ...]:
        """Every outcome that a meter pays, in the order of the paytable."""
        return tuple(
            MeterShare(
                outcome=outcome.name,
                level=outcome.pay.level,
                share=outcome.pay.share,
                probability=outcome.probability,
            )
            for outcome in self.odds.outcomes
            if isinstance(outcome.pay, OfMeter)
        )

    def share_rate(self, level: str) -> Fraction:
        """What one wager wins of a level on average, as a share of it."""
        return sum((a.share * a.probability for a in self.awards if a.level == level), Fraction(0))

    def reset_probability(self, level: str) -> Fraction:
        """How often a wager wins all of a level, so that it starts from its seed again."""
        rates = (a.probability for a in self.awards if a.level == level and a.share == 1)
        return sum(rates, Fraction(0))

    @property
    def certified_seeds(self) -> dict[str, Fraction]:
        """The seeds behind the printed hold; empty where they are not published."""
        if self.certified is None:
            return {}
        return {level: Fraction(seed) for level, seed in self.certified.seed_wagers.items()}

    def break_even_wagers(self, others: Meters | None = None) -> tuple[Fraction | None, ...]:
        """
        For each level, top level first, the meter at which the player gets everything back.

        Each level is taken by itself, with the others at *others*: at their certified seeds if
        nobody says, and where those are not published all levels are taken to stand equally high.
        A lower award (10%) is the same share of the same meter. None where the shoe cannot deal
        the level's hands.
        """
        missing = 1 - self.fixed_return
        seeds = self.certified_seeds if others is None else others
        if not all(level in seeds for level in self.levels):
            rate = sum((self.share_rate(level) for level in self.levels), Fraction(0))
            return tuple(missing / rate if rate else None for _ in self.levels)
        worth = {level: self.share_rate(level) * seeds[level] for level in self.levels}
        total = sum(worth.values(), Fraction(0))
        return tuple(
            (missing - total + worth[level]) / rate if (rate := self.share_rate(level)) else None
            for level in self.levels
        )

    def hold(self, *, contribution: Fraction, reserve: Fraction, seeds: Meters) -> Fraction:
        """
        What the house keeps of each wager in the long run.

        Everything put into a meter is won some day, so contributions and reserve go to the players
        whole; and each award of all of a level costs the house one more seed.
        """
        seeding = sum(
            (self.reset_probability(level) * seeds[level] for level in self.levels), Fraction(0)
        )
        return 1 - self.fixed_return - contribution - reserve - seeding

    @property
    def certified_hold(self) -> Fraction | None:
        """The hold with the certified contribution and seeds, where they are known."""
        if self.certified is None:
            return None
        contribution = Fraction(self.certified.contribution_percent, 100)
        return self.hold(contribution=contribution, reserve=Fraction(0), seeds=self.certified_seeds)


def progressive_odds(
    offer: Offer,
    shoe: Counter[Card],
    paytable: Paytable | None = None,
    procedure: Procedure = USUAL,
) -> ProgressiveOdds:
    """The exact odds of a progressive; *paytable* brings its certified meter settings."""
    odds = odds_of(offer, shoe, procedure)
    used = {o.pay.level for o in odds.outcomes if isinstance(o.pay, OfMeter)}
    certified = paytable.certified if paytable else None
    return ProgressiveOdds(
        odds=odds,
        levels=tuple(level for level in offer.levels if level in used),
        certified=certified if isinstance(certified, CertifiedMeter) else None,
        envy=sum(
            (odds.probability(name) * Fraction(sum_, 100) for name, sum_ in offer.envy.items()),
            Fraction(0),
        ),
    )
