"""Shoes for the dealer's script: the hands that win from a meter, or move their winnings."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.cards import Card


def four_of_a_kind(order: Sequence[Card]) -> bool:
    """Seven spots: somebody has four of a kind of one colour with the dealer's pair."""
    up, hole = order[7], order[15]
    if up.rank != hole.rank or up.is_red != hole.is_red:
        return False
    return any(_like(up, order[spot], order[spot + 8]) for spot in range(7))


def three_sevens(order: Sequence[Card]) -> bool:
    """Seven spots: somebody has sevens of one colour with the dealer's up card."""
    up = order[7]
    return up.rank == "7" and any(_like(up, order[spot], order[spot + 8]) for spot in range(7))


def a_pair_to_move(order: Sequence[Card]) -> bool:
    """Two spots: the first has a pair, and the dealer cannot have a natural."""
    return order[0].rank == order[3].rank and 2 <= order[2].points <= 9


def _like(one: Card, *others: Card) -> bool:
    return all((card.rank, card.is_red) == (one.rank, one.is_red) for card in others)
