"""Drills: how well and how fast each trainee does them, and the rules that go wrong most."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from upcard.books.exports import Millionths
from upcard.books.histories import FactSource, Header, History, Period, Stamp
from upcard.journal.facts import Wanted
from upcard.money import Cents
from upcard.plain import Decoded, read
from upcard.room.drill_marks import DrillDone, DrillMark
from upcard.room.projections.drill_facts import DRILL

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


DrillLines = tuple[tuple[TraineeLine, ...], tuple[TraineeRule, ...]]
"""Trainees by drill, and the rules that they got wrong."""


@dataclass(slots=True)
class _Sum:
    exercises: int = 0
    decisions: int = 0
    right: int = 0
    milliseconds: int = 0
    overpaid: int = 0
    underpaid: int = 0
    title: str = field(default="")

    def add(self, mark: DrillMark) -> None:
        """Count the decisions of a rule."""
        self.decisions += mark.decisions
        self.right += mark.right
        self.milliseconds += mark.milliseconds
        self.title = mark.title

    @property
    def accuracy(self) -> Millionths:
        """The share of right decisions."""
        return _ratio(self.right * 10**6, self.decisions)

    @property
    def seconds_each(self) -> Millionths:
        """Seconds a decision."""
        return _ratio(self.milliseconds * 1000, self.decisions)


def _ratio(top: int, bottom: int) -> Millionths:
    return Millionths(round(Fraction(top, bottom)) if bottom else 0)


def build(record: FactSource, period: Period, stamp: Stamp) -> DrillsReport:
    """The drills that were done in *period*."""
    history = History(record, period)
    trainees, rules = lines_of(said.data for said in history.within(DRILL))
    return DrillsReport(header=history.header(NAME, TITLE, stamp), trainees=trainees, rules=rules)


def standing_of(record: FactSource, badge: str | None) -> DrillLines:
    """Every drill that was ever done, by one trainee or by all."""
    facts = record.facts(Wanted(DRILL, subject=badge))
    return lines_of(json.loads(fact.payload) for fact in facts)


def lines_of(said: Iterable[Decoded]) -> DrillLines:
    """What facts about drills come to: by trainee and drill, and by trainee and rule."""
    names: dict[str, str] = {}
    by_drill: dict[tuple[str, str], _Sum] = defaultdict(_Sum)
    by_rule: dict[tuple[str, str], _Sum] = defaultdict(_Sum)
    for one in said:
        done: DrillDone = read(one["drill"], DrillDone)
        names[done.by] = one["trainee"]
        total = by_drill[done.by, done.drill]
        total.exercises += 1
        total.overpaid += done.overpaid
        total.underpaid += done.underpaid
        for mark in done.marks:
            total.add(mark)
            by_rule[done.by, mark.rule].add(mark)
    drills = tuple(_line(names, *item) for item in sorted(by_drill.items(), key=lambda x: x[0]))
    wrong = (_rule(names, *item) for item in by_rule.items() if item[1].right < item[1].decisions)
    return drills, tuple(sorted(wrong, key=_worst))


def _worst(line: TraineeRule) -> tuple[str, int, int, str]:
    return line.badge, -line.wrong, line.accuracy, line.rule


def _line(names: dict[str, str], key: tuple[str, str], total: _Sum) -> TraineeLine:
    badge, drill = key
    return TraineeLine(
        trainee=names[badge],
        badge=badge,
        drill=drill,
        exercises=total.exercises,
        decisions=total.decisions,
        right=total.right,
        accuracy=total.accuracy,
        seconds_each=total.seconds_each,
        overpaid=Cents(total.overpaid),
        underpaid=Cents(total.underpaid),
    )


def _rule(names: dict[str, str], key: tuple[str, str], total: _Sum) -> TraineeRule:
    badge, rule = key
    return TraineeRule(
        trainee=names[badge],
        badge=badge,
        rule=rule,
        title=total.title,
        decisions=total.decisions,
        wrong=total.decisions - total.right,
        accuracy=total.accuracy,
        seconds_each=total.seconds_each,
    )
