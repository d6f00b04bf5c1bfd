"""Suit 'Em Up: the player's two cards are of one suit."""

from __future__ import annotations

from upcard.families.card_numbers import (
    ACE,
    is_natural_pair,
    is_suited,
    line_bits,
    points_of,
    rank_of,
)
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

ACES, NATURAL, PAIR, ELEVEN, SUITED = line_bits(5)


def judge(first: int, second: int) -> int:
    """Two cards of one suit: aces, a natural, a pair, an 11 without an ace, or any."""
    if not is_suited(first, second):
        return 0
    if first == second:
        return SUITED | PAIR | (ACES if rank_of(first) == ACE else 0)
    if is_natural_pair(first, second):
        return SUITED | NATURAL
    return SUITED | (ELEVEN if points_of(first) + points_of(second) == 11 else 0)


FAMILIES = (
    Family(
        name="suited-two",
        sees=TWO_CARDS,
        lines=("suited-aces", "suited-natural", "suited-pair", "suited-11", "suited"),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
