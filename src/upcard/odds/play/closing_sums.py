"""How likely all hands of a split are closed to a natural, for real shoes: `closings` has why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.kernels.closing_kernels import ALIKE_UNIT, DIGIT, add_up
from upcard.odds.play.kernels.kernel_arrays import Tree
from upcard.odds.play.stock import VALUES, Composition
from upcard.odds.play.worths import Closings, Orders


class _Coded(NamedTuple):
    """Orders as arrays: the cards of each as one number, with a digit for each value."""

    codes: Integers
    orders: Floats


def quick_closing_chance(closings: Closings) -> float:
    """
    How likely the cards come in one of these orders.

    The last hand is left out of the products and summed up beside them, which saves most of them.
    """
    closed, open_ = _coded(closings.closed), _coded(closings.open)
    again, passed = _coded({closings.again: 1}), _coded(closings.passed)
    chance = 0.0
    for is_open, last in enumerate((closings.closed, closings.open)):
        before = []
        for end, times in closings.ends.items():
            if bool(end.open) == bool(is_open):
                factors = [again] * end.drawn + [passed] * end.passed
                factors += [closed] * (end.closed - (not is_open)) + [open_] * (end.open - is_open)
                before.append(_product(factors, times))
        if before and last and all(one.codes.size for one in before):
            chance += add_up(
                *_merged(before),
                _tree(last),
                np.array(closings.counts, dtype=np.float64),
                np.array(closings.shares, dtype=np.float64),
            )
    return chance


def _coded(orders: Orders) -> _Coded:
    codes = [_code(cards) + ALIKE_UNIT * alike for cards, alike in orders]
    return _Coded(np.array(codes, dtype=np.int64), np.array([*orders.values()], dtype=np.float64))


def _code(cards: Composition) -> int:
    return sum(count << DIGIT * place for place, count in enumerate(cards))


def _product(factors: Iterable[_Coded], times: int) -> _Coded:
    """The orders of some hands, one after the other."""
    found = _Coded(np.zeros(1, dtype=np.int64), np.full(1, float(times)))
    for factor in factors:
        codes = np.add.outer(found.codes, factor.codes).ravel()
        found = _merged([_Coded(codes, np.multiply.outer(found.orders, factor.orders).ravel())])
    return found


def _merged(parts: list[_Coded]) -> _Coded:
    """All of them, each code once."""
    codes = np.concatenate([part.codes for part in parts])
    each, place = np.unique(codes, return_inverse=True)
    weights = np.concatenate([part.orders for part in parts])
    orders: Floats = np.bincount(place.ravel(), weights, each.size).astype(np.float64)
    return _Coded(each, orders)


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
