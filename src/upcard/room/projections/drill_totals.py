"""What the facts about drills come to, by trainee and drill and by trainee and rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from upcard.plain import Decoded, read
from upcard.room.drill_marks import DrillDone, DrillMark


@dataclass(slots=True, kw_only=True)
class DrillTotal:
    """The decisions of one trainee in one drill, or on one rule."""

    badge: str
    trainee: str
    name: str
    """The drill, or the rule."""
    title: str = ""
    exercises: int = 0
    decisions: int = 0
    right: int = 0
    milliseconds: int = 0
    overpaid: int = 0
    underpaid: int = 0

    @property
    def wrong(self) -> int:
        """How many decisions were wrong."""
        return self.decisions - self.right

    def add(self, mark: DrillMark) -> None:
        """Count the decisions of a rule."""
        self.decisions += mark.decisions
        self.right += mark.right
        self.milliseconds += mark.milliseconds

    def add_exercise(self, done: DrillDone) -> None:
        """Count an exercise with all its decisions."""
        self.exercises += 1
        self.overpaid += done.overpaid
        self.underpaid += done.underpaid
        for mark in done.marks:
            self.add(mark)


Totals = dict[tuple[str, str], DrillTotal]


@dataclass(frozen=True, slots=True)
class DrillTotals:
    """All of them, while they are added up."""

    drills: Totals = field(default_factory=dict)
    rules: Totals = field(default_factory=dict)

    def add(self, done: DrillDone, trainee: str) -> None:
        """Count an exercise of a trainee."""
        key = done.by, done.drill
        fresh = DrillTotal(badge=done.by, trainee=trainee, name=done.drill)
        self.drills.setdefault(key, fresh).add_exercise(done)
        for mark in done.marks:
            rule = DrillTotal(badge=done.by, trainee=trainee, name=mark.rule, title=mark.title)
            self.rules.setdefault((done.by, mark.rule), rule).add(mark)

    def by_drill(self) -> list[DrillTotal]:
        """Each trainee in each drill, by badge."""
        return [self.drills[key] for key in sorted(self.drills)]

    def worst_rules(self) -> list[DrillTotal]:
        """The rules that went wrong, trainee by trainee, the worst first."""
        wrong = (one for one in self.rules.values() if one.wrong)
        return sorted(wrong, key=lambda one: (one.badge, -one.wrong, one.right, one.name))


def drill_totals(said: Iterable[Mapping[str, object] | Decoded]) -> DrillTotals:
    """What facts about drills come to."""
    totals = DrillTotals()
    for one in said:
        totals.add(read(one["drill"], DrillDone), str(one["trainee"]))
    return totals
