"""Two hands of a split from one shoe, against one dealer: means of products of their results."""

from __future__ import annotations

import numpy as np

from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.kernels.dealer_kernels import walk_tree
from upcard.odds.play.kernels.kernel_arrays import (
    BUST,
    CARDS_MAX,
    DOUBLE,
    LANES,
    NATURAL,
    NEVER,
    OUTCOMES,
    RESCUE,
    STAND,
    VALUES,
    Drawn,
    Hands,
    KernelHouse,
    Tree,
)
from upcard.odds.play.kernels.kernel_cache import compiled, inlined

DIGIT_BITS, DIGIT = 6, 63
"""A code of drawn cards has a digit of six bits for each value: two hands may hold 40 aces."""
MIXER, MIXED_BITS = 0x1E3779B97F4A7C15, 24
"""Multiplying spreads codes over a table; the bits above these say where one lies."""


@inlined
def end_hand(
    hand: int,
    level: int,
    action: int,
    ways: float,
    lifted: float,
    hands: Hands,
    house: KernelHouse,
    results: Floats,
) -> None:
    """Add a hand that takes no more cards: its result against each end, *lifted* by so much."""
    total, sure = hands.total[hand], house.sure[level, hand]
    won, lost = house.pay[level, hand] * house.win[level], house.lose[level]
    for end in range(OUTCOMES):
        worth = house.wins[total, end] * won - house.loses[total, end] * lost
        if end == NATURAL:
            worth += house.spare[level]
        if sure > 0.0:
            worth = sure
        elif action == RESCUE:
            worth = house.rescue[level]
        results[hand, end] += ways * (worth + lifted)


@inlined
def draw_card(hand: int, level: int, ways: float, hands: Hands, paths: Floats) -> None:
    """Carry the ways to come to a hand on to those that one more card makes of it."""
    for value in range(VALUES):
        after = hands.after[hand, value]
        if after < hands.after.shape[0]:
            paths[level, after] += ways


@compiled
def play_out(
    twos: Integers,
    actions: Integers,
    order: Integers,
    hands: Hands,
    house: KernelHouse,
    decisions: Integers,
    paths: Floats,
    results: Floats,
) -> None:
    """
    Fill *results*: by hand and end of the dealer, what comes of *actions* on two cards.

    Each counts as often as there are orders in which its cards come. A bust loses the stake
    whatever the dealer has: so that loss is booked where the first card is drawn, and is given
    back with every card that does not bust. Bust hands themselves then count nothing.
    """
    for place in range(twos.size):
        hand, action = twos[place], actions[place]
        if action in (STAND, RESCUE):
            end_hand(hand, 0, action, 1.0, 0.0, hands, house, results)
            continue
        level = house.double_to[0, hand] if action == DOUBLE else 0
        results[hand] -= house.lose[level]
        draw_card(hand, level, 1.0, hands, paths)
    for place in range(order.size - 1, -1, -1):
        hand = order[place]
        for level in range(paths.shape[0]):
            ways = paths[level, hand]
            if ways == 0.0:
                continue
            paths[level, hand] = 0.0
            action, lost = decisions[level, hand], house.lose[level]
            is_over = house.sure[level, hand] > 0.0 or (hands.total[hand] == 21 and house.ends_turn)
            if is_over or action in (STAND, RESCUE):
                end_hand(
                    hand, level, STAND if is_over else action, ways, lost, hands, house, results
                )
                continue
            drawn = house.double_to[level, hand] if action == DOUBLE else level
            results[hand] += ways * (lost - house.lose[drawn])
            draw_card(hand, drawn, ways, hands, paths)


@inlined
def slot_of(code: int, keys: Integers) -> int:
    """Where a code lies in a table, or where it would."""
    slot = ((code * MIXER) >> MIXED_BITS) & (keys.size - 1)
    while keys[slot] != code and keys[slot] != NEVER:
        slot = (slot + 1) & (keys.size - 1)
    return slot


