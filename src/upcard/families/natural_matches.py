"""Blackjack Match: naturals of player and dealer, the more alike the better; else a single ace."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import (
    ACE,
    KING,
    is_natural_pair,
    is_suited,
    line_bits,
    rank_of,
)
from upcard.families.family import WITH_DEALERS_TWO, Family
from upcard.families.sights import ANY_SUITS, Named, Sight, ace_or_ten

MATCHING_KINGS, MATCHING, BOTH_SUITED, BOTH, OWN_SUITED, OWN, ONE_ACE = line_bits(7)


def judge(first: int, second: int, upcard: int, hole: int) -> int:
    """The player's natural against the dealer's: 58 Pa. Code 633b.10, from the last line up."""
    if rank_of(first) != ACE and rank_of(second) != ACE:
        return 0
    if not is_natural_pair(first, second):
        return ONE_ACE
    suited = is_suited(first, second)
    lines = ONE_ACE | OWN | (OWN_SUITED if suited else 0)
    if not is_natural_pair(upcard, hole):
        return lines
    lines |= BOTH
    if suited and is_suited(first, upcard) and is_suited(first, hole):
        lines |= BOTH_SUITED
        ten = rank_of(first) + rank_of(second)  # The ace's rank is 0.
        if ten == rank_of(upcard) + rank_of(hole):
            lines |= MATCHING | (MATCHING_KINGS if ten == KING else 0)
    return lines


def _beside_a_natural(named: Named, card: Card) -> Hashable:
    """What matters in the dealer's cards, which is nothing unless the player has a natural."""
    first, second = named
    if {first.points, second.points} != {1, 10}:
        return None
    ten = first if first.points == 10 else second
    return ace_or_ten(named, card), card.rank == ten.rank, card.suit == first.suit == second.suit


FAMILIES = (
    Family(
        name="natural-match",
        sees=WITH_DEALERS_TWO,
        lines=(
            "matching-suited-ace-king",
            "matching-suited",
            "both-suited",
            "both-natural",
            "player-suited-natural",
            "player-natural",
            "player-ace",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2, 3),
            named=2,
            alike=_beside_a_natural,
            ranks=("A", "K", "QJT", "23456789"),
            suits=ANY_SUITS,
            swaps=((0, 1), (2, 3)),
        ),
    ),
)
