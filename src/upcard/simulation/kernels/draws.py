"""Numbers of the stream, and cards drawn by them from a shoe, as machine code."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.layout import Bytes, ShoeArrays, Words

Number: TypeAlias = Any
"""A whole number: int64 in a kernel, or int32 once `small` made it so."""
Flag: TypeAlias = Any
"""True or false: a boolean in a kernel."""
Word: TypeAlias = Any
"""A 64-bit word: uint64 in a kernel."""
Maybe: TypeAlias = Bytes | None

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)
BLOCK_DRAWS = np.uint64(1 << 36)
"""How many draws of the stream each block may use: more than it ever can."""
SHOE_DRAWS = np.uint64(65_521)
"""How many of them each shoe may use, so that any machine may play any shoe; 2**20 fit a block."""
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ONE = np.uint64(1)
NO_BITS = np.uint64(0)
small = np.int32
"""Cards, points and records fit 32 bits: graphics cards count in them, processors do not mind."""
index = np.uint32
"""A place that is not below zero: Numba need not ask whether it counts from the end."""


@inlined
def mixed(word: Word) -> Word:
    """SplitMix64's output for a position of its stream."""
    word = (word ^ (word >> np.uint64(30))) * FIRST_MIX
    word = (word ^ (word >> np.uint64(27))) * SECOND_MIX
    return word ^ (word >> np.uint64(31))


@inlined
def shoe_of(words: Words) -> ShoeArrays:
    """A shoe for `draw`, from the words that `packing` fills."""
    rejected = words[at.REJECTED_BELOW]
    return ShoeArrays(words, words[at.DECKS], words[at.TYPES], rejected, words, ONE, NO_BITS)


@inlined
def draw(shoe: ShoeArrays, place: Word, order: Maybe) -> tuple[Number, Word]:
    """
    The next card, and the place in the stream after it.

    A card is a deck and a type in it, drawn evenly (Lemire's way, with rejection) until it is one
    that has not been dealt: one bit of *shoe* for each card says so.
    """
    if order is not None:
        return small(order[place]), place + ONE
    while True:
        place += STEP
        scaled = (mixed(place) >> HALF) * shoe.decks
        deck = (scaled >> HALF) * shoe.lanes + shoe.lane
        scaled = (scaled & LOW) * shoe.types
        if scaled & LOW < shoe.rejected_below:
            continue
        bit = ONE << (scaled >> HALF)
        dealt = shoe.dealt[deck]
        if dealt & bit == NO_BITS:
            shoe.dealt[deck] = dealt | bit
            return small(scaled >> HALF), place
        if dealt == (ONE << shoe.types) - ONE:
            shuffle_if_empty(shoe)


@inlined
def shuffle_shoe(shoe: ShoeArrays) -> None:
    """Bring all cards back."""
    for deck in range(at.DECKS):
        shoe.dealt[np.uint64(deck) * shoe.lanes + shoe.lane] = NO_BITS


@called
def shuffle_if_empty(shoe: ShoeArrays) -> None:
    """Bring all cards back when none is left: a round too long for its shoe goes on."""
    full = (ONE << shoe.types) - ONE
    for deck in range(shoe.decks):
        if shoe.dealt[np.uint64(deck) * shoe.lanes + shoe.lane] != full:
            return
    shuffle_shoe(shoe)
    shoe.notes[at.EMPTIED] += ONE
