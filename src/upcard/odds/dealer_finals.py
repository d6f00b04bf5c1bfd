"""
Every finished hand of the dealer, counted by what judges of it can see.

Which cards the dealer stops at depends on their points alone, so the hands are listed once, as so
many cards of each points with the number of orders they can come in. A shoe only says how many
cards there are to choose from: all of them, those of one colour, those of one suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from math import perm, prod
from typing import Final, NamedTuple, TypeVar

from upcard.cards import RED, SUITS, Card
from upcard.families.dealer_hands import MIXED, ONE_COLOUR, ONE_SUIT, DealerHand, DealerSight
from upcard.game.dealers import draws
from upcard.game.hands import state_after, total_of

POINTS: Final = range(1, 11)
BLACK: Final = "".join(suit for suit in SUITS if suit not in RED)

Stock = tuple[int, ...]
"""How many cards of each points there are, the ace first."""
Judged = TypeVar("Judged")
NO_CARDS: Final[Stock] = (0,) * len(POINTS)
SUITS_TOLD: Final = (ONE_SUIT, ONE_COLOUR, MIXED)


class Finished(NamedTuple):
    """Hands with the same number of cards of each points, at which the dealer draws no more."""

    cards: Stock
    orders: int
    """In how many orders of points they come, so that the dealer stops at the last card."""
    size: int
    upcard: int = 0
    """The points of the first card, where that is looked at."""
    hole: int = 0
    """The points of the second card, where that is looked at."""

    @property
    def total(self) -> int:
        """The best total of such a hand."""
        return total_of(state_of(self.cards))


RULES: Final = 512
"""How many lists of hands are remembered: by the dealer's rule, up card and hole card."""


@lru_cache(maxsize=RULES)
def finished_hands(draws_by: int, upcard: int = 0, hole: int = 0) -> tuple[Finished, ...]:
    """
    Every hand that the dealer can finish with, by the points of its cards.

    With *upcard* and *hole*, only those that begin with cards of so many points.
    """
    return tuple(
        Finished(cards, orders, size, upcard, hole)
        for size, reached in enumerate(_reached(draws_by, upcard, hole), start=1)
        for cards, orders in reached.items()
        if not draws(state_of(cards), draws_by)
    )


@lru_cache(maxsize=RULES)
def _reached(draws_by: int, upcard: int = 0, hole: int = 0) -> tuple[Counter[Stock], ...]:
    """The beginnings of the dealer's hand with 1, 2, 3 cards and so on, each with its orders."""
    found: list[Counter[Stock]] = []
    growing: Counter[Stock] = Counter({NO_CARDS: 1})
    while growing:
        longer: Counter[Stock] = Counter()
        wanted = (upcard, hole)[len(found)] if len(found) < 2 else 0
        for cards, orders in growing.items():
            for points in (wanted,) if wanted else POINTS:
                longer[with_card(cards, points)] += orders
        found.append(longer)
        growing = Counter(
            {cards: n for cards, n in longer.items() if draws(state_of(cards), draws_by)}
        )
    return tuple(found)


def with_card(cards: Stock, points: int) -> Stock:
    """*cards* and one more with so many points."""
    return (*cards[: points - 1], cards[points - 1] + 1, *cards[points:])


@lru_cache(maxsize=1 << 14)
def state_of(cards: Stock) -> int:
    """The state of a hand of these cards."""
    state = 0
    for points, count in zip(POINTS, cards, strict=True):
        for _ in range(count):
            state = state_after(state, points)
    return state


def longest_hand(draws_by: int) -> int:
    """The most cards that the dealer can take, from any shoe."""
    return len(_reached(draws_by))


def count_hands(
    judge: Callable[[DealerHand], Judged],
    shoe: Counter[Card],
    draws_by: int,
    sight: DealerSight,
) -> tuple[dict[Judged, int], int]:
    """
    How many orders of the first cards of *shoe* give the dealer a hand with each verdict.

    The number of all orders comes second; those in which the shoe runs out before the hand is
    finished get no verdict. *judge* is asked once for each hand that *sight* tells apart.
    """
    stocks = tuple(stock_of(shoe, suits) for suits in (SUITS, RED, BLACK, *SUITS))
    hands, total = _hands_from(stocks, draws_by, sight)
    found: dict[Judged, int] = {}
    for hand, orders in hands.items():
        verdict = judge(hand)
        found[verdict] = found.get(verdict, 0) + orders
    return found, total


KEPT: Final = 64
"""How many shoes are remembered, so that the paytables of a wager share the work."""


