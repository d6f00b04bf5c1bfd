"""Royal Match: two cards of one suit, king and queen the best, and the dealer's royal match."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import (
    KING,
    QUEEN,
    is_natural_pair,
    is_suited,
    line_bits,
    rank_of,
)
from upcard.families.family import DEALERS_TWO, TWO_CARDS, Family
from upcard.families.sights import ANY_SUITS, Named, Sight

CROWN_TREASURE, ROYAL_MATCH, SUITED_NATURAL, SUITED = line_bits(4)


def judge(first: int, second: int, upcard: int, hole: int) -> int:
    """
    Two cards of one suit; the royal match is a king and a queen, the suited natural pays apart.

    The dealer's two cards matter where the paytable has a crown treasure line: the dealer has a
    royal match as well.
    """
    if not is_suited(first, second):
        return 0
    if is_natural_pair(first, second):
        return SUITED | SUITED_NATURAL
    if not is_royal_match(first, second):
        return SUITED
    return SUITED | ROYAL_MATCH | (CROWN_TREASURE if is_royal_match(upcard, hole) else 0)


def is_royal_match(first: int, second: int) -> bool:
    """Whether two cards are the king and the queen of one suit."""
    a, b = rank_of(first), rank_of(second)
    is_royal = (a == QUEEN and b == KING) or (a == KING and b == QUEEN)
    return is_royal and is_suited(first, second)


def faces_king_or_queen(first: int, second: int, upcard: int) -> bool:
    """A royal match while the dealer may have one too."""
    return is_royal_match(first, second) and rank_of(upcard) in (QUEEN, KING)


def _king_or_queen_after_a_royal_match(named: Named, card: Card) -> Hashable:
    first, second = named
    return card if is_royal_match(first.number, second.number) and card.rank in "KQ" else None


FAMILIES = (
    Family(
        name="royal-match",
        sees=TWO_CARDS,
        lines=("crown-treasure", "royal-match", "suited-natural", "suited"),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2, 3),
            named=2,
            alike=_king_or_queen_after_a_royal_match,
            ranks=("K", "Q", "A", "JT", "23456789"),
            suits=ANY_SUITS,
            swaps=((0, 1), (2, 3)),
        ),
        further={"crown-treasure": DEALERS_TWO},
        waits={"royal-match-faces-king-or-queen": faces_king_or_queen},
    ),
)
