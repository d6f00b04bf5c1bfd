"""
Every finished hand of the dealer, counted by points and suits, for wagers on that hand.

Which cards the dealer stops at depends on their points alone, so the hands are listed once, as so
many cards of each points with the number of orders they can come in. A shoe only says how many
cards there are to choose from: all of them, those of one colour, those of one suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import perm
from typing import Final, NamedTuple, TypeVar

from upcard.cards import RED, SUITS, Card
from upcard.game.dealers import draws
from upcard.game.hands import state_after

POINTS: Final = range(1, 11)
BLACK: Final = "".join(suit for suit in SUITS if suit not in RED)
_RANK_OF: Final = dict(zip(POINTS, "A23456789K", strict=True))
_SUITS_OF: Final = {
    "one suit": ("s", "s"),
    "one colour": ("s", "c"),
    "both colours": ("s", "h"),
}
"""For each kind of hand by its suits: that of its first card, and that of all others."""

Stock = tuple[int, ...]
"""How many cards of each points there are, the ace first."""
Judged = TypeVar("Judged")


class Finished(NamedTuple):
    """Hands with the same number of cards of each points, at which the dealer draws no more."""

    cards: Stock
    orders: int
    """In how many orders of points they come, so that the dealer stops at the last card."""
    size: int

    def example(self, kind: str) -> tuple[Card, ...]:
        """One such hand, with the suits of its *kind*."""
        points = [one for one, count in zip(POINTS, self.cards, strict=True) for _ in range(count)]
        first, others = _SUITS_OF[kind]
        suits = first + others * (self.size - 1)
        return tuple(Card(_RANK_OF[p], suit) for p, suit in zip(points, suits, strict=True))


@lru_cache(maxsize=2)
def finished_hands(hits_soft_17: int) -> tuple[Finished, ...]:
    """Every hand that the dealer can finish with, by the points of its cards."""
    finished: list[Finished] = []
    growing: Counter[Stock] = Counter({(0,) * len(POINTS): 1})
    size = 0
    while growing:
        size += 1
        longer: Counter[Stock] = Counter()
        for cards, orders in growing.items():
            for place in range(len(POINTS)):
                longer[(*cards[:place], cards[place] + 1, *cards[place + 1 :])] += orders
        growing = Counter()
        for cards, orders in longer.items():
            if draws(_state(cards), hits_soft_17):
                growing[cards] = orders
            else:
                finished.append(Finished(cards, orders, size))
    return tuple(finished)


def _state(cards: Stock) -> int:
    state = 0
    for points, count in zip(POINTS, cards, strict=True):
        for _ in range(count):
            state = state_after(state, points)
    return state


def longest_hand(hits_soft_17: int) -> int:
    """The most cards that the dealer can take, from any shoe."""
    return max(hand.size for hand in finished_hands(hits_soft_17))


def count_hands(
    judge: Callable[[Sequence[Card]], Judged], shoe: Counter[Card], hits_soft_17: int
) -> tuple[dict[Judged, int], int]:
    """
    How many orders of the first cards of *shoe* give the dealer a hand with each verdict.

    The number of all orders comes second; those in which the shoe runs out before the hand is
    finished get no verdict. *judge* must see nothing in a hand but its points, and whether its
    cards share a suit or a colour: it is asked once for each such kind of hand.
    """
    stocks = tuple(_stock(shoe, suits) for suits in (SUITS, RED, BLACK, *SUITS))
    hands, total = _hands_from(stocks, hits_soft_17)
    found: dict[Judged, int] = {}
    for example, orders in hands:
        verdict = judge(example)
        found[verdict] = found.get(verdict, 0) + orders
    return found, total


KEPT: Final = 16
"""How many shoes are remembered, so that the paytables of a wager share the work."""


@lru_cache(maxsize=KEPT)
def _hands_from(
    stocks: tuple[Stock, ...], hits_soft_17: int
) -> tuple[tuple[tuple[tuple[Card, ...], int], ...], int]:
    """One hand for each kind that can be dealt, with its orders; and the number of all orders."""
    hands = [hand for hand in finished_hands(hits_soft_17) if _orders(hand, stocks[0])]
    size, longest = sum(stocks[0]), max((hand.size for hand in hands), default=0)
    found = tuple(
        (hand.example(kind), orders * perm(size - hand.size, longest - hand.size))
        for hand in hands
        for kind, orders in _by_suits(hand, stocks)
        if orders
    )
    return found, perm(size, longest)


def _stock(shoe: Counter[Card], suits: str) -> Stock:
    counts = [0] * len(POINTS)
    for card, count in shoe.items():
        if card.suit in suits:
            counts[card.points - 1] += count
    return tuple(counts)


def _by_suits(hand: Finished, stocks: tuple[Stock, ...]) -> Iterator[tuple[str, int]]:
    """In how many ways *hand* is of each kind."""
    every, red, black, *suits = (_orders(hand, stock) for stock in stocks)
    yield "one suit", sum(suits)
    yield "one colour", red + black - sum(suits)
    yield "both colours", every - red - black


def _orders(hand: Finished, stock: Stock) -> int:
    """In how many ways *hand* can be drawn from *stock*, card by card."""
    ways = hand.orders
    for held, wanted in zip(stock, hand.cards, strict=True):
        if wanted:
            ways *= perm(held, wanted)
    return ways
