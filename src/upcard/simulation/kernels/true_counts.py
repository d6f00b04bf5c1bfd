"""Counting the cards of a shoe, as machine code: the true count each round begins with."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import inlined
from upcard.simulation.kernels.draws import NO_BITS, ONE, Number, shoe_of
from upcard.simulation.kernels.layout import Integers, ShoeArrays, Words

PAIRS_OF_BITS = np.uint64(0x5555555555555555)
FOURS_OF_BITS = np.uint64(0x3333333333333333)
LOW_HALVES = np.uint64(0x0F0F0F0F0F0F0F0F)


@inlined
def cards_seen(shoe: Words, tags: Integers) -> tuple[Number, Number]:
    """`cards_dealt` of a shoe as `packing` makes it."""
    return cards_dealt(shoe_of(shoe), tags)


@inlined
def cards_dealt(shoe: ShoeArrays, tags: Integers) -> tuple[Number, Number]:
    """
    How many cards of the shoe have been dealt, and what they add up to in a count.

    Four bits of a word are one rank, so bits are counted by fours; the sums over the decks need
    more room, and get bytes: one word for even ranks, one for odd.
    """
    even, odd = NO_BITS, NO_BITS
    for deck in range(shoe.decks):
        word = shoe.dealt[np.uint64(deck) * shoe.lanes + shoe.lane]
        word -= word >> ONE & PAIRS_OF_BITS
        word = (word & FOURS_OF_BITS) + (word >> np.uint64(2) & FOURS_OF_BITS)
        even += word & LOW_HALVES
        odd += word >> np.uint64(4) & LOW_HALVES
    dealt, count = np.int64(0), np.int64(0)
    for rank in range(13):
        sums = odd if rank & 1 else even
        copies = np.int64(sums >> np.uint64(8 * (rank >> 1)) & np.uint64(255))
        dealt += copies
        if tags.size > 0:
            count += copies * tags[rank]
    return dealt, count


@inlined
def true_count_place(shoe: ShoeArrays, dealt: Number, count: Number) -> Number:
    """Where a true count has its row: the running count by decks left, rounded down."""
    types = np.int64(shoe.types)
    return place_of_count(types, types * np.int64(shoe.decks) - dealt, count)


@inlined
def place_of_count(types: Number, left: Number, count: Number) -> Number:
    """The same where so many cards are *left*."""
    true = count * types // (left if left > 0 else 1)
    if true > at.TRUE_COUNT_MAX:
        return 2 * at.TRUE_COUNT_MAX
    return true + at.TRUE_COUNT_MAX if true > -at.TRUE_COUNT_MAX else 0


@inlined
def add_to_count(totals: Integers, table: Number, place: Number, main: Number) -> None:
    """Add a round's main net to the row of the true count it began with; *table* begins there."""
    row = table + at.COUNT_FIELDS * place
    squared = main * main
    totals[row] += 1
    totals[row + 1] += main
    totals[row + 2] += squared & 0xFFFFFFFF
    totals[row + 3] += squared >> 32
