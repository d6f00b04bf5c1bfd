"""A score as the room records it: each rule with its decisions."""

from __future__ import annotations

from upcard.drills.drill_scores import DrillScore, ScoredDecision
from upcard.room.drill_marks import DrillMark, RecordDrill


def record_of(score: DrillScore) -> RecordDrill:
    """The order that records *score*."""
    by_rule: dict[str, list[ScoredDecision]] = {}
    for one in score.decisions:
        by_rule.setdefault(one.rule.name, []).append(one)
    return RecordDrill(
        drill=score.kind.value,
        game=score.game,
        seed=score.seed,
        marks=tuple(_mark(decisions) for decisions in by_rule.values()),
        overpaid=score.overpaid,
        underpaid=score.underpaid,
    )


def _mark(decisions: list[ScoredDecision]) -> DrillMark:
    rule = decisions[0].rule
    return DrillMark(
        rule=rule.name,
        title=rule.title,
        decisions=len(decisions),
        right=sum(one.is_right for one in decisions),
        milliseconds=sum(one.milliseconds for one in decisions),
    )
