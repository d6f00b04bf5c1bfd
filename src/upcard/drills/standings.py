"""How trainees do, read from what their room has recorded. No solver is loaded for it."""

from __future__ import annotations

import json

from upcard.drills.drill_kinds import DrillKind
from upcard.drills.drill_types import DrillStanding, RuleStanding, TraineeStanding
from upcard.journal import Journal
from upcard.journal.facts import Wanted
from upcard.money import Cents
from upcard.room.projections.drill_facts import DRILL
from upcard.room.projections.drill_totals import DrillTotal, drill_totals


def standing_in(journal: Journal, badge: str | None) -> DrillStanding:
    """All drills of one badge, or of everybody."""
    facts = journal.facts(Wanted(DRILL, subject=badge))
    totals = drill_totals(json.loads(fact.payload) for fact in facts)
    return {
        "trainees": [_trainee(one) for one in totals.by_drill()],
        "rules": [_rule(one) for one in totals.worst_rules()],
    }


def _trainee(total: DrillTotal) -> TraineeStanding:
    return {
        "trainee": total.trainee,
        "badge": total.badge,
        "drill": total.name,
        "title": DrillKind(total.name).heading,
        "exercises": total.exercises,
        "decisions": total.decisions,
        "right": total.right,
        "percent": _percent(total),
        "seconds_each": _seconds_each(total),
        "overpaid": Cents(total.overpaid),
        "underpaid": Cents(total.underpaid),
    }


def _rule(total: DrillTotal) -> RuleStanding:
    return {
        "trainee": total.trainee,
        "badge": total.badge,
        "rule": total.name,
        "title": total.title,
        "decisions": total.decisions,
        "wrong": total.wrong,
        "percent": _percent(total),
        "seconds_each": _seconds_each(total),
    }


def _percent(total: DrillTotal) -> float:
    return 100 * total.right / max(total.decisions, 1)


def _seconds_each(total: DrillTotal) -> float:
    return total.milliseconds / 1000 / max(total.decisions, 1)
