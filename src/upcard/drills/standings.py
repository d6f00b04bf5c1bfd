"""How trainees do, read from what their room has recorded."""

from __future__ import annotations

from upcard.books.drill_lists import TraineeLine, TraineeRule, standing_of
from upcard.books.histories import FactSource
from upcard.drills.drill_kinds import DrillKind
from upcard.drills.drill_types import DrillStanding, RuleStanding, TraineeStanding


def standing_in(record: FactSource, badge: str | None) -> DrillStanding:
    """All drills of one badge, or of everybody."""
    trainees, rules = standing_of(record, badge)
    return {"trainees": [_trainee(one) for one in trainees], "rules": [_rule(one) for one in rules]}


def _trainee(line: TraineeLine) -> TraineeStanding:
    return {
        "trainee": line.trainee,
        "badge": line.badge,
        "drill": line.drill,
        "title": DrillKind(line.drill).heading,
        "exercises": line.exercises,
        "decisions": line.decisions,
        "right": line.right,
        "percent": line.accuracy / 10_000,
        "seconds_each": line.seconds_each / 10**6,
        "overpaid": line.overpaid,
        "underpaid": line.underpaid,
    }


def _rule(line: TraineeRule) -> RuleStanding:
    return {
        "trainee": line.trainee,
        "badge": line.badge,
        "rule": line.rule,
        "title": line.title,
        "decisions": line.decisions,
        "wrong": line.wrong,
        "percent": line.accuracy / 10_000,
        "seconds_each": line.seconds_each / 10**6,
    }
