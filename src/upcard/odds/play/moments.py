"""A moment of decision as a plan sees it, and what can be decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from upcard.odds.play.facts import PlayFacts


class Action(StrEnum):
    """What a player does with a hand; the words are those of the table's decisions."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    RESCUE = "rescue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Everything a plan may look at: totals, counts and two cards; no suits, no hole card."""

    upcard: int
    """By value: 1 is an ace, 10 every ten-value card."""
    total: int
    is_soft: bool
    cards: int
    doubles: int
    is_split: bool
    pair: int
    """The value of the two equal cards where they may be split; else 0."""
    legal: tuple[Action, ...]
    two: tuple[int, ...] = ()
    """The values of the cards while there are two; empty after that."""


Plan = Callable[[Moment], Action]
"""A fixed way to play: the same moment is always decided the same way."""


def moment_of(
    facts: PlayFacts,
    *,
    upcard: int,
    total: int,
    is_soft: bool,
    cards: int,
    doubles: int = 0,
    is_split: bool = False,
    pair: int = 0,
    is_one_card_ace: bool = False,
    two: tuple[int, ...] = (),
) -> Moment:
    """The moment, with what is legal in it."""
    legal = [Action.STAND]
    if not doubles and not is_one_card_ace:
        legal.append(Action.HIT)
    if not is_one_card_ace and facts.may_double(
        cards=cards, total=total, doubles=doubles, is_split=is_split
    ):
        legal.append(Action.DOUBLE)
    if pair:
        legal.append(Action.SPLIT)
    if facts.surrenders and cards == 2 and not is_split:
        legal.append(Action.SURRENDER)
    if facts.rescue_cost(doubles=doubles, is_split=is_split) is not None:
        legal.append(Action.RESCUE)
    return Moment(
        upcard=upcard, total=total, is_soft=is_soft, cards=cards, doubles=doubles,
        is_split=is_split, pair=pair, legal=tuple(legal), two=two,
    )  # fmt: skip