@lru_cache(maxsize=KEPT)
def _hands_from(
    stocks: tuple[Stock, ...], draws_by: int, sight: DealerSight
) -> tuple[Counter[DealerHand], int]:
    """Every hand that *sight* tells apart, with its orders; and the number of all orders."""
    listed = _listed(draws_by, sight)
    falling = [_falling(stock, listed[-1].size) for stock in stocks]
    dealt = [
        (each, ways)
        for each in listed
        if (ways := prod([falling[0][place][count] for place, count in each.wanted]))
    ]
    size, longest = sum(stocks[0]), max((each.size for each, _ in dealt), default=0)
    rest = [perm(size - count, longest - count) for count in range(longest + 1)]
    counted: Counter[DealerHand] = Counter()
    for each, every in dealt:
        for suits, ways in _by_suits(each.wanted, every, falling, sight):
            weighed = ways * rest[each.size]
            for hand, orders in each.seen[suits]:
                counted[hand] += weighed * orders
    if sight.reds and counted.total() == perm(size, longest):
        counted = _by_reds(stocks, draws_by, longest, sight)
    return counted, perm(size, longest)


class _Listed(NamedTuple):
    """Finished hands with the same cards by points, whatever came first."""

    wanted: tuple[tuple[int, int], ...]
    """Points (less one) that it has, and how many cards of each."""
    size: int
    seen: dict[int, list[tuple[DealerHand, int]]]
    """By kind of suits: what a judge sees of it, with the orders of points that show it so."""


@lru_cache(maxsize=RULES)
def _listed(draws_by: int, sight: DealerSight) -> tuple[_Listed, ...]:
    """Every hand that the dealer can finish with, short ones first, whatever the shoe is."""
    upcards = POINTS if sight.upcard else (0,)
    holes = POINTS if sight.hole else (0,)
    found: dict[Stock, _Listed] = {}
    for upcard, hole in product(upcards, holes):
        for hand in finished_hands(draws_by, upcard, hole):
            each = found.get(hand.cards)
            if each is None:
                wanted = tuple((place, count) for place, count in enumerate(hand.cards) if count)
                each = found[hand.cards] = _Listed(wanted, hand.size, {})
            for suits in SUITS_TOLD if sight.suits else (0,):
                seen = sight.seen(
                    upcard=upcard, hole=hole, total=hand.total, cards=hand.size, suits=suits
                )
                each.seen.setdefault(suits, []).append((seen, hand.orders))
    return tuple(sorted(found.values(), key=lambda each: each.size))


def _falling(stock: Stock, most: int) -> list[list[int]]:
    """For each points: in how many orders 0, 1, 2 cards and so on can be drawn."""
    return [[perm(held, count) for count in range(most + 1)] for held in stock]


def _by_reds(
    stocks: tuple[Stock, ...], draws_by: int, longest: int, sight: DealerSight
) -> Counter[DealerHand]:
    """How often so many cards are red from the first on: what comes after them does not matter."""
    size, red = sum(stocks[0]), stocks[1]
    at_least = [perm(size, longest)]
    for place, reached in enumerate(_reached(draws_by)[:longest], start=1):
        ways = sum(orders * _orders(cards, red) for cards, orders in reached.items())
        at_least.append(ways * perm(size - place, longest - place))
    at_least.append(0)
    return Counter(
        {
            sight.seen(reds=reds): at_least[reds] - at_least[reds + 1]
            for reds in range(longest + 1)
            if at_least[reds] > at_least[reds + 1]
        }
    )


def stock_of(shoe: Counter[Card], suits: str = SUITS) -> Stock:
    """How many cards of each points *shoe* has, in some suits or in all."""
    counts = [0] * len(POINTS)
    for card, count in shoe.items():
        if card.suit in suits:
            counts[card.points - 1] += count
    return tuple(counts)


def _by_suits(
    wanted: tuple[tuple[int, int], ...],
    every: int,
    falling: list[list[list[int]]],
    sight: DealerSight,
) -> Iterator[tuple[int, int]]:
    """In how many of *every* way a hand is of one suit, one colour or both, where that counts."""
    if not sight.suits:
        yield 0, every
        return
    red, black, *suits = (
        prod([ways[place][count] for place, count in wanted]) for ways in falling[1:]
    )
    found = {
        ONE_SUIT: sum(suits),
        ONE_COLOUR: red + black - sum(suits),
        MIXED: every - red - black,
    }
    yield from ((kind, ways) for kind, ways in found.items() if ways)


def _orders(cards: Stock, stock: Stock) -> int:
    """In how many ways *cards* can be drawn from *stock*, in one order of points."""
    ways = 1
    for held, wanted in zip(stock, cards, strict=True):
        if wanted:
            ways *= perm(held, wanted)
    return ways
