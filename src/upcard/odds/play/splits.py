"""
Splitting, exactly: how many hands a pair grows to, and which shoe each of them plays from.

Cards still to come are exchangeable, so the second cards of all hands can be thought of as drawn
first. A hand is worth a sum over how many further cards of the pair's value are gone; "not gone"
comes in by inclusion and exclusion. The result is linear in those values, so each shape of a
split is worked out once as weights.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

FIRST: Final = 0
SECOND: Final = 1
DRAWN: Final = 2
DRAWN_LATER: Final = 3
ORIGINS: Final = (FIRST, SECOND, DRAWN, DRAWN_LATER)
"""Where a hand's first card comes from: the pair, or a card drawn to one of its hands."""


@dataclass(frozen=True, slots=True)
class SplitWeights:
    """
    What each kind of hand counts, by where it comes from and how many further pair cards are gone.

    Multiply each weight by the chance that this many cards in a row are of the
    pair's value.
    """

    closed: tuple[tuple[int, ...], ...]
    """Hands whose second card is not of the pair's value."""
    any_card: tuple[tuple[int, ...], ...]
    """Hands that take any second card, because no further hand is allowed."""
    hands: tuple[tuple[int, tuple[int, ...]], ...]
    """For each number of hands, the weights of the chance of having that many."""

    @property
    def depth(self) -> int:
        """How many further cards of the pair's value any term asks for, at most."""
        return len(self.closed[0]) - 1


@dataclass(frozen=True, slots=True)
class _Ending:
    """One way the second cards can go."""

    drawn: int
    """How many cards of the pair's value were drawn."""
    closed: tuple[int, ...]
    """The origins of the hands with another second card."""
    open: tuple[int, ...]
    """The origins of the hands that take any card."""


def _endings(
    waiting: tuple[int, ...], closed: tuple[int, ...], hands_max: int, drawn: int
) -> list[_Ending]:
    if len(waiting) + len(closed) == hands_max:
        return [_Ending(drawn, closed, waiting)]
    if not waiting:
        return [_Ending(drawn, closed, ())]
    first, *others = waiting
    return [
        *_endings(tuple(others), (*closed, first), hands_max, drawn),
        *_endings((first, DRAWN + drawn, *others), closed, hands_max, drawn + 1),
    ]


@cache
def split_weights(hands_max: int) -> SplitWeights:
    """
    The weights of a pair that is split whenever a spot may have one more hand.

    >>> split_weights(2).any_card
    ((1,), (1,), (0,), (0,))
    """
    depth = 2 * (hands_max - 2)
    closed = [[0] * (depth + 1) for _ in ORIGINS]
    any_card = [[0] * (depth + 1) for _ in ORIGINS]
    hands: dict[int, list[int]] = {}
    for ending in _endings((FIRST, SECOND), (), hands_max, 0):
        others = len(ending.closed)
        for origin in ending.closed:
            _add_not_drawn(closed[origin], ending.drawn, others - 1)
        for origin in ending.open:
            _add_not_drawn(any_card[origin], ending.drawn, others)
        made = hands.setdefault(others + len(ending.open), [0] * (depth + 1))
        _add_not_drawn(made, ending.drawn, others)
    return SplitWeights(
        tuple(map(tuple, closed)),
        tuple(map(tuple, any_card)),
        tuple((made, tuple(weights)) for made, weights in sorted(hands.items())),
    )


class EndingsAlike(NamedTuple):
    """Endings that are alike for hands of some origins."""

    drawn: int
    closed: int
    """How many of these hands have another second card."""
    open: int
    """How many of them take any card."""
    passed: int
    """How many hands of other origins have another second card."""


@cache
def endings_alike(hands_max: int, origins: tuple[int, ...]) -> dict[EndingsAlike, int]:
    """
    How often the second cards go alike, for hands of some *origins*.

    >>> [tuple(end) for end in endings_alike(3, ORIGINS)]
    [(0, 2, 0, 0), (1, 1, 2, 0), (1, 0, 3, 0)]
    """
    found: Counter[EndingsAlike] = Counter()
    for end in _endings((FIRST, SECOND), (), hands_max, 0):
        closed, open_ = (sum(one in origins for one in each) for each in (end.closed, end.open))
        found[EndingsAlike(end.drawn, closed, open_, len(end.closed) - closed)] += 1
    return dict(found)


TwoKinds = tuple[bool, bool]
"""Of two hands: whether each takes any second card."""


@cache
def pair_weights(
    hands_max: int, kinds: tuple[tuple[int, int], ...]
) -> dict[tuple[tuple[int, int], tuple[int, int]], dict[TwoKinds, tuple[int, ...]]]:
    """
    What two hands together count: by what each is, and by how many further pair cards are gone.

    *kinds* names for each origin what tells its hands from others. Every two hands are counted
    in both orders.

    >>> pair_weights(2, ((0, 1),) * 4)
    {((0, 1), (0, 1)): {(True, True): (2,)}}
    """
    depth = 2 * (hands_max - 2)
    found: dict[tuple[tuple[int, int], tuple[int, int]], dict[TwoKinds, list[int]]] = {}
    for ending in _endings((FIRST, SECOND), (), hands_max, 0):
        for one, other in combinations(sorted((*ending.closed, *ending.open)), 2):
            is_any = one in ending.open, other in ending.open
            of_kinds = found.setdefault((kinds[one], kinds[other]), {})
            weights = of_kinds.setdefault(is_any, [0] * (depth + 1))
            others = len(ending.closed) - 2 + sum(is_any)
            _add_not_drawn(weights, ending.drawn, others, times=2)
    return {
        two: {is_any: tuple(weights) for is_any, weights in of_kinds.items()}
        for two, of_kinds in found.items()
    }


def _add_not_drawn(weights: list[int], drawn: int, others: int, times: int = 1) -> None:
    """Add "*drawn* cards are of the pair's value, *others* are not" by inclusion and exclusion."""
    for extra in range(others + 1):
        weights[drawn + extra] += times * (-1) ** extra * comb(others, extra)
