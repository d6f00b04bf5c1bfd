"""
The dealer's finished hands as a tree of compositions, for the kernel that weighs them.

A finished hand is a set of cards with, for each up card in it, a number of orders it can come
in. Its chance is that number times a product of counts, so all up cards share one product, and
hands with the same first cards share the first factors. Bust hands are left out: what is left
of one is the chance of a bust.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np

from upcard.game.dealers import BUST, draws, end_of
from upcard.odds.play.kernels.kernel_arrays import ENDS, OUTCOMES, Tree
from upcard.odds.play.stock import VALUES, Composition, composition_of, plus, state_of, total_of


@cache
def dealer_tree(hits_soft_17: int, pushing_total: int) -> Tree:
    """The tree of a dealer who stands on soft 17, or hits it, and perhaps pushes on a bust."""
    terms = Counter[tuple[Composition, int]]()
    for upcard in VALUES:
        for hand, orders in _finished_hands(upcard, hits_soft_17).items():
            end = end_of(total_of(hand)[0], sum(hand), pushing_total)
            if end != BUST:
                terms[hand, (upcard - 1) * OUTCOMES + ENDS.index(end)] += orders
    nodes: dict[tuple[int, ...], int] = {(): 0}
    shape = [(0, 0, 0, 0)]
    for hand, _ in sorted(terms):
        _add_nodes(hand, nodes, shape)
    parent, card, before, depth = np.array(shape, dtype=np.int64).T.copy()
    return Tree(
        parent=parent,
        card=card,
        before=before,
        depth=depth,
        node=np.array([nodes[_cards(hand)] for hand, _ in terms], dtype=np.int64),
        place=np.array([place for _, place in terms], dtype=np.int64),
        orders=np.array(list(terms.values()), dtype=np.float64),
    )


def _cards(hand: Composition) -> tuple[int, ...]:
    return tuple(value for value in VALUES for _ in range(hand[value - 1]))


def _add_nodes(
    hand: Composition, nodes: dict[tuple[int, ...], int], shape: list[tuple[int, int, int, int]]
) -> None:
    cards = _cards(hand)
    for depth, card in enumerate(cards):
        path = cards[: depth + 1]
        if path not in nodes:
            nodes[path] = len(shape)
            shape.append((nodes[path[:-1]], card - 1, path[:-1].count(card), depth))


def _finished_hands(upcard: int, hits_soft_17: int) -> Counter[Composition]:
    """Each hand the dealer can end with, and the number of orders it comes in."""
    finished = Counter[Composition]()
    drawing = Counter({composition_of((upcard,)): 1})
    while drawing:
        going_on = Counter[Composition]()
        for hand, orders in drawing.items():
            for card in VALUES:
                after = plus(hand, card)
                if draws(state_of(after), hits_soft_17):
                    going_on[after] += orders
                else:
                    finished[after] += orders
        drawing = going_on
    return finished
