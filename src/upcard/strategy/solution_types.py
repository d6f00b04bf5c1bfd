"""A solved game as plain data, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from upcard.odds.parlays import ParlayRecord


class ExceptionRecord(TypedDict):
    """A hand that is better played against the chart."""

    hand: str
    upcard: str
    chart: str
    best: str
    gain: float
    worth: float


class RuleWorthRecord(TypedDict):
    """What one rule put in alone is worth."""

    rule: str
    before: str
    after: str
    gain: float | None


class PairPlayRecord(TypedDict):
    """The value of play that remembers which pair it has split."""

    house_edge_percent: float
    ev: float
    method: str


class SolutionRecord(TypedDict):
    """A game best played, in all detail that was asked for."""

    game: str
    decks: int
    house_edge_percent: float
    ev: float
    standard_deviation: float
    method: str
    assumptions: list[str]
    seconds: float
    chart: str
    by_upcard: NotRequired[Mapping[str, float]]
    by_hand: NotRequired[Mapping[str, float]]
    exceptions: NotRequired[list[ExceptionRecord]]
    decisions: NotRequired[Mapping[str, float]]
    compare: NotRequired[list[RuleWorthRecord]]
    effects: NotRequired[list[RuleWorthRecord]]
    parlays: NotRequired[list[ParlayRecord]]
    cdp: NotRequired[PairPlayRecord]


class DeckValueRecord(TypedDict):
    """What a game is worth with one number of decks."""

    decks: int
    house_edge_percent: float
    ev: float
    standard_deviation: float
    standard_deviation_error: float | None


class DeckValuesRecord(TypedDict):
    """What a game is worth with every number of decks that it offers."""

    game: str
    method: str
    assumptions: list[str]
    seconds: float
    decks: list[DeckValueRecord]
