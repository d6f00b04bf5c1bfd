"""
Lanes on a graphics card: a warp has the 32 generators of a block, and a segment of their streams.

Here is only what a card does otherwise than a processor: who plays which segment, where tables and
queue lie, and how many threads add up to one sum.
An array of a thread belongs to the function that makes it, so every kernel makes its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add_main
from upcard.simulation.kernels.card_compilers import cuda, on_card, types
from upcard.simulation.kernels.draws import Number, Word, start_of
from upcard.simulation.kernels.lane_blocks import STEPS
from upcard.simulation.kernels.lane_draws import NINE, SEEN_MAX, STREAMS, LaneCards
from upcard.simulation.kernels.lane_splits import HAND_ROWS, PILE_ROWS
from upcard.simulation.kernels.lane_threads import (
    Segments,
    SharedQueue,
    ThreadDesk,
    play_steps,
    play_waiting,
    state_of,
)
from upcard.simulation.kernels.layout import Bytes, Integers, Smalls

# Numba wants the sizes of a card's arrays as globals.
THREADS = at.LANE_THREADS
WARPS = THREADS // STREAMS
GROUPS: Final = 2
"""Four groups must have room on a multiprocessor: it leaves each thread 64 registers."""
QUEUE = 3 * THREADS
QUEUE_WORDS = QUEUE * NINE
SMALL_BYTES = lay.SMALL_TABLES * lay.SMALL
CLASSES = lay.LARGE
COUNTS_MAX = at.CELLS + at.VERDICTS * at.SIDES_MAX
TOTALS_ALONE = at.WAGERS + at.WAGER_FIELDS * at.FIRST_SIDE
TOTALS_MAX = at.WAGERS + at.WAGER_FIELDS * (at.FIRST_SIDE + at.SIDES_MAX)
NINE_CARDS = NINE
WATCHED = lay.SEEN_ROWS
SEEN = SEEN_MAX
PILES = PILE_ROWS
HAND_NUMBERS = HAND_ROWS + 1


def automaton_type() -> object:
    """The type of the tables that a kernel gets."""
    numbers, octets = types.int64[::1], types.uint8[::1]
    fields = {
        "numbers": types.UniTuple(types.int32, lay.NUMBERS),
        "small": octets,
        "large": octets,
        "columns": octets,
        "verdicts": types.uint32[::1],
        "lines": octets,
        "moves": octets,
    }
    kinds = [fields.get(name, numbers) for name in Automaton._fields]
    return types.NamedTuple(kinds, Automaton)


def lane_arguments() -> tuple[object, ...]:
    """The types of a kernel's arguments."""
    numbers, word, number = types.int64[::1], types.uint64, types.int64
    segments = types.NamedTuple([types.uint32[::1], number, number], Segments)
    sizes = types.UniTuple(types.int64, 2)
    return (automaton_type(), segments, word, word, sizes, numbers, numbers)


def _usual_reader() -> Callable[[Integers], Integers]:
    """A function that takes numbers as those of a usual game, which a compiler then knows."""
    places = [f"numbers[{place}]" for place in range(lay.NUMBERS)]
    for place in lay.USUALLY_OFF:
        places[place] = "zero"
    places[lay.SPECIALS] += f" & {lay.KINDS_ALONE}"
    made: dict[str, Any] = {"int32": np.int32}
    text = f"zero = int32(0)\n    return ({', '.join(f'int32({place})' for place in places)})"
    exec(f"def usual_numbers(numbers):\n    {text}", made)
    reader: Callable[[Integers], Integers] = on_card(made["usual_numbers"])
    return reader


usual_numbers = _usual_reader()


@on_card
def as_usual(tables: Automaton) -> Automaton:
    """*tables* of a usual game."""
    return with_tables(tables, usual_numbers(tables.numbers), tables.small, tables.large)


@on_card
def copy_shared(thread: Number, source: Bytes, target: Bytes, size: Number) -> None:
    """Bring a table into the memory that a group shares."""
    for place in range(thread, size, cuda.blockDim.x):
        target[place] = source[place]


@on_card
def clear_shared(thread: Number, target: Smalls, size: Number) -> None:
    """Let the threads of a group set an array to 0."""
    for place in range(thread, size, cuda.blockDim.x):
        target[place] = 0


