"""
Hands of a split that a natural comes too late for: how likely all of them are closed to it.

A natural may take one wager of all hands of a spot. Hands are valued one by one, as if it took
nothing of them; then it takes one wager of the spot, unless every hand is closed: paid or given up
at once, or bust where bust hands are taken before. How hands of a split are played depends on
their own cards alone. So it is enough to know in how many orders cards close a hand: orders of
several hands multiply, and how likely one order is depends on the cards alone. That a natural
follows is as likely as that its card had been drawn first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import prod
from typing import Protocol

from upcard.game.dealers import may_have_natural
from upcard.game.decisions import Decision
from upcard.game.stakes import OF_STANDING_HANDS, Laid
from upcard.odds.play.moments import SplitPlay
from upcard.odds.play.payments import SPLIT, PlayFacts
from upcard.odds.play.problems import PlayError
from upcard.odds.play.splits import ORIGINS, endings_alike
from upcard.odds.play.stock import (
    VALUES,
    Composition,
    PairCards,
    Stock,
    composition_of,
    plus,
    total_of,
)
from upcard.odds.play.worths import Closings, Number, Orders, Values


class PlayedSplit(Protocol):
    """Whoever knows how the hands of a split are played."""

    facts: PlayFacts
    stock: Stock
    values: Values

    @property
    def number(self) -> Callable[[int], Number]:
        """The kind of number."""

    def action_on(self, upcard: int, hand: tuple[int, int], *, may_split: bool) -> Decision:
        """What a hand does with its first two cards."""

    def sides(self, pair: int) -> tuple[int, ...]:
        """The side of the hand of each origin."""

    def resplits(self, upcard: int, pair: int) -> bool:
        """Whether a pair drawn to a hand of a split is split again."""

    def may_split_again(self, upcard: int, pair: int) -> bool:
        """Whether a pair that is not split again could be."""

    def share(self, cards: PairCards, gone: int) -> Number:
        """How likely a card of the pair's value can be split with it, when *gone* of them are."""


NO_CARDS: Composition = (0,) * len(VALUES)


def refuse_unknown_closings(facts: PlayFacts, splits: SplitPlay) -> None:
    """Refuse hands of a split that are played by more than their own cards."""
    is_together = facts.house.natural_takes_one and facts.house.hands_max > 1
    if is_together and splits is SplitPlay.BY_PAIR:
        raise PlayError(
            "closings-not-known",
            "a natural takes one wager of a whole spot (no_hole_card.natural_takes): the solver "
            "plays hands of a split by CDZ- then, not by CDP",
        )


def refuse_unknown_products(facts: PlayFacts) -> None:
    """Refuse an exact standard deviation where hands of a split lose one wager together."""
    if facts.house.natural_takes_one and facts.house.hands_max > 1:
        raise PlayError(
            "closings-not-known",
            "a natural takes one wager of a whole spot (no_hole_card.natural_takes): the solver "
            "has no exact standard deviation then; leave --exact-deviation out",
        )


def chance_of_taking(split: PlayedSplit, cards: PairCards) -> Number:
    """How likely a natural takes one wager of all hands of a split together."""
    pair, upcard = cards.first.value, cards.up.value
    if not (split.facts.house.natural_takes_one and may_have_natural(upcard)):
        return split.number(0)
    gone = plus(composition_of((pair, pair)), upcard)
    left = tuple(map(int.__sub__, split.stock.values, gone))
    makers = left[10 - upcard]
    if not makers:
        return split.number(0)
    natural = split.number(makers) / sum(left)
    closings = _closings(split, cards, plus(left, 11 - upcard, -1))
    return natural * (1 - split.values.closing_chance(closings))


def _closings(split: PlayedSplit, cards: PairCards, counts: tuple[int, ...]) -> Closings:
    """All orders that close every hand, from a shoe without the natural's card."""
    pair, upcard = cards.first.value, cards.up.value
    is_told = int(pair == 10 and bool(split.facts.house.splits_same_rank_only))
    closed: dict[tuple[Composition, int], int] = defaultdict(int)
    for card in VALUES if is_told else (value for value in VALUES if value != pair):
        for drawn, many in _orders(split, upcard, (pair, card), may_split=False):
            closed[drawn, 0] += many
            if card == pair:  # A ten of the pair's own rank is split again.
                closed[drawn, 1] -= many
    any_card = defaultdict(int, closed)
    may_split = split.may_split_again(upcard, pair)
    for drawn, many in _orders(split, upcard, (pair, pair), may_split=may_split):
        any_card[drawn, is_told] += many
    passed = {(composition_of((card,)), 0): 1 for card in VALUES if is_told or card != pair}
    if is_told:
        passed[composition_of((pair,)), 1] = -1
    sides = split.sides(pair)
    own = tuple(origin for origin in ORIGINS if sides[origin] == SPLIT)
    hands_max = split.facts.house.hands_max if split.resplits(upcard, pair) else 2
    shares = [split.number(1)]
    for gone in range(2 * hands_max):
        shares.append(shares[-1] * split.share(cards, gone))
    return Closings(
        ends=endings_alike(hands_max, own),
        again=(composition_of((pair,)), is_told),
        closed=closed,
        open=any_card,
        passed=passed,
        counts=counts,
        shares=tuple(shares),
    )


