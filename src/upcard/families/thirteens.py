"""Over and Under 13: the total of the player's two cards, the ace as 1."""

from __future__ import annotations

from upcard.families.card_numbers import line_bits, points_of
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

OVER, UNDER, EXACTLY = line_bits(3)


def judge(first: int, second: int) -> int:
    """Over 13, under 13, or 13: a wager pays one of them."""
    total = points_of(first) + points_of(second)
    if total == 13:
        return EXACTLY
    return OVER if total > 13 else UNDER


FAMILIES = (
    Family(
        name="over-under-13",
        sees=TWO_CARDS,
        lines=("over-13", "under-13", "exactly-13"),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
