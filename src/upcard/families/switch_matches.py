"""Super Match: pairs and better among the first four cards of a player's two hands."""

from __future__ import annotations

from upcard.families.card_numbers import line_bits
from upcard.families.family import BOTH_HANDS, Family
from upcard.families.super_fours import pairs_of

FOUR, TWO_PAIRS, THREE, PAIR = line_bits(4)


def judge(first: int, second: int, other_first: int, other_second: int) -> int:
    """Four of a kind, two pairs, three of a kind or a pair among four cards."""
    pairs = pairs_of(first, second, other_first, other_second)
    if pairs == 0:
        return 0
    lines = PAIR | (TWO_PAIRS if pairs == 2 else 0)
    return lines | (THREE if pairs >= 3 else 0) | (FOUR if pairs == 6 else 0)


FAMILIES = (
    Family(
        name="two-hands-match",
        sees=BOTH_HANDS,
        lines=("four-of-a-kind", "two-pairs", "three-of-a-kind", "pair"),
        judge=judge,
        by_ranks=True,
    ),
)
