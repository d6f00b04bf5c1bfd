"""
What becomes of a hand that only hits or stands, against a dealer who finishes: how often.

Player's and dealer's hands are listed by the points of their cards, with the number of orders that
each can come in. The order in which the cards of a shoe are drawn changes no odds, so a player's
list and a dealer's list come together as often as their cards can be drawn in a row. These are
sums over millions of pairs of lists, in floating point; they are right to about 13 digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.families.round_results import BOTH_BUST, LOST, RESULTS, TIED, WON, RoundSight
from upcard.game.hands import TWENTY_ONE, is_soft, total_of
from upcard.odds.dealer_finals import (
    NO_CARDS,
    POINTS,
    Finished,
    Stock,
    finished_hands,
    state_of,
    with_card,
)

BUST: Final = 0
NATURAL: Final = 22
"""What a hand is worth: its total, nothing where it is over 21, most where it is a natural."""
MOST_OF_ONE: Final = 40
"""More cards of one kind of points than two hands can hold."""

Pair = tuple[int, int]
"""The points of a player's first two cards."""
Floats = NDArray[np.float64]


def round_results(
    stock: Stock, pairs: Collection[Pair], sight: RoundSight, draws_by: int
) -> dict[int, float]:
    """How often a round has each result and begins with one of *pairs* for the player."""
    found = dict.fromkeys(RESULTS, 0.0)
    for upcard in POINTS if sight.by_upcard else (0,):
        dealers = _Dealers(stock, finished_hands(draws_by, upcard))
        for hand, orders in _players_hands(pairs, sight, upcard).items():
            worth = _worth(hand, sum(hand))
            for other, chance in enumerate(dealers.beside(hand, orders)):
                found[_result(worth, other)] += float(chance)
    return found


def _players_hands(pairs: Collection[Pair], sight: RoundSight, upcard: int) -> Counter[Stock]:
    """The hands that a player stops at, or is over 21 with, by points, each with its orders."""
    growing: Counter[Stock] = Counter()
    for first, second in pairs:
        growing[with_card(with_card(NO_CARDS, first), second)] += 1
    found: Counter[Stock] = Counter()
    while growing:
        longer: Counter[Stock] = Counter()
        for hand, orders in growing.items():
            state = state_of(hand)
            total = total_of(state)
            if total >= TWENTY_ONE or sight.stands(total, bool(is_soft(state)), upcard):
                found[hand] += orders
                continue
            for points in POINTS:
                longer[with_card(hand, points)] += orders
        growing = longer
    return found


def _worth(hand: Stock, size: int) -> int:
    total = total_of(state_of(hand))
    if total > TWENTY_ONE:
        return BUST
    return NATURAL if total == TWENTY_ONE and size == 2 else total


def _result(own: int, dealers: int) -> int:
    """What two hands are to each other, by what they are worth."""
    if own == BUST:
        return BOTH_BUST if dealers == BUST else LOST
    if own == dealers:
        return TIED
    return WON if own > dealers else LOST


class _Dealers:
    """The dealer's finished hands as arrays, and how often each comes beside a player's hand."""

    def __init__(self, stock: Stock, hands: Collection[Finished]) -> None:
        self._stock = stock
        self._cards = np.array([hand.cards for hand in hands], np.int64).T
        self._sizes = np.array([hand.size for hand in hands], np.int64)
        self._worth = np.array([_worth(hand.cards, hand.size) for hand in hands], np.int64)
        self._ways = np.array([hand.orders for hand in hands], np.float64)
        """In how many ways each hand can be drawn from the whole shoe."""
        for place, count in enumerate(stock):
            self._ways *= _falling(count)[self._cards[place]]
        self._all = np.maximum(_falling(sum(stock)), 1.0)
        self._chances: dict[int, Floats] = {}
        """By the number of the player's cards: how likely each hand is, where all were to come."""
        self._drawn: dict[tuple[int, int], Floats] = {}
        """By points (less one) and the player's cards of them: the ways to draw these after it."""

    def beside(self, own: Stock, orders: int) -> Floats:
        """How often the dealer's hand is worth so much, beside one of *orders* of *own*."""
        size = sum(own)
        if size not in self._chances:
            self._chances[size] = self._ways / self._all[self._sizes + size]
        ways = orders * self._chances[size]
        for place, taken in enumerate(own):
            if taken:
                ways *= self._ways_after(place, taken)
        return np.bincount(self._worth, ways, NATURAL + 1).astype(np.float64)

    def _ways_after(self, place: int, taken: int) -> Floats:
        found = self._drawn.get((place, taken))
        if found is None:
            left = self._stock[place] - self._cards[place]
            found = np.ones(len(left))
            for drawn in range(taken):
                found *= np.maximum(left - drawn, 0)
            self._drawn[place, taken] = found
        return found


def _falling(count: int) -> Floats:
    """In how many ways 0, 1, 2 cards and so on can be drawn one after another from *count*."""
    return np.concatenate(([1.0], np.cumprod(np.maximum(count - np.arange(MOST_OF_ONE), 0.0))))


def every_pair() -> Iterator[Pair]:
    """The points of every first two cards, in order."""
    yield from ((first, second) for first in POINTS for second in POINTS)
