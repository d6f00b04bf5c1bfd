"""
The kernels of a graphics card: each thread plays some shoes of a block, by the rules of `blocks`.

Here is only what a card does otherwise than a processor: who plays which shoe, where the shoes
lie, and how many threads add up to one sum.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

import numpy as np
from numba import cuda as numba_cuda
from numba import types as numba_types
from numba.core import config as numba_settings

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.block_kernels import bump, play_shoes, start_of
from upcard.simulation.kernels.compilation import Kernel, cache_folder, numba_keeps_here
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.layout import Integers, ShoeArrays, Tables

cuda: ModuleType = numba_cuda
types: ModuleType = numba_types
numba_config: Any = numba_settings
# A part of a block may leave most of a card without work: nobody need be warned of it.
numba_config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
IS_SIMULATED: Final = bool(getattr(numba_config, "ENABLE_CUDASIM", False))
"""Whether Numba plays the card in Python, for tests."""
IS_COMPILED: Final = not IS_SIMULATED and find_spec("numba_cuda") is not None
"""Whether there is what compiles for a card: Numba by itself only simulates one."""

THREADS = at.THREADS
BOUNDS: Final = (THREADS, 8)
"""Eight groups must have room on a multiprocessor: it leaves each thread 64 registers."""

# Numba wants the sizes of a card's arrays as globals.
FELT = at.FELT
SPOTS, STANDS, SIDES = at.SPOTS, at.DEALER_STANDS, at.SIDES
BONUS, INSURANCE_STAKE = at.BONUS, at.INSURANCE_STAKE
MASKS = at.DECKS * THREADS
NOTES = at.EMPTIED + 1
FELT_ALONE = at.SIDE_VERDICTS
TOTALS_ALONE = at.WAGERS + at.WAGER_FIELDS * at.FIRST_SIDE
TOTALS_MAX = (
    at.WAGERS + at.WAGER_FIELDS * (at.FIRST_SIDE + at.SIDES_MAX) + at.TRUE_COUNTS * at.COUNT_FIELDS
)
COUNTS_MAX = at.CELLS + at.VERDICTS * at.SIDES_MAX


def on_card(function: Kernel) -> Kernel:
    """*function* as a part of the kernels of a card."""
    options = {"forceinline": True} if IS_COMPILED else {}
    made: Kernel = cuda.jit(device=True, **options)(function)
    return made


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


ARGUMENTS: Final = _arguments()

if IS_COMPILED:
    _extending = import_module("numba.cuda.extending")

    @_extending.overload(bump)  # type: ignore[untyped-decorator]
    def _bump_together(counts: object, cell: object) -> object:
        """Many threads count in one array, so none may overwrite what another has counted."""

        def add_one(counts: object, cell: object) -> None:
            cuda.atomic.add(counts, cell, np.int32(1))

        return add_one


@on_card
def alone(tables: Tables) -> Tables:
    """
    *tables* with the settings of a lone main wager from fresh shoes as constants.

    A compiler then leaves out all else: other spots, side wagers, insurance, cut cards and counts.
    """
    told = tables.settings
    one, no = np.int64(1), np.int64(0)
    rules, bonuses = told[:SPOTS], told[BONUS:INSURANCE_STAKE]
    settings: Any = (*rules, one, *told[STANDS:SIDES], no, *bonuses, no, no, no, no, no, no)
    return Tables(
        settings,
        tables.decisions,
        tables.pairs,
        tables.specials,
        tables.pays,
        tables.sides,
        tables.verdicts,
        tables.lines,
        tables.side_pays,
        tables.players,
        tables.tags,
        tables.moves,
        tables.moved,
        tables.moved_pays,
        tables.known,
    )


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


def play_lone(
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
    """Blocks of one spot's main wager from fresh shoes: the fastest kernel."""
    felt = cuda.local.array(FELT_ALONE, np.int32)
    own = cuda.local.array(TOTALS_ALONE, np.int64)
    played = alone(tables)
    play_part(played, facts, seed, first, shoes, parts, sizes, felt, own, totals, counts)


def play_any(
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
    """Blocks of any setup."""
    felt = cuda.local.array(FELT, np.int32)
    own = cuda.local.array(TOTALS_MAX, np.int64)
    play_part(tables, facts, seed, first, shoes, parts, sizes, felt, own, totals, counts)


KERNELS: Final = {"play_lone": play_lone, "play_any": play_any}


def compiled(name: str) -> Any:
    """A kernel for the card of this machine, compiled once and kept on disk if possible."""
    if IS_SIMULATED:
        return cuda.jit(KERNELS[name])
    is_kept = cache_folder() is not None
    with numba_keeps_here():
        return cuda.jit(ARGUMENTS, launch_bounds=BOUNDS, lto=False, cache=is_kept)(KERNELS[name])