@inlined
def number_of(code: int, listed: int, keys: Integers, numbers: Integers, codes: Integers) -> int:
    """The number of a code, which is *listed* if it is new."""
    slot = slot_of(code, keys)
    if keys[slot] == NEVER:
        keys[slot] = code
        numbers[slot] = listed
        codes[listed] = code
    return int(numbers[slot])


@compiled
def list_drawn(
    one: Integers,
    other: Integers,
    is_same: bool,
    unit: int,
    keys: Integers,
    numbers: Integers,
    codes: Integers,
    both: Integers,
    further: Integers,
) -> tuple[int, int]:
    """
    Number all that two hands can draw, with 0, 1, 2 .. cards of one value more.

    *both* gets the number for every two hands, in one order where both are the same, and
    *further* those of more cards. Returns how many there are, or NEVER where the table is full.
    """
    listed, limit = 0, codes.size
    for place in range(one.size):
        if listed + other.size > limit:
            return NEVER, NEVER
        for second in range(place if is_same else 0, other.size):
            found = number_of(one[place] + other[second], listed, keys, numbers, codes)
            both[place, second] = found
            listed = max(listed, found + 1)
    drawn = listed
    for number in range(drawn):
        if listed + further.shape[1] > limit:
            return NEVER, NEVER
        for more in range(further.shape[1]):
            found = number_of(codes[number] + more * unit, listed, keys, numbers, codes)
            further[number, more] = found
            listed = max(listed, found + 1)
    return listed, drawn


@inlined
def fill_drawn(
    first: int,
    listed: int,
    drawn: Drawn,
    counts: Floats,
    one_more: Floats,
    reached: Floats,
) -> None:
    """Fill the counts of the shoes that some drawn cards leave, and how likely those came."""
    for lane in range(LANES):
        code, cards, chance = drawn.codes[min(first + lane, listed - 1)], 0, 1.0
        for value in range(VALUES):
            out = (code >> (DIGIT_BITS * value)) & DIGIT
            cards += out
            counts[value, lane] = drawn.full[value] - out
            chance *= drawn.ways[value, out]
        reached[lane] = chance * drawn.orders[cards]
        left = drawn.cards - cards
        for card in range(CARDS_MAX):
            one_more[card, lane] = 1.0 / (left - card) if left > card else 0.0


@compiled
def weigh_drawn(tree: Tree, listed: int, peeks: bool, drawn: Drawn, joint: Floats) -> None:
    """Fill *joint*: how likely those cards are drawn and the dealer then ends so."""
    product = np.ones((CARDS_MAX + 1, LANES))
    counts, one_more = np.empty((VALUES, LANES)), np.empty((CARDS_MAX, LANES))
    reached, chance = np.empty(LANES), np.empty((OUTCOMES, LANES))
    for first in range(0, listed, LANES):
        fill_drawn(first, listed, drawn, counts, one_more, reached)
        walk_tree(tree, counts, one_more, product, chance)
        for lane in range(min(LANES, listed - first)):
            bust = 1.0
            for end in range(OUTCOMES):
                bust -= chance[end, lane]
                joint[first + lane, end] = reached[lane] * chance[end, lane]
            joint[first + lane, BUST] = reached[lane] * bust
            if peeks:
                joint[first + lane, NATURAL] = 0.0


@compiled
def multiply(
    both: Integers,
    further: Integers,
    is_same: bool,
    one: Floats,
    other: Floats,
    joint: Floats,
    together: Floats,
    found: Floats,
) -> None:
    """Fill *found*: by further cards gone, the mean of the product of two hands' results."""
    together[:, :] = 0.0
    for place in range(one.shape[0]):
        for second in range(place if is_same else 0, other.shape[0]):
            number, times = both[place, second], 2.0 if is_same and second != place else 1.0
            for end in range(OUTCOMES):
                together[number, end] += times * one[place, end] * other[second, end]
    for number in range(together.shape[0]):
        for more in range(further.shape[1]):
            worth = 0.0
            for end in range(OUTCOMES):
                worth += together[number, end] * joint[further[number, more], end]
            found[more] += worth
