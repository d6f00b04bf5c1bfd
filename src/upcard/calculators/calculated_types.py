"""What calculators answer, field by field: the pages get these types in `types.ts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from upcard.game.decisions import Decision
from upcard.money import Cents


class MistakeView(TypedDict):
    """A decision that cost something."""

    chosen: str
    best: str
    costs_percent: float
    """Of the first wager."""
    costs: Cents


class AdviceView(TypedDict):
    """What to do now."""

    decision: str
    """A decision, or "insure", "decline", "move" or "leave"."""
    chart: str
    """What the printed chart says; for single hands the best play may differ."""
    why: str
    values: Mapping[Decision, float] | None
    """What each allowed decision is worth, in first wagers; null where it was not worked out."""


class ChartText(TypedDict):
    """The chart of a game as it is printed, and what it is worth."""

    chart: str
    edge_percent: float


class ExperimentWager(TypedDict):
    """What an experiment has found of one wager."""

    wager: str
    edge_percent: float
    standard_error_percent: float
    exact_percent: float | None
    z: float | None


class ExperimentNews(TypedDict):
    """What an experiment has found so far."""

    rounds: int
    ev_percent: float
    standard_error_percent: float
    wagers: Sequence[ExperimentWager]
    command: str
    is_done: bool
    error: NotRequired[str]
    """Why it failed, if it did."""
