"""Sums over the cards that several hands of a split draw together."""

from __future__ import annotations

import numpy as np

from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.kernels.kernel_arrays import CARDS_MAX, LANES, VALUES, Tree
from upcard.odds.play.kernels.kernel_cache import compiled, inlined

DIGIT = 6
"""How many bits a code has for each value: three hands draw fewer than 64 cards of one."""
SPREAD = 0x9E3779B97F4A7C1
"""Spreads codes over a table."""
ALIKE_UNIT = 1 << DIGIT * VALUES
"""What a code has for each card that must share the pair's rank."""


@inlined
def slot_of(keys: Integers, code: int) -> int:
    """Where *code* is in a table of *keys*, or the free slot for it; a free one has -1."""
    last = keys.size - 1
    slot = (code * SPREAD >> 40) & last
    while keys[slot] != code and keys[slot] != -1:
        slot = (slot + 1) & last
    return slot


@compiled
def grown(keys: Integers, sums: Floats) -> tuple[Integers, Floats]:
    """The same table with four times as many slots."""
    more, more_sums = np.full(4 * keys.size, -1), np.zeros(4 * keys.size)
    for place in range(keys.size):
        if keys[place] != -1:
            slot = slot_of(more, keys[place])
            more[slot], more_sums[slot] = keys[place], sums[place]
    return more, more_sums


@compiled
def multiply(
    codes: Integers, orders: Floats, others: Integers, other_orders: Floats, places: Integers
) -> tuple[Integers, Floats]:
    """The orders of some hands and of one more, each code once, from and to these places."""
    keys, sums, used = np.full(1 << 10, -1), np.zeros(1 << 10), 0
    for start, end, other_start, other_end in places:
        for place in range(start, end):
            for other in range(other_start, other_end):
                code = codes[place] + others[other]
                slot = slot_of(keys, code)
                if keys[slot] == -1:
                    keys[slot], used = code, used + 1
                sums[slot] += orders[place] * other_orders[other]
                if 2 * used > keys.size:
                    keys, sums = grown(keys, sums)
    is_used = keys != -1
    return keys[is_used], sums[is_used]


@inlined
def fill_reach(
    first: int,
    codes: Integers,
    orders: Floats,
    counts: Floats,
    left: Floats,
    one_more: Floats,
    reach: Floats,
) -> None:
    """Fill how likely each of some orders is, and what one more card divides by after it."""
    for lane in range(LANES):
        place = first + lane
        code, cards = codes[min(place, codes.size - 1)], counts.sum()
        reach[lane] = orders[place] if place < codes.size else 0.0
        for value in range(VALUES):
            left[value, lane] = counts[value]
            for _ in range(code >> DIGIT * value & ((1 << DIGIT) - 1)):
                reach[lane] *= left[value, lane] / cards if cards > 0.0 else 0.0
                left[value, lane] -= 1.0
                cards -= 1.0
        for drawn in range(one_more.shape[0]):
            one_more[drawn, lane] = 1.0 / (cards - drawn) if cards > drawn else 0.0


@compiled
def add_up(codes: Integers, orders: Floats, last: Tree, counts: Floats, shares: Floats) -> float:
    """
    How likely cards come in an order of *codes* and then in one of *last*.

    Many orders are taken side by side, which the machine does eight or four at a time.
    """
    left, one_more = np.empty((VALUES, LANES)), np.empty((CARDS_MAX + 1, LANES))
    product, reach = np.ones((CARDS_MAX + 2, LANES)), np.empty(LANES)
    share, closed = np.empty((2, LANES)), np.empty(LANES)
    total = 0.0
    for first in range(0, codes.size, LANES):
        fill_reach(first, codes, orders, counts, left, one_more, reach)
        for lane in range(LANES):
            alike = codes[min(first + lane, codes.size - 1)] >> DIGIT * VALUES
            share[0, lane], share[1, lane] = shares[alike], shares[alike + 1]
        closed[:] = 0.0
        for node in range(last.card.size):
            card, before, depth = last.card[node], last.before[node], last.depth[node]
            for lane in range(LANES):
                taken = (left[card, lane] - before) * one_more[depth, lane]
                product[depth + 1, lane] = product[depth, lane] * taken
            for term in range(last.first_term[node], last.first_term[node + 1]):
                orders_of, alike = last.orders[term], last.place[term]
                for lane in range(LANES):
                    closed[lane] += orders_of * product[depth + 1, lane] * share[alike, lane]
        for lane in range(LANES):
            total += reach[lane] * closed[lane]
    return total
