"""The exact odds of one wager, as a result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Generic, TypeVar

from upcard.app.odds_records import (
    DealtRecord,
    EnvyPart,
    FixedWagerRecord,
    OutcomeRecord,
    ParlayPart,
    ProgressiveRecord,
    SpreadOfWager,
)
from upcard.app.presentations import Columns, Showable
from upcard.app.problems import AppError
from upcard.odds.figure_texts import fraction, pays_text, percent
from upcard.odds.progressive_odds import ProgressiveOdds
from upcard.odds.wager_odds import Outcome, WagerOdds


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The shoe that a wager's cards are dealt from."""

    cards_per_deck: int
    decks: int | None
    """Number of decks; None for a shoe given card by card."""
    shoe: str | None = None
    """The cards of such a shoe, or those removed from a full one."""
    cards: int | None = None
    """The number of cards in a shoe that is not full."""

    def __str__(self) -> str:
        full = f"{self.decks} x {self.cards_per_deck} cards"
        if self.shoe is None:
            return full
        if self.decks is None:
            return f"a shoe of {self.cards} cards: {self.shoe}"
        return f"{full} without {self.shoe}: {self.cards} cards"

    def to_dict(self) -> DealtRecord:
        """The shoe for `--json`."""
        found: DealtRecord = {"cards_per_deck": self.cards_per_deck, "decks": self.decks}
        if self.shoe is not None:
            if self.decks is None:
                found["shoe"] = self.shoe
            else:
                found["without"] = self.shoe
            found["cards"] = self.cards
        return found


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class OddsOfWager(Showable):
    """One side wager with one of its paytables on one shoe, exactly."""

    odds: WagerOdds
    dealt: Dealt
    house_edge_with_parlay: float | None = None
    """The house edge if winnings are moved onto the main wager in the best way; None where that is
    not played."""

    @property
    def wager(self) -> str:
        """The wager's name."""
        return self.odds.wager

    @property
    def paytable(self) -> str:
        """The paytable's name."""
        return self.odds.paytable

    @property
    def house_edge(self) -> Fraction:
        """The house edge: what the house keeps of each unit wagered."""
        return self.odds.house_edge

    @property
    def house_edge_percent(self) -> float:
        """The house edge in percent."""
        return percent(self.house_edge)

    @property
    def hit_frequency(self) -> Fraction:
        """How often something is paid."""
        return self.odds.hit_frequency

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a wager of 1."""
        return sqrt(self.odds.variance)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The wager's outcomes, in the order of the paytable."""
        return self.odds.outcomes

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return f"{self.wager} {self.paytable}, {self.dealt}"

    def columns(self) -> Columns:
        """A row for each outcome."""
        return outcome_columns(self.odds)

    def to_dict(self) -> FixedWagerRecord:
        """The record of a wager, with assumptions and flags."""
        edge = self.house_edge_with_parlay
        parlay: ParlayPart = {} if edge is None else {"house_edge_with_parlay_percent": 100 * edge}
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            **self.dealt.to_dict(),
            "house_edge": fraction(self.house_edge),
            "house_edge_percent": self.house_edge_percent,
            **parlay,
            **spread_of(self.odds),
            "favours_player": self.odds.favours_player,
            "outcomes": outcome_dicts(self.odds),
            "combinations": self.odds.combinations,
            "assumptions": list(self.odds.assumptions),
            "depends_on_play": self.odds.depends_on_play,
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class OddsOfProgressive(Showable):
    """One progressive with one of its paytables on one shoe, exactly; meters are in wagers."""

    progressive: ProgressiveOdds
    dealt: Dealt

    @property
    def wager(self) -> str:
        """The progressive's name."""
        return self.progressive.odds.wager

    @property
    def paytable(self) -> str:
        """The paytable's name."""
        return self.progressive.odds.paytable

    @property
    def fixed_return(self) -> Fraction:
        """The share of each wager that fixed pays return."""
        return self.progressive.fixed_return

    @property
    def hit_frequency(self) -> Fraction:
        """How often something is paid."""
        return self.progressive.odds.hit_frequency

    @property
    def break_even_wagers(self) -> tuple[Fraction | None, ...]:
        """The break-even meter of each level, top level first."""
        return self.progressive.break_even_wagers()

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a wager of 1, with the meters empty."""
        return sqrt(self.progressive.odds.variance)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The wager's outcomes, in the order of the paytable."""
        return self.progressive.odds.outcomes

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return f"{self.wager} {self.paytable}, {self.dealt}"

    def columns(self) -> Columns:
        """A row for each outcome."""
        return outcome_columns(self.progressive.odds)

    def to_dict(self) -> ProgressiveRecord:
        """The record of a progressive; its deviation assumes empty meters."""
        odds = self.progressive.odds
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            **self.dealt.to_dict(),
            "fixed_return": fraction(self.fixed_return),
            "fixed_return_percent": percent(self.fixed_return),
            **spread_of(odds),
            "break_even_wagers": [
                None if even is None else float(even) for even in self.break_even_wagers
            ],
            **_envy_part(self.progressive),
            "outcomes": outcome_dicts(odds),
            "combinations": odds.combinations,
            "assumptions": [*odds.assumptions, *_meter_assumptions(self.progressive)],
        }


