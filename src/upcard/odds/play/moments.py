"""A moment of decision as a plan sees it, and what can be decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from upcard.game.decisions import NO_PAIR, SAME_RANK, Decision, Holding, why_not
from upcard.game.house import House
from upcard.game.stakes import NEW_HAND, Laid
from upcard.odds.play.payments import PlayFacts

ORDER: Final = (Decision.STAND, *(one for one in Decision if one is not Decision.STAND))
"""Of decisions that are worth the same, the best play takes the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Everything a plan may look at: totals, counts and two cards; no suits, no hole card."""

    upcard: int
    """By value: 1 is an ace, 10 every ten-value card."""
    total: int
    is_soft: bool
    cards: int
    laid: Laid
    pair: int
    """The value of the two equal cards where they may be split; else 0."""
    legal: tuple[Decision, ...]
    two: tuple[int, ...] = ()
    """The values of the cards while there are two; empty after that."""


@cache
def _legal(house: House, holding: Holding) -> tuple[Decision, ...]:
    return tuple(decision for decision in ORDER if not why_not(house, decision, holding))


class SplitPlay(Enum):
    """How hands of a split are played, where no plan says."""

    ALIKE = "CDZ-"
    """As the same cards are played on their own: no memory of the split."""
    BY_PAIR = "CDP"
    """As is best with the other card of the pair out of the shoe, whatever else was drawn."""
    NONE = "none"
    """Not at all: somebody only asks about single hands."""


Plan = Callable[[Moment], Decision]
"""A fixed way to play: the same moment is always decided the same way."""


def moment_of(
    facts: PlayFacts,
    *,
    upcard: int,
    total: int,
    is_soft: bool,
    cards: int,
    laid: Laid = NEW_HAND,
    pair: int = 0,
    first: int = 0,
    two: tuple[int, ...] = (),
) -> Moment:
    """The moment, with what is legal in it; *pair* is given where there is room for its hands."""
    holding = facts.holding(
        total=total,
        is_soft=is_soft,
        cards=cards,
        laid=laid,
        first=first,
        pair=SAME_RANK if pair else NO_PAIR,
        upcard=upcard,
    )
    return Moment(
        upcard=upcard,
        total=total,
        is_soft=is_soft,
        cards=cards,
        laid=laid,
        pair=pair,
        two=two,
        legal=_legal(facts.house, holding),
    )
