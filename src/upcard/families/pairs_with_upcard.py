"""Pair, on two cards and the up card: three of a kind, the player's pair, one with the dealer."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import is_pair, line_bits
from upcard.families.family import WITH_UPCARD, Family
from upcard.families.sights import ANY_SUITS, EVERY_RANK, Named, Sight

TRIPS, PLAYERS, WITH_DEALER = line_bits(3)


def judge(first: int, second: int, upcard: int) -> int:
    """The best pair in three cards, the player's own before one with the up card."""
    if is_pair(first, second):
        return PLAYERS | (TRIPS if is_pair(first, upcard) else 0)
    return WITH_DEALER if is_pair(first, upcard) or is_pair(second, upcard) else 0


def _whose_rank(named: Named, card: Card) -> Hashable:
    first, second = named
    return card.rank == first.rank, card.rank == second.rank


FAMILIES = (
    Family(
        name="pair-with-upcard",
        sees=WITH_UPCARD,
        lines=("three-of-a-kind", "player-pair", "pair-with-dealer"),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=2,
            alike=_whose_rank,
            ranks=EVERY_RANK,
            suits=ANY_SUITS,
            swaps=((0, 1),),
        ),
    ),
)