def _orders(
    split: PlayedSplit, upcard: int, hand: tuple[int, int], *, may_split: bool
) -> Iterable[tuple[Composition, int]]:
    """In how many orders a hand of a split is closed, by all its cards but the first."""
    facts, values = split.facts, split.values
    laid, start = facts.sides[SPLIT], composition_of(hand)
    action = split.action_on(upcard, hand, may_split=may_split)
    if action is Decision.STAND:
        is_won = facts.sure_win(total_of(start)[0], 2, laid) is not None
        return [(composition_of(hand[1:]), 1)] if is_won else []
    room = plus(split.stock.values, upcard, -1)
    found: dict[Composition, int] = defaultdict(int)
    drawing = {(start, _laid_by(facts, action, start, laid)): 1}
    while drawing:
        after: dict[tuple[Composition, Laid], int] = defaultdict(int)
        for (held, laid), orders in drawing.items():
            for cards in _one_more(held, room):
                move = _move(facts, values, upcard, cards, laid)
                if move is None:
                    found[plus(cards, hand[0], -1)] += orders
                elif move is not Decision.STAND:
                    after[cards, _laid_by(facts, move, cards, laid)] += orders
        drawing = after
    return found.items()


def _one_more(held: Composition, room: Composition) -> Iterator[Composition]:
    return (plus(held, value) for value in VALUES if held[value - 1] < room[value - 1])


def _laid_by(facts: PlayFacts, move: Decision, hand: Composition, laid: Laid) -> Laid:
    if move is not Decision.DOUBLE:
        return laid
    total, is_soft = total_of(hand)
    holding = facts.holding(total=total, is_soft=is_soft, cards=sum(hand), laid=laid)
    return facts.doubled(holding)


def _move(
    facts: PlayFacts, values: Values, upcard: int, hand: Composition, laid: Laid
) -> Decision | None:
    """What a hand of three cards or more does next; None where it is closed to a natural."""
    total = total_of(hand)[0]
    if total > 21:
        is_closed = facts.house.natural_takes_one == OF_STANDING_HANDS
        return None if is_closed else Decision.STAND
    if facts.sure_win(total, sum(hand), laid) is not None:
        return None
    move = values.decision(upcard, hand, laid)
    return None if move is Decision.RESCUE else move


def exact_closing_chance(closings: Closings, number: Callable[[int], Number]) -> Number:
    """How likely the cards come in one of these orders, order by order, in any kind of number."""
    chance = number(0)
    for end, times in closings.ends.items():
        orders: Orders = {(NO_CARDS, 0): times}
        of_house: list[Orders] = [{closings.again: 1}] * end.drawn + [closings.passed] * end.passed
        of_hands = [closings.closed] * end.closed + [closings.open] * end.open
        for factor in of_house + of_hands:
            orders = _followed_by(orders, factor, closings.counts)
        for (cards, alike), many in orders.items():
            ways = prod(map(_falling, closings.counts, cards))
            every = _falling(sum(closings.counts), sum(cards))
            chance += closings.shares[alike] * (number(many * ways) / every)
    return chance


def _followed_by(orders: Orders, others: Orders, counts: tuple[int, ...]) -> Orders:
    """The orders of both, one after the other, that the shoe has the cards for."""
    found: dict[tuple[Composition, int], int] = defaultdict(int)
    for (one, alike), many in orders.items():
        for (other, more), times in others.items():
            cards = tuple(map(int.__add__, one, other))
            if all(map(int.__le__, cards, counts)):
                found[cards, alike + more] += many * times
    return found


def _falling(count: int, drawn: int) -> int:
    """How many orders there are to draw so many of *count* cards."""
    return prod(range(count, count - drawn, -1))
