"""How likely all hands of a split are closed to a natural, for real shoes: `closings` has why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.kernels.closing_kernels import ALIKE_UNIT, DIGIT, add_up, multiply
from upcard.odds.play.kernels.kernel_arrays import Tree
from upcard.odds.play.splits import EndingsAlike
from upcard.odds.play.stock import VALUES, Composition
from upcard.odds.play.worths import Closings, Orders


class _Coded(NamedTuple):
    """Orders as arrays: the cards of each as one number, with a digit for each value."""

    codes: Integers
    orders: Floats


class _Grouped(NamedTuple):
    """Orders in the order of their codes, and where those with the same highest cards lie."""

    sorted: _Coded
    places: list[tuple[int, tuple[int, int]]]


_ONCE: Final = _Coded(np.zeros(1, dtype=np.int64), np.ones(1))
"""The order of no cards."""
LOW_VALUES: Final = 7
"""Cards of higher values tell groups apart, which are small enough to be multiplied quickly."""


def quick_closing_chance(closings: Closings) -> float:
    """
    How likely the cards come in one of these orders.

    The last hand is left out of the products and summed up beside them, which saves most of them.
    """
    factors = {
        "drawn": _coded({closings.again: 1}),
        "passed": _coded(closings.passed),
        "closed": _coded(closings.closed),
        "open": _coded(closings.open),
    }
    chance, left = 0.0, dict(closings.ends)
    for last, orders in (("open", closings.open), ("closed", closings.closed)):
        before = _without_one(left, last)
        left = {end: times for end, times in left.items() if not getattr(end, last)}
        if before and orders:
            chance += add_up(
                *_sum_of(before, factors),
                _tree(orders),
                np.array(closings.counts, dtype=np.float64),
                np.array(closings.shares, dtype=np.float64),
            )
    assert not left, "a spot has a hand that the player laid the wager of"
    return chance


def _without_one(ends: Mapping[EndingsAlike, int], name: str) -> dict[EndingsAlike, int]:
    """The endings that have such a hand or card, with one less."""
    return {
        end._replace(**{name: getattr(end, name) - 1}): times
        for end, times in ends.items()
        if getattr(end, name)
    }


def _sum_of(ends: Mapping[EndingsAlike, int], factors: Mapping[str, _Coded]) -> _Coded:
    """The orders of all hands of *ends*, one factor taken out of the sum after the other."""
    for name in ("open", "closed", "passed", "drawn"):
        having = _without_one(ends, name)
        if having:
            rest = {end: times for end, times in ends.items() if not getattr(end, name)}
            found = _product(_sum_of(having, factors), factors[name])
            return _product(_joined([found, _sum_of(rest, factors)]), _ONCE) if rest else found
    return _ONCE._replace(orders=_ONCE.orders * sum(ends.values()))


def _product(one: _Coded, other: _Coded) -> _Coded:
    """The orders of both, one after the other, each code once."""
    first, second = _grouped(one), _grouped(other)
    together: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for (top, place), (other_top, other_place) in product(first.places, second.places):
        together[top + other_top].append((*place, *other_place))
    parts = [
        multiply(*first.sorted, *second.sorted, np.array(places)) for places in together.values()
    ]
    return _joined([_Coded(*part) for part in parts])


def _joined(parts: list[_Coded]) -> _Coded:
    return _Coded(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.orders for part in parts]),
    )


def _grouped(coded: _Coded) -> _Grouped:
    """By how many cards there are of the highest values: what comes together stays together."""
    order = np.argsort(coded.codes)
    ordered = _Coded(coded.codes[order], coded.orders[order])
    tops, starts = np.unique(ordered.codes >> DIGIT * LOW_VALUES, return_index=True)
    ends = [*starts[1:].tolist(), ordered.codes.size]
    places = zip(starts.tolist(), ends, strict=True)
    return _Grouped(ordered, list(zip(tops.tolist(), places, strict=True)))


def _coded(orders: Orders) -> _Coded:
    codes = [_code(cards) + ALIKE_UNIT * alike for cards, alike in orders]
    return _Coded(np.array(codes, dtype=np.int64), np.array([*orders.values()], dtype=np.float64))


def _code(cards: Composition) -> int:
    return sum(count << DIGIT * place for place, count in enumerate(cards))


def _tree(orders: Orders) -> Tree:
    """The orders as a tree of products; the place of a term is how many cards are alike."""
    found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for (cards, alike), many in orders.items():
        drawn = tuple(value - 1 for value in VALUES for _ in range(cards[value - 1]))
        for cut in range(1, len(drawn) + 1):
            found.setdefault(drawn[:cut], [])
        found[drawn].append((alike, many))
    nodes = sorted(found)
    terms = [term for node in nodes for term in found[node]]
    return Tree(
        card=np.array([node[-1] for node in nodes]),
        before=np.array([float(node.count(node[-1]) - 1) for node in nodes]),
        depth=np.array([len(node) - 1 for node in nodes]),
        first_term=np.cumsum([0, *(len(found[node]) for node in nodes)]),
        place=np.array([alike for alike, _ in terms], dtype=np.int64),
        orders=np.array([many for _, many in terms], dtype=np.float64),
    )
