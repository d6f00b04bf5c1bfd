"""Blocks of shoes in lanes, as kernels that Python calls: several spots, cut cards and counts."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_kernels import start_of
from upcard.simulation.kernels.compilation import called, entry, inlined
from upcard.simulation.kernels.draws import SHOE_DRAWS, STEP, Flag, Number, Word
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_meters import LaneMeters, add_meters, no_meters
from upcard.simulation.kernels.lane_operations import lowest_lane, mask_of
from upcard.simulation.kernels.lane_rounds import LaneSums, add_rounds
from upcard.simulation.kernels.lane_shoes import (
    EMPTIED,
    ONE,
    SHOE_NUMBERS,
    Shoes,
    begin_shoe,
    fill_shoe,
)
from upcard.simulation.kernels.lane_splits import PILE_ROWS, SPOT_ROWS
from upcard.simulation.kernels.lane_spots import CARD_ROWS, SPLIT_ROWS, walk_spots
from upcard.simulation.kernels.lane_tables import Engine
from upcard.simulation.kernels.layout import Integers, Words, lined_up
from upcard.simulation.kernels.sequences import FALL, LOWEST, RESULT, SESSION_FIELDS
from upcard.simulation.kernels.true_counts import add_to_count, place_of_count

# What a lane keeps of its session: which it is, how many rounds it has, and how it stands.
NUMBER: Final = 0
PLAYED: Final = 1
BALANCE: Final = 2
PEAK: Final = 3
LOW: Final = 4
DEEPEST: Final = 5
SESSION_STATE: Final = 6

# What is kept of a shoe: its rounds, then the net of each wager, side wagers last.
ROUNDS: Final = 0
MAIN: Final = 1
BESIDE: Final = 2
SUPER_BONUS: Final = 3
INSURANCE: Final = 4
FIRST_SIDE: Final = 5


class LaneSessions(NamedTuple):
    """Sessions, one in each lane; all but their number of rounds is overwritten."""

    rounds: Number
    """In each session; 0 where shoes are played."""
    all_rounds: Number
    """In all sessions together: the last one may have fewer than the others."""
    kept: Integers
    """What became of each session: see `sequences`."""
    state: Integers
    draws: Words
    """How much of the stream each shoe or session has, and where the block begins in it."""
    meters: LaneMeters
    by_wager: Integers
    """For each shoe its rounds, and what each wager came to in it: see `add_to_shoes`; or empty."""


def no_sessions() -> LaneSessions:
    """Shoes are played, and nobody asks for sessions."""
    return lane_sessions(0, 0, int(SHOE_DRAWS), no_meters())


def shoe_by_shoe(shoes: int, sides: int) -> LaneSessions:
    """The same, with room for what each wager came to in each shoe."""
    rows = np.zeros(shoes * (FIRST_SIDE + sides), np.int64)
    return no_sessions()._replace(by_wager=rows)


def lane_sessions(rounds: int, all_rounds: int, draws: int, meters: LaneMeters) -> LaneSessions:
    """Room for sessions of so many rounds, each with its part of the stream."""
    sessions = -(-all_rounds // rounds) if rounds else 0
    return LaneSessions(
        rounds=rounds,
        all_rounds=all_rounds,
        kept=np.zeros(SESSION_FIELDS * sessions, np.int64),
        state=np.zeros(SESSION_STATE * lay.LANES, np.int64),
        draws=np.array([draws, 0], np.uint64),
        meters=meters,
        by_wager=np.zeros(0, np.int64),
    )


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


def full_shoes(automaton: Automaton) -> Shoes:
    """Room for the shoes of all lanes."""
    cards, types = (int(automaton.numbers[place]) for place in (lay.CARDS, lay.TYPES))
    full = lined_up((cards // lay.LANES + 1) * lay.LANES, np.uint8)
    full[:cards] = np.arange(cards) % types
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


@inlined
def note_counts(automaton: Automaton, shoes: Shoes, bits: Word, rows: Integers) -> None:
    """Keep the row of the true count that the round of each lane begins with."""
    table, types = automaton.numbers[lay.COUNT_TABLE], automaton.numbers[lay.TYPES]
    if table == 0:
        return
    while bits != 0:
        lane = lowest_lane(bits)
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
    automaton: Automaton, shoes: Shoes, sessions: LaneSessions, lane: Number, number: Number
) -> None:
    """Let a lane begin the shoe or session with that number, and a shoe for it."""
    distance = np.uint64(number) * sessions.draws[0] * STEP
    begin_shoe(automaton, shoes, lane, sessions.draws[1] + distance)
    for field in range(SESSION_STATE):
        sessions.state[field * lay.LANES + lane] = 0
    sessions.state[NUMBER * lay.LANES + lane] = number


@inlined
def add_to_session(sessions: LaneSessions, lane: Number, net: Number) -> Flag:
    """Add a round to the session of a lane; whether it was the last one."""
    state, lanes = sessions.state, lay.LANES
    balance = state[BALANCE * lanes + lane] + net
    peak = max(state[PEAK * lanes + lane], balance)
    lowest = min(state[LOW * lanes + lane], balance)
    deepest = max(state[DEEPEST * lanes + lane], peak - balance)
    played = state[PLAYED * lanes + lane] + 1
    state[BALANCE * lanes + lane], state[PEAK * lanes + lane] = balance, peak
    state[LOW * lanes + lane], state[DEEPEST * lanes + lane] = lowest, deepest
    state[PLAYED * lanes + lane] = played
    number = state[NUMBER * lanes + lane]
    if played < min(sessions.rounds, sessions.all_rounds - number * sessions.rounds):
        return False
    start = SESSION_FIELDS * number
    sessions.kept[start + RESULT] = balance
    sessions.kept[start + LOWEST] = lowest
    sessions.kept[start + FALL] = deepest
    return True


@inlined
def number_rounds(sessions: LaneSessions, numbers: Integers) -> None:
    """The number of the round of each lane in its block."""
    for lane in range(lay.LANES):
        before = sessions.state[NUMBER * lay.LANES + lane] * sessions.rounds
        numbers[lane] = before + sessions.state[PLAYED * lay.LANES + lane]


@called
def add_to_shoes(sessions: LaneSessions, sums: LaneSums, bits: Word) -> None:
    """Add what the wagers of a round came to, to the shoe of each of some lanes."""
    sides = sums.sides.size // lay.LANES
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        row = sessions.state[NUMBER * lay.LANES + lane] * (FIRST_SIDE + sides)
        sessions.by_wager[row + ROUNDS] += 1
        sessions.by_wager[row + MAIN] += sums.nets[lane]
        sessions.by_wager[row + BESIDE] += sums.beside[lane]
        sessions.by_wager[row + SUPER_BONUS] += sums.bonuses[lane]
        sessions.by_wager[row + INSURANCE] += sums.insurances[lane]
        for side in range(sides):
            sessions.by_wager[row + FIRST_SIDE + side] += sums.sides[side * lay.LANES + lane]


@entry
def play_lane_shoes(
    engine: Engine,
    automaton: Automaton,
    seed: Word,
    block: Word,
    last: Number,
    table: LaneCards,
    shoes: Shoes,
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
    cut, cards = automaton.numbers[lay.CUT], automaton.numbers[lay.CARDS]
    count_table = automaton.numbers[lay.COUNT_TABLE]
    begun, live = np.int64(0), np.uint64(0)
    for lane in range(min(lay.LANES, last)):
        begin_part(automaton, shoes, sessions, lane, begun)
        live |= ONE << np.uint64(lane)
        begun += 1
    while live != 0:
        note_counts(automaton, shoes, live, rows)
        walk_spots(engine, automaton, table, shoes, 0, mask_of(live))
        add_rounds(engine, automaton, table, sums, live, totals, counts)
        if sessions.by_wager.size:
            add_to_shoes(sessions, sums, live)
        if sessions.meters.table.size:
            number_rounds(sessions, sums.bonuses)
            add_meters(automaton, table, sessions.meters, sums.bonuses, live)
        bits = live
        while bits != 0:
            lane = lowest_lane(bits)
            bits &= bits - ONE
            net = sums.nets[lane]
            if count_table:
                add_to_count(totals, count_table, rows[lane], net)
            is_over = is_cut = cards - np.int64(shoes.left[lane]) >= cut
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
