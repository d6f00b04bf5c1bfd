"""
The kernels of a graphics card: each thread plays some shoes of a block, by the rules of `blocks`.

Here is only what a card does otherwise than a processor: who plays which shoe, where the shoes
lie, and how many threads add up to one sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import gpu_lanes
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.block_kernels import play_shoes, start_of
from upcard.simulation.kernels.card_compilers import IS_SIMULATED, cuda, on_card, types
from upcard.simulation.kernels.compilation import Startable, cache_folder, numba_keeps_here
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.gpu_lanes import lane_arguments
from upcard.simulation.kernels.layout import Integers, ShoeArrays, Tables

THREADS = at.THREADS
GROUPS: Final = 8
"""Eight groups must have room on a multiprocessor: it leaves each thread 64 registers."""

# Numba wants the sizes of a card's arrays as globals.
FELT = at.FELT
MASKS = at.DECKS * THREADS
NOTES = at.EMPTIED + 1
TOTALS_MAX = (
    at.WAGERS + at.WAGER_FIELDS * (at.FIRST_SIDE + at.SIDES_MAX) + at.TRUE_COUNTS * at.COUNT_FIELDS
)
COUNTS_MAX = at.CELLS + at.VERDICTS * at.SIDES_MAX


def _arguments() -> tuple[object, ...]:
    """The types of a kernel's arguments."""
    numbers, octets = types.int64[::1], types.uint8[::1]
    fields = {
        "settings": types.UniTuple(types.int64, at.SETTINGS),
        "decisions": octets,
        "pairs": octets,
        "verdicts": octets,
        "lines": octets,
        "moves": octets,
        "known": octets,
    }
    tables = types.NamedTuple([fields.get(name, numbers) for name in Tables._fields], Tables)
    facts, sizes = types.UniTuple(types.uint32, 3), types.UniTuple(types.int64, 2)
    word, number = types.uint64, types.int64
    return (tables, facts, word, word, number, number, sizes, numbers, numbers)


@on_card
def play_part(
    tables: Tables,
    facts: tuple[Word, Word, Word],
    seed: Word,
    first: Word,
    shoes: Number,
    parts: Number,
    sizes: tuple[int, int],
    felt: Integers,
    totals: Integers,
    all_totals: Integers,
    all_counts: Integers,
) -> None:
    """
    One thread's shoes of one block, added to that block's totals and counts.

    Blocks follow each other from *first*; each is played by *parts* groups of threads. Sums are
    whole numbers, so it does not matter who adds first.
    """
    notes = cuda.local.array(NOTES, np.uint64)
    masks = cuda.shared.array(MASKS, np.uint64)
    counts = cuda.shared.array(COUNTS_MAX, np.int32)
    thread, group = cuda.threadIdx.x, cuda.blockIdx.x
    for cell in range(thread, sizes[1], THREADS):
        counts[cell] = 0
    for place in range(sizes[0]):
        totals[place] = 0
    notes[at.EMPTIED] = 0
    cuda.syncthreads()
    decks, kinds, rejected = np.uint64(facts[0]), np.uint64(facts[1]), np.uint64(facts[2])
    shoe = ShoeArrays(masks, decks, kinds, rejected, notes, np.uint64(THREADS), np.uint64(thread))
    block = group // parts
    lane = (group - block * parts) * THREADS + thread
    start = np.uint64(start_of(seed, np.uint64(first + np.uint64(block))))
    play_shoes(tables, lane, shoes, parts * THREADS, felt, shoe, start, totals, counts)
    for place in range(sizes[0]):
        if totals[place] != 0:
            cuda.atomic.add(all_totals, block * sizes[0] + place, totals[place])
    cuda.syncthreads()
    for cell in range(thread, sizes[1], THREADS):
        if counts[cell] != 0:
            cuda.atomic.add(all_counts, block * sizes[1] + cell, np.int64(counts[cell]))


def play_dealt(
    tables: Tables,
    facts: tuple[Word, Word, Word],
    seed: Word,
    first: Word,
    shoes: Number,
    parts: Number,
    sizes: tuple[int, int],
    totals: Integers,
    counts: Integers,
) -> None:
    """Blocks of any setup: what fits no automaton of lanes."""
    felt = cuda.local.array(FELT, np.int32)
    own = cuda.local.array(TOTALS_MAX, np.int64)
    play_part(tables, facts, seed, first, shoes, parts, sizes, felt, own, totals, counts)


class CardKernel(NamedTuple):
    """A kernel of a card, and how it is started."""

    function: Callable[..., None]
    arguments: tuple[object, ...]
    """The types of its arguments."""
    threads: int
    """In each group."""
    groups: int
    """How many groups must have room on a multiprocessor."""

    @property
    def bounds(self) -> tuple[int, int]:
        """What a compiler must know to give each thread its registers."""
        return self.threads, self.groups


_OF_SHOES: Final = (_arguments(), THREADS, GROUPS)
_OF_LANES: Final = (lane_arguments(), gpu_lanes.THREADS, gpu_lanes.GROUPS)
KERNELS: Final = {
    "play_dealt": CardKernel(play_dealt, *_OF_SHOES),
    "play_lanes_alone": CardKernel(gpu_lanes.play_lanes_alone, *_OF_LANES),
    "play_lanes_beside": CardKernel(gpu_lanes.play_lanes_beside, *_OF_LANES),
}


def compiled(name: str) -> Startable:
    """A kernel for the card of this machine, compiled once and kept on disk if possible."""
    kernel = KERNELS[name]
    if IS_SIMULATED:
        simulated: Startable = cuda.jit(kernel.function)
        return simulated
    is_kept = cache_folder() is not None
    with numba_keeps_here():
        jit = cuda.jit(kernel.arguments, launch_bounds=kernel.bounds, lto=False, cache=is_kept)
        made: Startable = jit(kernel.function)
    return made
