"""What a wager should bring, exactly: the odds engine's figures, in cents and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final

from upcard.cards import Card
from upcard.jackpot import Parameters
from upcard.money import Cents, OfMeter
from upcard.odds import OddsError, WagerOdds, insurance_odds
from upcard.odds.play import PlayError
from upcard.odds.sheets import full_shoe
from upcard.odds.wagers import NO_METERS, odds_in, returned
from upcard.room.projections.playing import Plays
from upcard.strategy.solving import Solution, solve
from upcard.table.rounds import INSURANCE, MAIN

SOLVED_TO: Final = 10**9
"""The main game's value and deviation count to so many parts of the first wager."""
Z_PERCENT: Final = 196
"""The normal band: 1.96 standard deviations to either side, 95 of 100 times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """
    What one wager should bring the house.

    The mean has a part that grows with the wager and a part that does not: seeds.
    """

    win: Fraction
    """In cents."""
    variance: Fraction
    """Of the win, in square cents."""
    hit: Fraction | None
    """How often it pays; None where that is not counted."""


@dataclass(slots=True)
class Theory:
    """What many wagers should bring together."""

    is_known: bool = True
    win: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    counts_hits: bool = True
    hits: Fraction = Fraction(0)
    hit_variance: Fraction = Fraction(0)


def sum_of(wagers: Iterable[tuple[int, Expected | None]]) -> Theory:
    """So many wagers of each kind together; one without an exact figure makes all unknown."""
    total = Theory()
    for count, found in wagers:
        if found is None:
            total.is_known = False
            continue
        total.win += count * found.win
        total.variance += count * found.variance
        if found.hit is None:
            total.counts_hits = False
            continue
        total.hits += count * found.hit
        total.hit_variance += count * found.hit * (1 - found.hit)
    return total


@dataclass(frozen=True, slots=True)
class Band:
    """Twice a deviation: how far an actual figure may be from the mean by chance."""

    variance: Fraction

    @property
    def cents(self) -> Cents:
        """
        Half the width of the 95% band, rounded up to the cent.

        >>> Band(Fraction(10_000)).cents
        196
        """
        square = Fraction(Z_PERCENT**2, 100**2) * self.variance
        root = isqrt(square.numerator // square.denominator)
        return Cents(root if root * root == square else root + 1)

    def is_inside(self, difference: Fraction) -> bool:
        """Whether a difference from the mean lies within the band, exactly."""
        return difference**2 <= Fraction(Z_PERCENT**2, 100**2) * self.variance


def expected(
    plays: Plays, wager: str, stake: Cents, parameters: Parameters | None
) -> Expected | None:
    """
    What a wager of *stake* should bring; None where no exact figure is to be had.

    *parameters* are those of the progressive it feeds, if it feeds one.
    """
    if wager == MAIN:
        return _main(plays, stake)
    odds = _odds(plays, wager)
    if odds is None:
        return None
    if parameters is not None:
        return _progressive(odds, stake, parameters)
    return Expected(
        win=stake * odds.house_edge,
        variance=stake**2 * odds.variance,
        hit=odds.hit_frequency,
    )


def _main(plays: Plays, stake: Cents) -> Expected | None:
    solved = _solved(plays)
    if solved is None:
        return None
    edge, variance = solved
    return Expected(win=stake * edge, variance=stake**2 * variance, hit=None)


def expected_of_moved(
    plays: Plays, wager: Cents, moved: Cents, cards: tuple[Card, Card, Card]
) -> Expected | None:
    """
    What winnings add that were moved onto a main wager of *wager*: *cards* are two and the up card.

    The dealer has no natural, so the hand's mean and variance are those of its cards. Wager and
    moved money win and lose together: (w + m) squared is w squared and what is added here.
    """
    solution = _solution(plays)
    going_on = solution and solution.play.book.opening(*cards).going_on
    if not going_on:
        return None
    mean, square = (_parts(float(each)) for each in going_on)
    spread = (square - mean**2) * (moved**2 + 2 * wager * moved)
    return Expected(win=-moved * mean, variance=spread, hit=None)


def _progressive(odds: WagerOdds, stake: Cents, parameters: Parameters) -> Expected:
    """
    A wager that feeds a meter: fixed pays and contributions cost the house, and so does a new
    seed after each award of a whole level. What a meter pays was put in before.
    """
    seeds = {level.name: level.seed for level in parameters.levels}
    costs = [(line.probability, _cost(line.pay, odds, stake, seeds)) for line in odds.outcomes]
    mean = sum((chance * cost for chance, cost in costs), Fraction(0))
    square = sum((chance * cost**2 for chance, cost in costs), Fraction(0))
    return Expected(
        win=stake * (1 - parameters.contribution) - mean,
        variance=square - mean**2,
        hit=odds.hit_frequency,
    )


def _cost(pay: object, odds: WagerOdds, stake: Cents, seeds: Mapping[str, Cents]) -> Fraction:
    if isinstance(pay, OfMeter):
        return Fraction(seeds.get(pay.level, 0) if pay.share == 1 else 0)
    return stake * returned(pay, odds.stake, NO_METERS)  # type: ignore[arg-type]


@lru_cache(maxsize=256)
def _odds(plays: Plays, wager: str) -> WagerOdds | None:
    game = plays.game
    shoe = full_shoe(game.rules.deck, game.decks)
    insurance = game.rules.insurance
    if wager == INSURANCE and insurance != "none":
        return insurance_odds(insurance.pays, shoe)
    offer = game.offers.get(wager)
    if offer is None:
        return None
    try:
        return odds_in(game.rules, offer, shoe)
    except OddsError:
        return None


def _solved(plays: Plays) -> tuple[Fraction, Fraction] | None:
    """Edge and variance of the main game, best played, in first wagers."""
    solution = _solution(plays)
    if solution is None:
        return None
    return _parts(-solution.ev), _parts(solution.standard_deviation) ** 2


def _parts(number: float) -> Fraction:
    """What the solver says, to so many parts of the first wager."""
    return Fraction(round(number * SOLVED_TO), SOLVED_TO)


@lru_cache(maxsize=32)
def _solution(plays: Plays) -> Solution | None:
    """The best play of the main game; None where the solver does not know the game."""
    game = plays.game
    try:
        return solve(game.rules, game.decks)
    except PlayError:
        return None
