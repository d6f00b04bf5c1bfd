"""What somebody did in an exercise: each decision, right or wrong, its time and its price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from upcard.drills.cited_rules import CitedRule
from upcard.drills.drill_kinds import DrillError, DrillKind
from upcard.money import NOTHING, Cents
from upcard.plain import JsonObject

MILLISECONDS_MAX: Final = 3_600_000
"""The longest time that one decision counts with: an hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredDecision:
    """One decision of a trainee."""

    what: str
    """What it was about, like "Spot 3, Main"."""
    given: str
    right: str
    """The right answer, in words."""
    why: str
    """Why it is right, or what the room said to the answer given."""
    rule: CitedRule
    is_right: bool
    milliseconds: int
    overpaid: Cents = NOTHING
    """What the house would have lost by it."""
    underpaid: Cents = NOTHING
    """What the player would have lost by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillScore:
    """An exercise that somebody did."""

    kind: DrillKind
    game: str
    seed: int
    decisions: tuple[ScoredDecision, ...]

    @property
    def right(self) -> int:
        """How many decisions were right."""
        return sum(one.is_right for one in self.decisions)

    @property
    def milliseconds(self) -> int:
        """How long all of them took."""
        return sum(one.milliseconds for one in self.decisions)

    @property
    def overpaid(self) -> Cents:
        """What the house would have lost."""
        return Cents(sum(one.overpaid for one in self.decisions))

    @property
    def underpaid(self) -> Cents:
        """What the players would have lost."""
        return Cents(sum(one.underpaid for one in self.decisions))


def time_of(answer: JsonObject, place: int) -> int:
    """The milliseconds that an answer says it took; an hour at most counts."""
    value = answer.get("milliseconds", 0)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise DrillError(
            f"milliseconds of answer {place} is {value!r}: write a whole number from 0 up"
        )
    return min(value, MILLISECONDS_MAX)
