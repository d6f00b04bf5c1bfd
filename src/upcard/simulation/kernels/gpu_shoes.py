"""
Shoes on a graphics card: each thread is a lane alone, with a shoe of its own.

It plays them by the functions of the processor (`lane_shoe_blocks`); here is only where its table
and its shoe lie, and which shoes are its own.
"""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.card_compilers import cuda, types
from upcard.simulation.kernels.draws import Word, start_of
from upcard.simulation.kernels.gpu_lanes import (
    CLASSES,
    COUNTS_MAX,
    SMALL_BYTES,
    add_block,
    automaton_type,
    clear_shared,
    copy_shared,
    with_tables,
)
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_shoe_blocks import play_shoes_alone
from upcard.simulation.kernels.lane_shoes import (
    EMPTIED,
    SHOE_NUMBERS,
    TAKEN,
    TAKEN_MAX,
    LoneShoe,
)
from upcard.simulation.kernels.lane_splits import PILE_ROWS, SPOT_ROWS
from upcard.simulation.kernels.lane_spots import CARD_ROWS, SPLIT_ROWS
from upcard.simulation.kernels.lane_sums import LaneSums
from upcard.simulation.kernels.lane_threads import ShoeParts
from upcard.simulation.kernels.layout import Integers

# Numba wants the sizes of a card's arrays as globals.
THREADS = at.SHOE_THREADS
GROUPS = 4
CARDS = CARD_ROWS
PILES = PILE_ROWS
HANDS = SPLIT_ROWS + SPOT_ROWS
SHOE_CARDS = 8 * at.CARD_TYPES + lay.LANES
REMEMBERED = TAKEN_MAX
NUMBERS = SHOE_NUMBERS
SIDES = at.SIDES_MAX
LINES = at.SIDES_MAX * at.SPOTS_MAX
SPOTS = at.SPOTS_MAX
TOTALS_MAX = (
    at.WAGERS + at.WAGER_FIELDS * (at.FIRST_SIDE + at.SIDES_MAX) + at.TRUE_COUNTS * at.COUNT_FIELDS
)


def shoe_arguments() -> tuple[object, ...]:
    """The types of the kernel's arguments."""
    numbers, word, number = types.int64[::1], types.uint64, types.int64
    parts = types.NamedTuple([types.uint8[::1], number, number], ShoeParts)
    sizes = types.UniTuple(types.int64, 2)
    return (automaton_type(), parts, word, word, sizes, numbers, numbers)


def play_dealt_shoes(
    tables: Automaton,
    shared: ShoeParts,
    seed: Word,
    first: Word,
    sizes: tuple[int, int],
    all_totals: Integers,
    all_counts: Integers,
) -> None:
    """
    Blocks of shoes, following each other from *first*.

    Each is played by several groups of threads. Sums are whole numbers, so it does not matter who
    adds first.
    """
    small, large = cuda.shared.array(SMALL_BYTES, np.uint8), cuda.shared.array(0, types.uint8)
    counts = cuda.shared.array(COUNTS_MAX, np.int32)
    found = cuda.shared.array(CLASSES, np.int32)
    totals, rows = cuda.local.array(TOTALS_MAX, np.int64), cuda.local.array(1, np.int64)
    thread, group = cuda.threadIdx.x, cuda.blockIdx.x
    copy_shared(thread, tables.small, small, SMALL_BYTES)
    copy_shared(thread, tables.large, large, tables.large.size)
    clear_shared(thread, counts, sizes[1])
    clear_shared(thread, found, CLASSES)
    for place in range(sizes[0]):
        totals[place] = 0
    cuda.syncthreads()
    here = with_tables(tables, tables.numbers, small, large)
    block = group // shared.parts
    lane = (group - block * shared.parts) * THREADS + thread
    start = np.uint64(start_of(seed, np.uint64(first + np.uint64(block))))
    none, left = cuda.local.array(1, np.uint32), cuda.local.array(1, np.uint64)
    cards, piles = cuda.local.array(CARDS, np.int32), cuda.local.array(PILES, np.int32)
    hands, place = cuda.local.array(HANDS, np.int32), cuda.local.array(1, np.int64)
    seen, used = cuda.local.array(1, np.int32), cuda.local.array(1, np.int64)
    table = LaneCards(none, seen, cards, place, piles, hands, used)
    dealt, starts = cuda.local.array(SHOE_CARDS, np.uint8), cuda.local.array(1, np.uint64)
    taken, running = cuda.local.array(REMEMBERED, np.uint16), cuda.local.array(1, np.int32)
    numbers = cuda.local.array(NUMBERS, np.int64)
    # A shoe that was never filled is filled whole.
    numbers[EMPTIED], numbers[TAKEN] = 0, REMEMBERED + 1
    shoe = LoneShoe(shared.full, dealt, left, starts, taken, running, numbers)
    nets, beside = cuda.local.array(1, np.int64), cuda.local.array(1, np.int64)
    bonuses, insured = cuda.local.array(1, np.int64), cuda.local.array(1, np.int64)
    sides, lines = cuda.local.array(SIDES, np.int64), cuda.local.array(LINES, np.uint8)
    moved = cuda.local.array(SPOTS, np.uint8)
    sums = LaneSums(nets, beside, bonuses, insured, sides, lines, moved, found)
    own = (lane, shared.shoes, shared.parts * THREADS)
    play_shoes_alone(here, own, start, table, shoe, sums, rows, totals, counts)
    totals[at.SHOES_EMPTIED] += shoe.numbers[EMPTIED]
    cuda.syncthreads()
    add_block(here, block, sizes, found, totals, counts, all_totals, all_counts)
