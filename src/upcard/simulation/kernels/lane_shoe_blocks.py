"""Blocks of shoes in lanes, as kernels that Python calls: several spots, cut cards and counts."""

from __future__ import annotations

from functools import cache

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add_to_count, place_of_count
from upcard.simulation.kernels.compilation import entry, inlined
from upcard.simulation.kernels.draws import STEP, Flag, Number, Word, start_of, start_of_shoe
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_engines import (
    ONE,
    Alone,
    Engine,
    first_lane,
    lanes_marked,
    lanes_of,
)
from upcard.simulation.kernels.lane_meters import add_meters
from upcard.simulation.kernels.lane_rounds import add_rounds
from upcard.simulation.kernels.lane_sessions import (
    LaneSessions,
    add_to_session,
    add_to_shoes,
    begin_session,
    number_rounds,
)
from upcard.simulation.kernels.lane_shoes import (
    EMPTIED,
    SHOE_NUMBERS,
    TAKEN,
    TAKEN_MAX,
    LoneShoe,
    Shoes,
    begin_shoe,
    fill_shoe,
)
from upcard.simulation.kernels.lane_splits import PILE_ROWS, SPOT_ROWS
from upcard.simulation.kernels.lane_spots import CARD_ROWS, SPLIT_ROWS, walk_spots
from upcard.simulation.kernels.lane_sums import LaneSums
from upcard.simulation.kernels.layout import Bytes, Integers, lined_up


def a_table() -> LaneCards:
    """Room for the cards of lanes with up to seven spots."""
    none = lined_up(1, np.uint64)
    return LaneCards(
        state=lined_up(1, np.uint32),
        seen=lined_up(1, np.uint16),
        cards=lined_up(CARD_ROWS * lay.LANES, np.uint8),
        places=none,
        piles=lined_up(PILE_ROWS * lay.LANES, np.uint8),
        hands=lined_up((SPLIT_ROWS + SPOT_ROWS) * lay.LANES, np.uint8),
        numbers=lined_up(1, np.int64),
    )


def a_lone_table() -> LaneCards:
    """The same for a lane alone."""
    return LaneCards(
        state=np.zeros(1, np.uint32),
        seen=np.zeros(1, np.int32),
        cards=np.zeros(CARD_ROWS, np.int32),
        places=np.zeros(1, np.int64),
        piles=np.zeros(PILE_ROWS, np.int32),
        hands=np.zeros(SPLIT_ROWS + SPOT_ROWS, np.int32),
        numbers=np.zeros(1, np.int64),
    )


def full_shoe(automaton: Automaton) -> Bytes:
    """The types of the cards of a full shoe, and at least one place more."""
    return _full_shoe(int(automaton.numbers[lay.CARDS]), int(automaton.numbers[lay.TYPES]))


