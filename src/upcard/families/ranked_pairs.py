"""Pair 'Em Up: a pair of the player's two cards, by its rank; of one suit it pays more."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import ACE, is_pair, is_ten, rank_of
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

RANKS: Final = ("aces", "tens-to-kings", *(f"{rank}s" for rank in range(9, 1, -1)))
"""Pairs from the highest to the lowest; each has a line suited, and one for any suits."""


def judge(first: int, second: int) -> int:
    """The pair's rank, and whether it is the same card twice."""
    if not is_pair(first, second):
        return 0
    place = 10 - rank_of(first)
    if rank_of(first) == ACE:
        place = 0
    elif is_ten(first):
        place = 1
    lines = 2 << 2 * place
    return lines | 1 << 2 * place if first == second else lines


FAMILIES = (
    Family(
        name="ranked-pair",
        sees=TWO_CARDS,
        lines=tuple(line for rank in RANKS for line in (f"suited-{rank}", f"pair-of-{rank}")),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