@on_card
def play_segment(
    tables: Automaton,
    segments: Segments,
    seed: Word,
    first: Word,
    sizes: tuple[int, int],
    desk: ThreadDesk,
    beside: Integers | None,
    totals: Integers,
    all_totals: Integers,
    all_counts: Integers,
) -> None:
    """
    One thread's lanes in one segment of one block, added to that block's totals and counts.

    Blocks follow each other from *first*; each is played by several groups of threads. Sums are
    whole numbers, so it does not matter who adds first.
    """
    small, large = cuda.shared.array(SMALL_BYTES, np.uint8), cuda.shared.array(0, types.uint8)
    counts = cuda.shared.array(COUNTS_MAX, np.int32)
    found = cuda.shared.array(CLASSES, np.int32)
    waiting = cuda.shared.array(1, np.int32)
    rounds = cuda.shared.array(QUEUE, np.int32)
    queue = SharedQueue(waiting, rounds, cuda.shared.array(QUEUE_WORDS, np.uint16))
    thread, group = cuda.threadIdx.x, cuda.blockIdx.x
    copy_shared(thread, tables.small, small, SMALL_BYTES)
    copy_shared(thread, tables.large, large, tables.large.size)
    clear_shared(thread, counts, sizes[1])
    clear_shared(thread, found, CLASSES)
    clear_shared(thread, waiting, 1)
    for place in range(sizes[0]):
        totals[place] = 0
    cuda.syncthreads()
    here = with_tables(tables, tables.numbers, small, large)
    block = group // segments.parts
    start = np.uint64(start_of(seed, np.uint64(first + np.uint64(block))))
    part = group - block * segments.parts
    play_deals(here, segments, part, start, thread, desk, queue, found, beside, totals, counts)
    for number in range(thread, tables.numbers[lay.CLASSES], cuda.blockDim.x):
        if found[number] != 0:
            add_class(tables, number, np.int64(found[number]), totals)
    add_block(here, block, sizes, found, totals, counts, all_totals, all_counts)


@on_card
def add_block(
    tables: Automaton,
    block: Number,
    sizes: tuple[int, int],
    found: Smalls,
    totals: Integers,
    counts: Smalls,
    all_totals: Integers,
    all_counts: Integers,
) -> None:
    """Add what a thread and its group have found to the sums of their block."""
    thread = cuda.threadIdx.x
    for place in range(sizes[0]):
        if totals[place] != 0:
            cuda.atomic.add(all_totals, block * sizes[0] + place, totals[place])
    for number in range(thread, tables.numbers[lay.CLASSES], cuda.blockDim.x):
        if found[number] != 0:
            cell = block * sizes[1] + tables.cells[number]
            cuda.atomic.add(all_counts, cell, np.int64(found[number]))
    for cell in range(thread, sizes[1], cuda.blockDim.x):
        if counts[cell] != 0:
            cuda.atomic.add(all_counts, block * sizes[1] + cell, np.int64(counts[cell]))


@on_card
def with_tables(tables: Automaton, numbers: Integers, small: Bytes, large: Bytes) -> Automaton:
    """*tables* with other numbers, and with those of every walk in another memory."""
    return Automaton(
        numbers,
        small,
        large,
        tables.cells,
        tables.pays,
        tables.sides,
        tables.columns,
        tables.verdicts,
        tables.members,
        tables.lines,
        tables.path_pays,
        tables.side_pays,
        tables.envies,
        tables.players,
        tables.moves,
        tables.moved,
        tables.moved_pays,
    )


@on_card
def add_class(tables: Automaton, number: Number, rounds: Number, totals: Integers) -> None:
    """Add up rounds of one hand that came to the same."""
    net = tables.pays[number]
    squared = net * net
    low, high = rounds * (squared & 0xFFFFFFFF), rounds * (squared >> 32)
    add_main(totals, rounds, rounds * net, low, high)


@on_card
def play_deals(
    tables: Automaton,
    segments: Segments,
    part: Number,
    start: Word,
    thread: Number,
    desk: ThreadDesk,
    queue: SharedQueue,
    found: Smalls,
    beside: Integers | None,
    totals: Integers,
    counts: Integers,
) -> None:
    """Play a segment: some deals, then what waits in the queue, until it is through."""
    segment = part * WARPS + thread // STREAMS
    stream = thread - thread // STREAMS * STREAMS
    steps = STEPS // (segments.parts * WARPS)
    state = state_of(start, stream, segments.jumps, segment)
    step = segment * steps
    last = step + steps
    while step < last:
        deals = min(segments.deals, last - step)
        state = play_steps(
            tables, start, state, stream, step, deals, desk, queue, found, beside, totals, counts
        )
        step += deals
        cuda.syncthreads()
        for place in range(thread, min(queue.waiting[0], QUEUE), cuda.blockDim.x):
            play_waiting(tables, start, place, desk, queue, totals, counts)
        cuda.syncthreads()
        clear_shared(thread, queue.waiting, 1)
        cuda.syncthreads()


