"""Sweet Sixteen: 16 or more in the player's two cards, or an ace. Sweet 16: a total of 16."""

from __future__ import annotations

from upcard.families.card_numbers import (
    ACE,
    HEARTS,
    is_pair,
    is_suited,
    line_bits,
    points_of,
    rank_of,
    same_colour,
)
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

TWO_ACES, ONE_ACE, SIXTEEN_UP, LOW_PAIR = line_bits(4)
ACE_FIVE, SUITED, OF_A_COLOUR, ANY = line_bits(4)
FIVE = 4
"""The rank of a five, counted from the ace."""


def judge_or_more(first: int, second: int) -> int:
    """An ace or 16 and more; a pair of 2s to 7s falls short of that and pushes."""
    if rank_of(first) == ACE or rank_of(second) == ACE:
        return ONE_ACE | (TWO_ACES if is_pair(first, second) else 0)
    if points_of(first) + points_of(second) >= 16:
        return SIXTEEN_UP
    return LOW_PAIR if is_pair(first, second) else 0


def judge(first: int, second: int) -> int:
    """A total of 16, an ace and a five among them, by suit and colour."""
    a, b = rank_of(first), rank_of(second)
    is_ace_five = (a == ACE and b == FIVE) or (a == FIVE and b == ACE)
    if points_of(first) + points_of(second) != 16 and not is_ace_five:
        return 0
    lines = ANY | (OF_A_COLOUR if same_colour(first, second) else 0)
    if is_suited(first, second):
        is_top = is_ace_five and first & 3 == HEARTS
        lines |= SUITED | (ACE_FIVE if is_top else 0)
    return lines


FAMILIES = (
    Family(
        name="sixteen-or-more",
        sees=TWO_CARDS,
        lines=("two-aces", "one-ace", "16-or-more", "pair-of-2s-to-7s"),
        judge=judge_or_more,
        sight=any_order_sight(2),
    ),
    Family(
        name="total-of-16",
        sees=TWO_CARDS,
        lines=("ace-five-of-hearts", "suited-16", "same-colour-16", "any-16"),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
