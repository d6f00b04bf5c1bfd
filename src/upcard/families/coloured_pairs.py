"""Perfect Pairs: a pair of the player's two cards, by suit and colour."""

from __future__ import annotations

from upcard.families.card_numbers import is_pair, line_bits, same_colour
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

PERFECT, COLOURED, MIXED = line_bits(3)


def judge(first: int, second: int) -> int:
    """The same card twice, two cards of one rank and colour, or of one rank."""
    if not is_pair(first, second):
        return 0
    if first == second:
        return PERFECT
    return COLOURED if same_colour(first, second) else MIXED


FAMILIES = (
    Family(
        name="coloured-pair",
        sees=TWO_CARDS,
        lines=("perfect-pair", "coloured-pair", "mixed-pair"),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
