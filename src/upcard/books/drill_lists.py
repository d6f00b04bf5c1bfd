"""Drills: how well and how fast each trainee does them, and the rules that go wrong most."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from upcard.books.exports import Millionths
from upcard.books.histories import FactSource, Header, History, Period, Stamp
from upcard.money import Cents
from upcard.room.projections.drill_facts import DRILL
from upcard.room.projections.drill_totals import DrillTotal, drill_totals

NAME: Final = "drills"
TITLE: Final = "Drills of dealers in training"


@dataclass(frozen=True, slots=True, kw_only=True)
class TraineeLine:
    """One trainee in one drill."""

    trainee: str
    badge: str
    drill: str
    exercises: int
    decisions: int
    right: int
    accuracy: Millionths
    seconds_each: Millionths
    """Seconds a decision."""
    overpaid: Cents
    underpaid: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class TraineeRule:
    """One rule that a trainee has got wrong."""

    trainee: str
    badge: str
    rule: str
    title: str
    decisions: int
    wrong: int
    accuracy: Millionths
    seconds_each: Millionths


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillsReport:
    """The drills of a period."""

    header: Header
    trainees: tuple[TraineeLine, ...]
    rules: tuple[TraineeRule, ...]
    """The worst first, trainee by trainee."""


def build(record: FactSource, period: Period, stamp: Stamp) -> DrillsReport:
    """The drills that were done in *period*."""
    history = History(record, period)
    totals = drill_totals(said.data for said in history.within(DRILL))
    return DrillsReport(
        header=history.header(NAME, TITLE, stamp),
        trainees=tuple(_line(one) for one in totals.by_drill()),
        rules=tuple(_rule(one) for one in totals.worst_rules()),
    )


def _ratio(top: int, bottom: int) -> Millionths:
    return Millionths(round(Fraction(top, bottom)) if bottom else 0)


def _line(total: DrillTotal) -> TraineeLine:
    return TraineeLine(
        trainee=total.trainee,
        badge=total.badge,
        drill=total.name,
        exercises=total.exercises,
        decisions=total.decisions,
        right=total.right,
        accuracy=_ratio(total.right * 10**6, total.decisions),
        seconds_each=_ratio(total.milliseconds * 1000, total.decisions),
        overpaid=Cents(total.overpaid),
        underpaid=Cents(total.underpaid),
    )


def _rule(total: DrillTotal) -> TraineeRule:
    return TraineeRule(
        trainee=total.trainee,
        badge=total.badge,
        rule=total.name,
        title=total.title,
        decisions=total.decisions,
        wrong=total.wrong,
        accuracy=_ratio(total.right * 10**6, total.decisions),
        seconds_each=_ratio(total.milliseconds * 1000, total.decisions),
    )
