"""Which line of its paytable a side wager gets, as machine code."""

from __future__ import annotations

import numpy as np

from upcard.families.dealer_hands import DealerHand
from upcard.families.round_results import BOTH_BUST
from upcard.game import hands
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import apart, called, inlined
from upcard.simulation.kernels.compiled_judges import (
    dealer_lines_of,
    five_lines_of,
    lines_of,
    result_lines_of,
    two_hand_lines_of,
)
from upcard.simulation.kernels.draws import Number, index, small
from upcard.simulation.kernels.hand_kernels import points_of
from upcard.simulation.kernels.layout import Integers, Tables
from upcard.simulation.kernels.watch_kernels import watch

RESULTS = at.RESULT_OF_OUTCOME


@inlined
def known_verdict(
    tables: Tables, side: Number, spot: Number, felt: Integers, up: Number, dealer: Number
) -> Number:
    """Which line of its paytable a side wager of a spot gets, where few cards decide; or ASK."""
    start = at.SIDE_FIELDS * side
    kind, known = tables.sides[start + at.KNOWN_KIND], tables.sides[start + at.KNOWN_AT]
    if kind >= at.KNOWN_DEALER:
        if kind == at.KNOWN_DEALER:
            return small(tables.known[index(known + dealer_place(felt, up, dealer))])
        if dealer == 0:
            return small(at.RETURNED)  # The dealer's hand was never finished.
        if dealer == at.DEALER_NATURAL:
            return small(at.ASK)  # Nobody watched a natural.
        return small(tables.known[index(known + felt[at.DEALER_REDS])])
    if kind == at.KNOWN_NOT:
        return small(at.ASK)
    place = at.CARD_TYPES * felt[index(3 * spot)] + felt[index(3 * spot + 1)]
    place = at.CARD_TYPES * place + up if kind == at.KNOWN_THREE else place
    return small(tables.known[index(known + place)])


@inlined
def dealer_place(felt: Integers, up: Number, dealer: Number) -> Number:
    """Where a finished hand of the dealer is known by up card, total and number of cards."""
    is_natural = dealer == at.DEALER_NATURAL
    total = hands.TWENTY_ONE if is_natural else dealer
    cards = 2 if is_natural else felt[at.DEALER_CARDS]
    return (points_of(up) * at.TOTALS + total) * at.SIZES + cards


@apart
def ask_judges(tables: Tables, felt: Integers, up: Number, hole: Number, dealer: Number) -> None:
    """
    Put the verdicts on the felt that nobody knew.

    This is a kernel of its own, called once a round: a call among the sums would slow them down.
    """
    for spot in range(tables.settings[at.SPOTS]):
        for side in range(tables.settings[at.SIDES]):
            place = at.SIDE_VERDICTS + at.SIDES_MAX * spot + side
            if felt[place] == at.ASK:
                felt[place] = judged(tables, side, spot, felt, up, hole, dealer)


@called
def judged(
    tables: Tables,
    side: Number,
    spot: Number,
    felt: Integers,
    up: Number,
    hole: Number,
    dealer: Number,
) -> Number:
    """Which line of its paytable a side wager of a spot gets, by the judge, who sees all cards."""
    start = at.SIDE_FIELDS * side
    family, reading = tables.sides[start], tables.sides[start + at.READING]
    first, second = small(felt[3 * spot]), small(felt[3 * spot + 1])
    is_on = tables.sides[start + at.IS_ON]
    if is_on == at.ON_RESULT or is_on == at.ON_BOTH_HANDS:
        if dealer == 0 and is_on == at.ON_BOTH_HANDS:
            return at.RETURNED
        outcome = felt[at.HAND_CELLS + at.HANDS_PER_SPOT * spot] // at.STAKES
        result = small(RESULTS[index(outcome)])
        if outcome == at.BUST and hands.TWENTY_ONE < dealer < at.DEALER_NATURAL:
            result = small(BOTH_BUST)
        lines = result_lines_of(family, reading, first, second, result)
    elif is_on == at.ON_TWO_HANDS:
        other = other_spot(tables, spot)
        if other < 0:
            return at.NOT_MADE
        others = small(felt[3 * other]), small(felt[3 * other + 1])
        lines = two_hand_lines_of(family, reading, first, second, others[0], others[1])
    elif is_on == at.ON_FIVE:
        drawn = at.DEALER_HAND + 2
        third, fourth, fifth = felt[drawn], felt[drawn + 1], felt[drawn + 2]
        lines = five_lines_of(family, reading, up, hole, small(third), small(fourth), small(fifth))
    elif is_on == at.ON_DEALER:
        if dealer == 0:
            return at.RETURNED
        hand = finished_hand(felt, up, hole, dealer)
        lines = dealer_lines_of(family, reading, first, second, hand)
    else:
        third = small(felt[3 * spot + 2])
        if third == at.NO_CARD and is_on == at.ON_THIRD:
            third = small(felt[at.LONE_CARDS + spot])
        lines = lines_of(family, reading, first, second, third, up, hole)
    if lines < at.LINE_MASKS:
        return np.int64(tables.verdicts[side * at.LINE_MASKS + lines])
    return first_paid(tables, side, lines)


@called
def other_spot(tables: Tables, spot: Number) -> Number:
    """The second spot of a pair whose first is *spot*, as tables pair a player's spots; or -1."""
    players, before = tables.players, 0
    for other in range(spot):
        before += players[other] == players[spot]
    if before % 2 == 0:
        for other in range(spot + 1, tables.settings[at.SPOTS]):
            if players[other] == players[spot]:
                return other
    return -1


@called
def first_paid(tables: Tables, side: Number, lines: Number) -> Number:
    """The first line of a paytable that cards fit, of a family with many lines."""
    paid = tables.sides[at.SIDE_FIELDS * side + at.PAID_LINES]
    for place in range(paid):
        if lines >> tables.lines[index(side * at.VERDICTS + place)] & 1:
            return np.int64(place)
    return paid


@called
def finished_hand(felt: Integers, up: Number, hole: Number, dealer: Number) -> DealerHand:
    """The dealer's finished hand as judges see it; nobody watched a natural."""
    total = dealer
    if dealer == at.DEALER_NATURAL:
        watch(felt, up, hole)
        total = small(hands.TWENTY_ONE)
    return DealerHand(
        up,
        hole,
        total,
        felt[at.DEALER_CARDS],
        felt[at.DEALER_SUITS],
        felt[at.DEALER_REDS],
    )
