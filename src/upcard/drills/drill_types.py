"""What pages and commands get of a drill, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from upcard.drills.drill_kinds import DrillKind
from upcard.money import Cents
from upcard.screens.frame_types import OfferView, Rule, SeenTable


class PayRow(TypedDict):
    """A wager of a finished round that you pay or take."""

    key: str
    spot: int
    hand: str
    title: str
    stake: Cents


class PayMoment(TypedDict):
    """A moment of a round at which the dealer pays: after the deal, or at the end."""

    title: str
    view: SeenTable
    rows: Sequence[PayRow]


class WatchedStep(TypedDict):
    """What the dealer on screen does, and the table after it."""

    sentence: str
    view: SeenTable


class MistakeChoice(TypedDict):
    """A mistake that you can name."""

    name: str
    title: str


class HandButton(TypedDict):
    """A hand button: a line of the paytable."""

    name: str
    title: str


class DrillMeter(TypedDict):
    """A meter of the jackpot that you run."""

    level: str
    amount: Cents


class RunDesk(TypedDict):
    """The hand-dealt table while you run a jackpot: the cards on the felt, and your keys."""

    view: SeenTable
    wager: str
    """The progressive wager, by its title."""
    spots: Sequence[int]
    """The spots that have made it."""
    lines: Sequence[HandButton]
    badges: Sequence[str]
    meters: Sequence[DrillMeter]
    news: Sequence[str]
    """What happened so far, the newest last."""


class DrillExercise(TypedDict):
    """An exercise, without its answers."""

    drill: DrillKind
    title: str
    says: str
    game: str
    game_title: str
    seed: int
    notes: Sequence[str]
    """What you must know of the house."""
    rules: Sequence[Rule]
    offers: Sequence[OfferView]
    """The placard of the game: its rules, its wagers, and what they pay."""
    moments: Sequence[PayMoment]
    steps: Sequence[WatchedStep]
    mistakes: Sequence[MistakeChoice]
    desk: RunDesk | None


class DrillRule(TypedDict):
    """The rule behind an answer, and the document that has it."""

    name: str
    title: str
    source: str
    sentence: str
    """The document's own words; empty where no source document has the rule."""


class JudgedDecision(TypedDict):
    """One of your decisions."""

    what: str
    given: str
    right: str
    why: str
    rule: DrillRule
    is_right: bool
    seconds: float
    overpaid: Cents
    underpaid: Cents


class DrillResult(TypedDict):
    """How you did in an exercise."""

    drill: DrillKind
    game: str
    seed: int
    is_over: bool
    """Whether the exercise is done; a jackpot is judged key by key."""
    decisions: Sequence[JudgedDecision]
    right: int
    seconds: float
    overpaid: Cents
    underpaid: Cents
    desk: RunDesk | None


class DrillGame(TypedDict):
    """A game to practise with."""

    name: str
    title: str
    drills: Sequence[DrillKind]


class DrillOffer(TypedDict):
    """A drill that is offered."""

    name: DrillKind
    title: str
    says: str


class DrillList(TypedDict):
    """Everything that can be practised."""

    drills: Sequence[DrillOffer]
    games: Sequence[DrillGame]


class TraineeStanding(TypedDict):
    """One trainee in one drill."""

    trainee: str
    badge: str
    drill: str
    title: str
    exercises: int
    decisions: int
    right: int
    percent: float
    """How many of the decisions were right, in percent."""
    seconds_each: float
    overpaid: Cents
    underpaid: Cents


class RuleStanding(TypedDict):
    """A rule that a trainee has got wrong."""

    trainee: str
    badge: str
    rule: str
    title: str
    decisions: int
    wrong: int
    percent: float
    seconds_each: float


class DrillStanding(TypedDict):
    """How trainees do: you, or everybody for those who may read reports."""

    trainees: Sequence[TraineeStanding]
    rules: Sequence[RuleStanding]
    """The worst first, trainee by trainee."""
