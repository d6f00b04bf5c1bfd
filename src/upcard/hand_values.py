"""What a set of cards is worth in blackjack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from upcard.cards import Card
from upcard.game import hands as book

TWENTY_ONE: Final = book.TWENTY_ONE


class Total(NamedTuple):
    """
    The best total of some cards, and whether an ace in it counts 11.

    >>> str(Total(18, True)), str(Total(16, False))
    ('soft 18', 'hard 16')
    """

    points: int
    is_soft: bool

    def __str__(self) -> str:
        return f"{'soft' if self.is_soft else 'hard'} {self.points}"


def total_of(cards: Sequence[Card]) -> Total:
    """
    The best total: one ace counts 11 where that does not bust.

    >>> from upcard.cards import read_cards
    >>> total_of(read_cards("As 7d")), total_of(read_cards("As 7d 9c"))
    (Total(points=18, is_soft=True), Total(points=17, is_soft=False))
    """
    points = 0
    has_ace = False
    for card in cards:
        points += card.points
        if card.points == 1:
            has_ace = True
    if book.counts_eleven(points, has_ace):
        return Total(points + 10, True)
    return Total(points, False)


def is_natural(cards: Sequence[Card]) -> bool:
    """
    Whether the cards are an ace and a ten-value card, and nothing else.

    Whether such a hand *counts* as a natural is for the table to say: after a split it does not.

    >>> from upcard.cards import read_cards
    >>> is_natural(read_cards("Kd As")), is_natural(read_cards("7s 7h 7d"))
    (True, False)
    """
    return len(cards) == 2 and book.is_natural(cards[0].points, cards[1].points)