@cache
def _full_shoe(cards: int, types: int) -> Bytes:
    full = lined_up((cards // lay.LANES + 1) * lay.LANES, np.uint8)
    full[:cards] = np.arange(cards) % types
    return full


def full_shoes(automaton: Automaton) -> Shoes:
    """Room for the shoes of all lanes."""
    full = full_shoe(automaton)
    return Shoes(
        full=full,
        cards=lined_up(lay.LANES * full.size, np.uint8),
        left=lined_up(lay.LANES, np.uint64),
        places=lined_up(lay.LANES, np.uint64),
        chosen=lined_up(lay.LANES, np.uint64),
        drawn=lined_up(lay.LANES, np.uint8),
        running=lined_up(lay.LANES, np.uint16),
        numbers=lined_up(SHOE_NUMBERS, np.int64),
    )


def a_lone_shoe(automaton: Automaton) -> LoneShoe:
    """Room for the shoe of a lane alone, which is still to be filled."""
    numbers = np.zeros(SHOE_NUMBERS, np.int64)
    numbers[TAKEN] = TAKEN_MAX + 1
    full = full_shoe(automaton)
    return LoneShoe(
        full=full,
        cards=np.zeros(full.size, np.uint8),
        left=np.zeros(1, np.uint64),
        places=np.zeros(1, np.uint64),
        taken=np.zeros(TAKEN_MAX, np.uint16),
        running=np.zeros(1, np.int32),
        numbers=numbers,
    )


@inlined
def note_counts(
    engine: Engine, automaton: Automaton, shoes: Shoes | LoneShoe, bits: Word, rows: Integers
) -> None:
    """Keep the row of the true count that the round of each lane begins with."""
    table, types = automaton.numbers[lay.COUNT_TABLE], automaton.numbers[lay.TYPES]
    if table == 0:
        return
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        running = np.int64(np.int16(shoes.running[lane]))
        rows[lane] = place_of_count(types, np.int64(shoes.left[lane]), running)


@inlined
def add_found(automaton: Automaton, sums: LaneSums, counts: Integers) -> None:
    """Count hands by what they came to."""
    for number in range(automaton.numbers[lay.CLASSES]):
        counts[automaton.cells[number]] += sums.found[number]


@inlined
def begin_part(
    automaton: Automaton,
    shoes: Shoes | LoneShoe,
    sessions: LaneSessions,
    lane: Number,
    number: Number,
) -> None:
    """Let a lane begin the shoe or session with that number, and a shoe for it."""
    distance = np.uint64(number) * sessions.draws[0] * STEP
    begin_shoe(automaton, shoes, lane, sessions.draws[1] + distance)
    begin_session(sessions, lane, number)


@inlined
def play_once(
    engine: Engine,
    automaton: Automaton,
    table: LaneCards,
    shoes: Shoes | LoneShoe,
    sums: LaneSums,
    rows: Integers,
    live: Word,
    totals: Integers,
    counts: Integers,
) -> None:
    """A round of every lane that is *live*, added up."""
    note_counts(engine, automaton, shoes, live, rows)
    walk_spots(engine, automaton, table, shoes, 0, lanes_marked(engine, live))
    add_rounds(engine, automaton, table, sums, live, totals, counts)


@inlined
def is_to_be_cut(automaton: Automaton, shoes: Shoes | LoneShoe, lane: Number) -> Flag:
    """Whether a lane has dealt to its cut card; a fresh shoe each round is cut at once."""
    left = np.int64(shoes.left[lane])
    return automaton.numbers[lay.CARDS] - left >= automaton.numbers[lay.CUT]


@inlined
def play_shoes_alone(
    automaton: Automaton,
    parts: tuple[Number, Number, Number],
    start: Word,
    table: LaneCards,
    shoe: LoneShoe,
    sums: LaneSums,
    rows: Integers,
    totals: Integers,
    counts: Integers,
) -> None:
    """Play some shoes of the block at *start*, from a first one on, before a last, in steps."""
    count_table = automaton.numbers[lay.COUNT_TABLE]
    for number in range(parts[0], parts[1], parts[2]):
        begin_shoe(automaton, shoe, 0, start_of_shoe(start, np.uint64(number)))
        is_over = False
        while not is_over:
            play_once(Alone(), automaton, table, shoe, sums, rows, ONE, totals, counts)
            if count_table:
                add_to_count(totals, count_table, rows[0], sums.nets[0])
            is_over = is_to_be_cut(automaton, shoe, 0)


@inlined
def add_to_sessions(
    engine: Engine,
    automaton: Automaton,
    table: LaneCards,
    sums: LaneSums,
    sessions: LaneSessions,
    live: Word,
) -> None:
    """Add a round of every lane that is *live* to what is kept of its shoe, and to its meters."""
    if sessions.by_wager.size:
        add_to_shoes(engine, sessions, sums, live)
    if sessions.meters.table.size:
        number_rounds(engine, sessions, sums.bonuses)
        add_meters(engine, automaton, table, sessions.meters, sums.bonuses, live)


@entry
def play_lane_shoes(
    engine: Engine,
    automaton: Automaton,
    seed: Word,
    block: Word,
    last: Number,
    table: LaneCards,
    shoes: Shoes | LoneShoe,
    sums: LaneSums,
    rows: Integers,
    sessions: LaneSessions,
    totals: Integers,
    counts: Integers,
) -> None:
    """
    Play the first shoes of a block, up to number *last*, and add them to *totals* and *counts*.

    A lane that has dealt to its cut card takes the next shoe that nobody has. With sessions it is
    the first sessions of a block that are played, each from as many shoes as it needs. Table,
    shoes, sums and rows are for its own use.
    """
    sessions.draws[1] = start_of(seed, block)
    count_table = automaton.numbers[lay.COUNT_TABLE]
    begun, live = np.int64(0), np.uint64(0)
    for lane in range(min(lanes_of(engine), last)):
        begin_part(automaton, shoes, sessions, lane, begun)
        live |= ONE << np.uint64(lane)
        begun += 1
    while live != 0:
        play_once(engine, automaton, table, shoes, sums, rows, live, totals, counts)
        add_to_sessions(engine, automaton, table, sums, sessions, live)
        bits = live
        while bits != 0:
            lane = first_lane(engine, bits)
            bits &= bits - ONE
            net = sums.nets[lane]
            if count_table:
                add_to_count(totals, count_table, rows[lane], net)
            is_over = is_cut = is_to_be_cut(automaton, shoes, lane)
            if sessions.rounds:
                is_over = add_to_session(sessions, lane, net + sums.beside[lane])
            if is_over and begun < last:
                begin_part(automaton, shoes, sessions, lane, begun)
                begun += 1
            elif is_over:
                live ^= ONE << np.uint64(lane)
            elif is_cut:
                fill_shoe(automaton, shoes, lane)
    add_found(automaton, sums, counts)
    totals[at.SHOES_EMPTIED] += shoes.numbers[EMPTIED]
