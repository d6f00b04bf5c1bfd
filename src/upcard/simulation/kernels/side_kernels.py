"""Which line of its paytable a side wager gets, as machine code."""

from __future__ import annotations

import numpy as np

from upcard.families.dealer_hands import DealerHand
from upcard.game import hands
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.compiled_judges import dealer_lines_of, lines_of
from upcard.simulation.kernels.draws import Number, index, small
from upcard.simulation.kernels.layout import Integers, Tables
from upcard.simulation.kernels.round_kernels import watch


@inlined
def verdict_of(
    tables: Tables,
    side: Number,
    spot: Number,
    felt: Integers,
    up: Number,
    hole: Number,
    dealer: Number,
) -> Number:
    """Which line of its paytable a side wager of a spot gets."""
    start = at.SIDE_FIELDS * side
    family, reading = tables.sides[start], tables.sides[start + at.READING]
    first, second = small(felt[3 * spot]), small(felt[3 * spot + 1])
    if tables.sides[start + at.IS_ON_DEALER]:
        if dealer == 0:
            return at.RETURNED  # The dealer's hand was never finished.
        hand = finished_hand(felt, up, hole, dealer)
        lines = dealer_lines_of(family, reading, first, second, hand)
    else:
        third = small(felt[3 * spot + 2])
        lines = lines_of(family, reading, first, second, third, up, hole)
    if lines < at.LINE_MASKS:
        return np.int64(tables.verdicts[side * at.LINE_MASKS + lines])
    return first_paid(tables, side, lines)


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
