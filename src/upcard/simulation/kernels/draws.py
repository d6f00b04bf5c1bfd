"""Numbers of SplitMix64's stream, and which part of it a block or a shoe has, as machine code."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from upcard.simulation.kernels.compilation import inlined

Number: TypeAlias = Any
"""A whole number: int64 in a kernel, or int32."""
Flag: TypeAlias = Any
"""True or false: a boolean in a kernel."""
Word: TypeAlias = Any
"""A 64-bit word: uint64 in a kernel."""

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)
BLOCK_DRAWS = np.uint64(1 << 36)
"""How many draws of the stream each block may use: more than it ever can."""
SHOE_DRAWS = np.uint64(65_521)
"""How many of them each shoe may use, so that any machine may play any shoe; 2**20 fit a block."""
ONE = np.uint64(1)
index = np.uint32
"""A place that is not below zero: Numba need not ask whether it counts from the end."""


@inlined
def mixed(word: Word) -> Word:
    """SplitMix64's output for a position of its stream."""
    word = (word ^ (word >> np.uint64(30))) * FIRST_MIX
    word = (word ^ (word >> np.uint64(27))) * SECOND_MIX
    return word ^ (word >> np.uint64(31))


@inlined
def start_of(seed: Word, block: Word) -> Word:
    """
    The place in the stream where a block begins.

    The seed chooses one of 2**64 places of SplitMix64's only cycle; from there each block has a
    part of its own, so blocks of one seed never share a draw.
    """
    return mixed(mixed(seed + STEP) + STEP) + block * BLOCK_DRAWS * STEP


@inlined
def start_of_shoe(start: Word, number: Word) -> Word:
    """The place in the stream where a shoe of the block at *start* begins."""
    return start + np.uint64(number) * SHOE_DRAWS * STEP
