"""Super 4: the poker hand of the player's and the dealer's cards when the dealer has a natural."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import (
    ACE,
    DIAMONDS,
    JACK,
    KING,
    QUEEN,
    is_natural_pair,
    is_pair,
    is_suited,
    line_bits,
    rank_of,
    same_colour,
    suit_of,
)
from upcard.families.family import WITH_DEALERS_TWO, Family
from upcard.families.sights import Named, Sight

(
    ROYAL_DIAMONDS,
    ROYAL,
    TRIPS,
    STRAIGHT,
    FLUSH,
    TWO_PAIRS,
    OF_A_COLOUR,
    PAIR,
    NATURAL,
    ACE_UP,
) = line_bits(10)


def judge(first: int, second: int, upcard: int, hole: int) -> int:
    """Everything four cards are with a dealer's natural among them; without one, an ace up."""
    lines = ACE_UP if rank_of(upcard) == ACE else 0
    if not is_natural_pair(upcard, hole):
        return lines
    lines |= NATURAL
    if same_colour(first, second) and same_colour(first, upcard) and same_colour(first, hole):
        lines |= OF_A_COLOUR
    suited = is_suited(first, second) and is_suited(first, upcard) and is_suited(first, hole)
    if suited:
        lines |= FLUSH
    pairs = pairs_of(first, second, upcard, hole)
    if pairs > 0:
        lines |= PAIR | (TWO_PAIRS if pairs == 2 else 0) | (TRIPS if pairs == 3 else 0)
    elif is_top_run(first, second, upcard, hole):
        lines |= STRAIGHT
        if suited:
            lines |= ROYAL | (ROYAL_DIAMONDS if suit_of(first) == DIAMONDS else 0)
    return lines


def pairs_of(first: int, second: int, upcard: int, hole: int) -> int:
    """How many of the pairs of two among four cards are of one rank: 2 are two pairs, 3 trips."""
    with_first = int(is_pair(first, second)) + int(is_pair(first, upcard))
    with_first += int(is_pair(first, hole))
    others = int(is_pair(second, upcard)) + int(is_pair(second, hole)) + int(is_pair(upcard, hole))
    return with_first + others


def is_top_run(first: int, second: int, upcard: int, hole: int) -> bool:
    """Whether four cards of different ranks are an ace, a king, a queen and a jack."""
    ranks = 1 << rank_of(first) | 1 << rank_of(second) | 1 << rank_of(upcard) | 1 << rank_of(hole)
    return ranks == 1 << ACE | 1 << KING | 1 << QUEEN | 1 << JACK


def _beside_a_natural(named: Named, card: Card) -> Hashable:
    """A card's rank, and what it shares with both cards of a natural; else none matters."""
    upcard, hole = named
    if {upcard.points, hole.points} != {1, 10}:
        return None
    if same_colour(upcard.number, hole.number):
        shared = card.suit == upcard.suit == hole.suit, same_colour(card.number, hole.number)
        return card.rank, *shared
    return card.rank


FAMILIES = (
    Family(
        name="super-4",
        sees=WITH_DEALERS_TWO,
        lines=(
            "royal-in-diamonds",
            "royal",
            "three-of-a-kind",
            "straight",
            "flush",
            "two-pairs",
            "same-colour",
            "pair",
            "dealer-natural",
            "dealer-ace-up",
        ),
        judge=judge,
        sight=Sight(
            draw=(2, 3, 0, 1),
            named=2,
            alike=_beside_a_natural,
            ranks=("A", "KQJ", "T", "23456789"),
            suits=("shdc", "chds"),
            swaps=((0, 1),),
        ),
    ),
)
