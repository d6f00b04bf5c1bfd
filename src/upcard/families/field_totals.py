"""Field Gold 21: the total of the player's two cards, the ace as 1, is on a field number."""

from __future__ import annotations

from upcard.families.card_numbers import (
    JACK,
    is_natural_pair,
    is_suited,
    line_bits,
    points_of,
    rank_of,
)
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

ACE_JACK, TWO_ACES, LOW, MIDDLE, NATURAL, HIGH = line_bits(6)


def judge(first: int, second: int) -> int:
    """A natural, or a total of 2, 3, 4, 9, 10, 11 or 12."""
    total = points_of(first) + points_of(second)
    if is_natural_pair(first, second):
        has_jack = rank_of(first) == JACK or rank_of(second) == JACK
        return NATURAL | (ACE_JACK if has_jack and is_suited(first, second) else 0)
    if total <= 4:
        return TWO_ACES if total == 2 else LOW
    if total in (9, 10):
        return MIDDLE
    return HIGH if total in (11, 12) else 0


FAMILIES = (
    Family(
        name="field-total",
        sees=TWO_CARDS,
        lines=("suited-ace-jack", "two-aces", "3-or-4", "9-or-10", "natural", "11-or-12"),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
