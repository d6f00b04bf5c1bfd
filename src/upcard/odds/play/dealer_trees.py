"""
The dealer's finished hands as a tree of compositions, for the kernel that weighs them.

A finished hand is a set of cards with, for each up card in it, a number of orders it can come
in. Its chance is that number times a product of counts, so all up cards share one product, and
hands with the same first cards share the first factors. Bust hands are left out: what is left
of one is the chance of a bust.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np

from upcard.game.dealers import BUST, draws, end_of
from upcard.odds.play.kernels.kernel_arrays import OUTCOMES, Tree, ends_with
from upcard.odds.play.stock import VALUES, Composition, composition_of, plus, state_of, total_of

Path = tuple[int, ...]
"""A hand's cards, the lowest first."""


@cache
def dealer_tree(draws_by: int, pushing_total: int) -> Tree:
    """The tree of a dealer who draws by that rule, and perhaps pushes on a bust."""
    terms: dict[Path, Counter[int]] = {}
    for upcard in VALUES:
        for hand, end, orders in _standing(upcard, draws_by, pushing_total):
            place = (upcard - 1) * OUTCOMES + end
            terms.setdefault(_path(hand), Counter())[place] += orders
    return _tree(terms)


@cache
def tree_under(upcard: int, draws_by: int, pushing_total: int) -> Tree:
    """The same for one up card, which itself is left out: its hands alone are fewer."""
    terms: dict[Path, Counter[int]] = {}
    for hand, end, orders in _standing(upcard, draws_by, pushing_total):
        terms.setdefault(_path(plus(hand, upcard, -1)), Counter())[end] += orders
    return _tree(terms)


def _standing(
    upcard: int, draws_by: int, pushing_total: int
) -> Iterator[tuple[Composition, int, int]]:
    """The dealer's finished hands that are not bust: with the number of the end, and orders."""
    ends = ends_with(pushing_total)
    for hand, orders in _finished_hands(upcard, draws_by).items():
        end = end_of(total_of(hand)[0], sum(hand), pushing_total)
        if end != BUST:
            yield hand, ends.index(end), orders


def _tree(terms: dict[Path, Counter[int]]) -> Tree:
    # Sorted, a path comes just before all those that begin with it.
    paths = sorted({path[:length] for path in terms for length in range(1, len(path) + 1)})
    counts = [len(terms.get(path, ())) for path in paths]
    found = [term for path in paths for term in terms.get(path, Counter()).items()]
    return Tree(
        card=np.array([path[-1] - 1 for path in paths], dtype=np.int64),
        before=np.array([path[:-1].count(path[-1]) for path in paths], dtype=np.float64),
        depth=np.array([len(path) - 1 for path in paths], dtype=np.int64),
        first_term=np.cumsum([0, *counts], dtype=np.int64),
        place=np.array([place for place, _ in found], dtype=np.int64),
        orders=np.array([orders for _, orders in found], dtype=np.float64),
    )


def _path(hand: Composition) -> Path:
    return tuple(value for value in VALUES for _ in range(hand[value - 1]))


def _finished_hands(upcard: int, draws_by: int) -> Counter[Composition]:
    """Each hand the dealer can end with, and the number of orders it comes in."""
    finished = Counter[Composition]()
    drawing = Counter({composition_of((upcard,)): 1})
    while drawing:
        going_on = Counter[Composition]()
        for hand, orders in drawing.items():
            for card in VALUES:
                after = plus(hand, card)
                if draws(state_of(after), draws_by):
                    going_on[after] += orders
                else:
                    finished[after] += orders
        drawing = going_on
    return finished