def spread_of(odds: WagerOdds) -> SpreadOfWager:
    """The hit frequency and standard deviation of a wager, for `--json`."""
    return {
        "hit_frequency": fraction(odds.hit_frequency),
        "hit_frequency_percent": percent(odds.hit_frequency),
        "standard_deviation": sqrt(odds.variance),
    }


def outcome_dicts(odds: WagerOdds) -> list[OutcomeRecord]:
    """The outcomes of a wager for `--json`."""
    return [
        {
            "name": outcome.name,
            "probability": fraction(outcome.probability),
            "pays": pays_text(outcome.pay),
            "combinations": outcome.combinations,
        }
        for outcome in odds.outcomes
    ]


def outcome_columns(odds: WagerOdds) -> Columns:
    """The outcomes of a wager as a table."""
    return {
        "outcome": [outcome.name for outcome in odds.outcomes],
        "pays": [pays_text(outcome.pay) for outcome in odds.outcomes],
        "probability": [float(outcome.probability) for outcome in odds.outcomes],
        "combinations": [outcome.combinations for outcome in odds.outcomes],
    }


def _envy_part(progressive: ProgressiveOdds) -> EnvyPart:
    envy = progressive.envy
    return {"envy_dollars_per_other_player": float(envy)} if envy else {}


def _meter_assumptions(progressive: ProgressiveOdds) -> Iterator[str]:
    yield "the standard deviation counts meter awards as paying nothing"
    if len(progressive.levels) > 1 and progressive.certified:
        yield "the break-even of each level assumes the other levels at their certified seeds"
    elif len(progressive.levels) > 1:
        yield "the break-even assumes all levels equally high"
    if progressive.envy:
        yield (
            f"envy is not counted: the hand of each other player who made the wager brings "
            f"${float(progressive.envy):.4f} a round on average"
        )


One = TypeVar("One", OddsOfWager, OddsOfProgressive)


@dataclass(frozen=True, slots=True)
class Wagers(Generic[One]):
    """
    The wagers of a game, in order or by name.

    A name alone means the game's own paytable; `NAME:PAYTABLE` means any paytable it may play.
    """

    every: tuple[One, ...]

    def __iter__(self) -> Iterator[One]:
        return iter(self.every)

    def __len__(self) -> int:
        return len(self.every)

    def __contains__(self, name: object) -> bool:
        return any(name in (one.wager, f"{one.wager}:{one.paytable}") for one in self.every)

    def __getitem__(self, name: str) -> One:
        for one in self.every:
            if name in (one.wager, f"{one.wager}:{one.paytable}"):
                return one
        names = ", ".join(dict.fromkeys(one.wager for one in self.every)) or "none"
        raise AppError(
            "wager-unknown", f"{name!r} is not a wager of this game: choose one of {names}"
        )