def play_usual_lanes(
    tables: Automaton,
    segments: Segments,
    seed: Word,
    first: Word,
    sizes: tuple[int, int],
    totals: Integers,
    counts: Integers,
) -> None:
    """Blocks of the main wager of a game without what few games have: see `USUALLY_OFF`."""
    own, words = cuda.local.array(TOTALS_ALONE, np.int64), cuda.local.array(NINE_CARDS, np.uint32)
    cards, halves = cuda.local.array(NINE_CARDS, np.int32), cuda.local.array(NINE_CARDS, np.uint32)
    others, seen = cuda.local.array(NINE_CARDS, np.int32), cuda.local.array(SEEN, np.int32)
    place, piles = cuda.local.array(1, np.int64), cuda.local.array(PILES, np.int32)
    hands, used = cuda.local.array(HAND_NUMBERS, np.int32), cuda.local.array(1, np.int64)
    careful = LaneCards(words, seen, others, place, piles, hands, used)
    desk = ThreadDesk(words, halves, cards, None, careful, None)
    play_segment(as_usual(tables), segments, seed, first, sizes, desk, None, own, totals, counts)


def play_lanes_alone(
    tables: Automaton,
    segments: Segments,
    seed: Word,
    first: Word,
    sizes: tuple[int, int],
    totals: Integers,
    counts: Integers,
) -> None:
    """Blocks of a main wager without side wagers."""
    own, words = cuda.local.array(TOTALS_ALONE, np.int64), cuda.local.array(NINE_CARDS, np.uint32)
    cards, halves = cuda.local.array(NINE_CARDS, np.int32), cuda.local.array(NINE_CARDS, np.uint32)
    others, seen = cuda.local.array(NINE_CARDS, np.int32), cuda.local.array(SEEN, np.int32)
    place, piles = cuda.local.array(1, np.int64), cuda.local.array(PILES, np.int32)
    hands, used = cuda.local.array(HAND_NUMBERS, np.int32), cuda.local.array(1, np.int64)
    careful = LaneCards(words, seen, others, place, piles, hands, used)
    desk = ThreadDesk(words, halves, cards, None, careful, None)
    play_segment(tables, segments, seed, first, sizes, desk, None, own, totals, counts)


def play_lanes_beside(
    tables: Automaton,
    segments: Segments,
    seed: Word,
    first: Word,
    sizes: tuple[int, int],
    totals: Integers,
    counts: Integers,
) -> None:
    """Blocks of a main wager and side wagers on the cards of the deal."""
    own, words = cuda.local.array(TOTALS_MAX, np.int64), cuda.local.array(NINE_CARDS, np.uint32)
    cards, halves = cuda.local.array(NINE_CARDS, np.int32), cuda.local.array(NINE_CARDS, np.uint32)
    others, seen = cuda.local.array(NINE_CARDS, np.int32), cuda.local.array(SEEN, np.int32)
    place, piles = cuda.local.array(1, np.int64), cuda.local.array(PILES, np.int32)
    hands, used = cuda.local.array(HAND_NUMBERS, np.int32), cuda.local.array(1, np.int64)
    careful = LaneCards(words, seen, others, place, piles, hands, used)
    desk = ThreadDesk(words, halves, cards, None, careful, None)
    play_segment(tables, segments, seed, first, sizes, desk, own, own, totals, counts)


def play_lanes_watched(
    tables: Automaton,
    segments: Segments,
    seed: Word,
    first: Word,
    sizes: tuple[int, int],
    totals: Integers,
    counts: Integers,
) -> None:
    """Blocks of a main wager and side wagers that look beyond the deal."""
    own, words = cuda.local.array(TOTALS_MAX, np.int64), cuda.local.array(NINE_CARDS, np.uint32)
    cards, halves = (
        cuda.local.array(WATCHED, np.int32),
        cuda.local.array(NINE_CARDS, np.uint32),
    )
    others, seen = cuda.local.array(WATCHED, np.int32), cuda.local.array(SEEN, np.int32)
    place, piles = cuda.local.array(1, np.int64), cuda.local.array(PILES, np.int32)
    hands, used = cuda.local.array(HAND_NUMBERS, np.int32), cuda.local.array(1, np.int64)
    careful = LaneCards(words, seen, others, place, piles, hands, used)
    desk = ThreadDesk(words, halves, cards, cards, careful, others)
    play_segment(tables, segments, seed, first, sizes, desk, own, own, totals, counts)
