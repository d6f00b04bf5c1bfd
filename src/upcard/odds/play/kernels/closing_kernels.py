"""Sums over the cards that several hands of a split draw together."""

from __future__ import annotations

import numpy as np

from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.kernels.kernel_arrays import CARDS_MAX, VALUES, Tree
from upcard.odds.play.kernels.kernel_cache import compiled

DIGIT = 6
"""How many bits a code has for each value: three hands have fewer than 64 cards of one."""
ALIKE_UNIT = 1 << DIGIT * VALUES
"""What a code has for each card that must share the pair's rank."""


@compiled
def add_up(codes: Integers, orders: Floats, last: Tree, counts: Floats, shares: Floats) -> float:
    """How likely cards come in an order of *codes* and then in one of *last*."""
    left = np.empty(VALUES)
    one_more = np.empty(CARDS_MAX + 1)
    product = np.ones(CARDS_MAX + 2)
    every = counts.sum()
    total = 0.0
    for place in range(codes.size):
        code, cards, reach = codes[place], every, orders[place]
        for value in range(VALUES):
            left[value] = counts[value]
            for _ in range(code >> DIGIT * value & ((1 << DIGIT) - 1)):
                reach *= left[value] / cards if cards > 0.0 else 0.0
                left[value] -= 1.0
                cards -= 1.0
        if reach == 0.0:
            continue
        alike = code >> DIGIT * VALUES
        for drawn in range(one_more.size):
            one_more[drawn] = 1.0 / (cards - drawn) if cards > drawn else 0.0
        closed = 0.0
        for node in range(last.card.size):
            depth = last.depth[node]
            taken = (left[last.card[node]] - last.before[node]) * one_more[depth]
            product[depth + 1] = product[depth] * taken
            for term in range(last.first_term[node], last.first_term[node + 1]):
                closed += last.orders[term] * product[depth + 1] * shares[alike + last.place[term]]
        total += reach * closed
    return total
