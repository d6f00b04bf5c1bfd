"""Sessions in lanes, one in each: how they stand, and what is kept of them; and of single shoes."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import SHOE_DRAWS, Flag, Number, Word
from upcard.simulation.kernels.lane_engines import ONE, Engine, first_lane, lanes_of
from upcard.simulation.kernels.lane_meters import LaneMeters, no_meters
from upcard.simulation.kernels.lane_sums import LaneSums
from upcard.simulation.kernels.layout import Integers, Words

# What is kept of a session, in units: its result, its lowest point, its deepest fall from a peak.
SESSION_FIELDS: Final = 3
RESULT: Final = 0
LOWEST: Final = 1
FALL: Final = 2

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
    """What became of each session: `SESSION_FIELDS` numbers."""
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


@inlined
def begin_session(sessions: LaneSessions, lane: Number, number: Number) -> None:
    """Let a lane begin the shoe or session with that number."""
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
def number_rounds(engine: Engine, sessions: LaneSessions, numbers: Integers) -> None:
    """The number of the round of each lane in its block."""
    for lane in range(lanes_of(engine)):
        before = sessions.state[NUMBER * lay.LANES + lane] * sessions.rounds
        numbers[lane] = before + sessions.state[PLAYED * lay.LANES + lane]


@called
def add_to_shoes(engine: Engine, sessions: LaneSessions, sums: LaneSums, bits: Word) -> None:
    """Add what the wagers of a round came to, to the shoe of each of some lanes."""
    lanes = lanes_of(engine)
    sides = sums.sides.size // lanes
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        row = sessions.state[NUMBER * lay.LANES + lane] * (FIRST_SIDE + sides)
        sessions.by_wager[row + ROUNDS] += 1
        sessions.by_wager[row + MAIN] += sums.nets[lane]
        sessions.by_wager[row + BESIDE] += sums.beside[lane]
        sessions.by_wager[row + SUPER_BONUS] += sums.bonuses[lane]
        sessions.by_wager[row + INSURANCE] += sums.insurances[lane]
        for side in range(sides):
            sessions.by_wager[row + FIRST_SIDE + side] += sums.sides[side * lanes + lane]
