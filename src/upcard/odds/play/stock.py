"""What a shoe holds, as a main game counts it: ten values, suits of 6, 7 and 8, ten ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from upcard.cards import SUITS, Card
from upcard.game.hands import ACE, counts_eleven

VALUES: Final = range(1, 11)
SUITED_VALUES: Final = (6, 7, 8)
TEN_RANKS: Final = "TJQK"
FEWEST_CARDS: Final = 4

Composition = tuple[int, ...]
"""How many cards of each value, aces first: ten numbers."""


SPADES: Final = SUITS.index("s")
NO_SUIT: Final = 4
"""A suit that nobody asks for, or that several cards do not share."""


class Seen(NamedTuple):
    """A card whose suit (or rank, of a ten-value card) is known: value and place in the order."""

    value: int
    kind: int

    def told_beside(self, other: Seen) -> Seen:
        """This card, its suit told only where it is the *other* card's."""
        return self if self.kind == other.kind else Seen(self.value, NO_SUIT)


class PairCards(NamedTuple):
    """Two cards and the up card, with suit or rank where they matter."""

    first: Seen
    second: Seen
    up: Seen


@dataclass(frozen=True, slots=True)
class Stock:
    """
    How many cards of each value a shoe holds, and of each suit or rank where that is asked.

    >>> from upcard.cards import read_cards
    >>> stock_of(read_cards("As 6h 6h Kd")).values
    (1, 0, 0, 0, 0, 2, 0, 0, 0, 1)
    """

    values: Composition
    suits: tuple[tuple[int, ...], ...]
    """Of 6, 7 and 8, how many in each suit, in the order of `cards.SUITS`."""
    tens: tuple[int, ...]
    """How many tens, jacks, queens and kings."""
    aces_and_tens: tuple[tuple[int, int], ...] = ()
    """Of each suit, how many aces and how many ten-value cards."""

    def share_of_naturals(self, suit: int) -> tuple[int, int]:
        """Of how many naturals how many are of that suit, whatever the other cards are."""
        aces, tens = self.aces_and_tens[suit]
        return aces * tens, self.values[0] * self.values[9]

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.values)

    def of_suit(self, value: int, suit: int) -> int:
        """How many sixes, sevens or eights of a suit."""
        return self.suits[value - 6][suit]

    def count(self, card: Seen) -> int:
        """How many cards of a value, and of its suit or rank where that is told."""
        if card.kind == NO_SUIT:
            return self.values[card.value - 1]
        return self.tens[card.kind] if card.value == 10 else self.of_suit(card.value, card.kind)

    def first_alike(self, card: Seen) -> Seen:
        """The first of all cards of its value whose suit or rank is worth the same."""
        if card.kind == NO_SUIT:
            return card
        alike = _kinds_alike(self.suits, self.tens, card.value == 10)[card.kind]
        return Seen(card.value, alike[0])

    def alike(self, cards: PairCards) -> PairCards:
        """
        The first of all cards that differ from *cards* only in suits or ranks of equal worth.

        Hearts, diamonds and clubs pay the same; where the shoe holds as many of each, one
        stands for all. So it is with the ranks of ten-value cards.
        """
        names = {NO_SUIT: NO_SUIT}
        for card in cards:
            if card.kind not in names:
                alike = _kinds_alike(self.suits, self.tens, card.value == 10)[card.kind]
                names[card.kind] = next(kind for kind in alike if kind not in names.values())
        if len(names) == 1:
            return cards
        return PairCards(*[Seen(card.value, names[card.kind]) for card in cards])


@cache
def _kinds_alike(
    suits: tuple[tuple[int, ...], ...], tens: tuple[int, ...], is_ten: bool
) -> list[list[int]]:
    """For each suit (or rank of tens) those that neither pay nor counts tell from it."""
    worths = [
        (tens[kind],) if is_ten else (kind == SPADES, *(counts[kind] for counts in suits))
        for kind in range(NO_SUIT)
    ]
    return [[other for other in range(NO_SUIT) if worths[other] == worth] for worth in worths]


def stock_of(cards: Iterable[Card]) -> Stock:
    """The stock of a shoe, whatever order it lies in."""
    counts = Counter(cards)
    values = [0] * len(VALUES)
    suits = [[0] * len(SUITS) for _ in SUITED_VALUES]
    tens = [0] * len(TEN_RANKS)
    naturals = [[0, 0] for _ in SUITS]
    for card, count in counts.items():
        values[card.points - 1] += count
        if card.points in SUITED_VALUES:
            suits[card.points - 6][SUITS.index(card.suit)] += count
        if card.points == 10:
            tens[TEN_RANKS.index(card.rank)] += count
        if card.points in (1, 10):
            naturals[SUITS.index(card.suit)][card.points == 10] += count
    by_suit = tuple((aces, ten_values) for aces, ten_values in naturals)
    return Stock(tuple(values), tuple(map(tuple, suits)), tuple(tens), by_suit)


def plus(removed: Composition, value: int, count: int = 1) -> Composition:
    """
    *removed* and some more cards of one value.

    >>> plus((0,) * 10, 8, 2)
    (0, 0, 0, 0, 0, 0, 0, 2, 0, 0)
    """
    return (*removed[: value - 1], removed[value - 1] + count, *removed[value:])


@cache
def composition_of(values: tuple[int, ...]) -> Composition:
    """
    The composition of some cards, by their values.

    >>> composition_of((1, 10))
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    return tuple(values.count(value) for value in VALUES)


def state_of(hand: Composition) -> int:
    """A composition that may still draw, or has just drawn, as the rule book's state."""
    points = sum(value * count for value, count in zip(VALUES, hand, strict=True))
    return points | ACE if hand[0] else points


@cache
def total_of(hand: Composition) -> tuple[int, bool]:
    """
    The best total of a composition, and whether it is soft.

    >>> total_of(composition_of((1, 7))), total_of(composition_of((1, 7, 9)))
    ((18, True), (17, False))
    """
    hard = sum(value * count for value, count in zip(VALUES, hand, strict=True))
    is_soft = counts_eleven(hard, hand[0] > 0)
    return (hard + 10 if is_soft else hard), is_soft
