"""The hits of a progressive's meters in lanes, and what the house pays for its wager."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_engines import ONE, Engine, first_lane, lanes_of
from upcard.simulation.kernels.lane_sides import line_of, verdict_on
from upcard.simulation.kernels.lane_spots import show_spot
from upcard.simulation.kernels.layout import Integers

# A meter as lanes see it: which side wager hits it, whether several winners of a round share one
# award, and for each verdict what the house pays itself, the level that is hit (counted from 1; 0
# for none), and the seed that the hit brings, in cents.
METER_SIDE: Final = 0
METER_IS_SHARED: Final = 1
METER_PAYS: Final = 2
METER_LEVELS: Final = METER_PAYS + at.VERDICTS
METER_SEEDS: Final = METER_LEVELS + at.VERDICTS
METER_FIELDS: Final = METER_SEEDS + at.VERDICTS

# Hits of a block, after their number: the round in the block, the spot, the verdict.
HIT_SPOT_SHIFT: Final = 5
HIT_ROUND_SHIFT: Final = 9

# What the house pays for the meter's wager: the sum, and the squares by round in two halves.
PAID_FIELDS: Final = 3


class LaneMeters(NamedTuple):
    """The meters of a side wager; without any their table is empty."""

    table: Integers
    """`METER_FIELDS` numbers."""
    path: Number
    """The path of side wagers that the wager is in."""
    member: Number
    hits: Integers
    """How many there are, then each of them, in any order."""
    paid: Integers
    pays: Integers
    """What the house pays in the round of each lane."""
    seeded: Integers
    """A bit for each level that the round has seeded."""


def no_meters() -> LaneMeters:
    """Nobody follows a meter."""
    none = np.zeros(0, np.int64)
    return LaneMeters(none, 0, 0, none, none, none, none)


def lane_meters(automaton: Automaton, table: Integers, most: int) -> LaneMeters:
    """The meters of *table*, with room for *most* hits."""
    member = automaton.members.tolist().index(int(table[METER_SIDE]))
    firsts = automaton.sides[lay.SIDE_FIRST :: lay.SIDE_NUMBERS].tolist()
    path = max(place for place, first in enumerate(firsts) if first <= member)
    # Room for every wager to be a hit: pages that nobody writes to take no memory.
    hits = np.empty(1 + most, np.int64)
    hits[0] = 0
    lanes = np.zeros(lay.LANES, np.int64)
    paid = np.zeros(PAID_FIELDS, np.int64)
    return LaneMeters(table, path, member, hits, paid, lanes, lanes.copy())


@called
def add_meters(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    meters: LaneMeters,
    rounds: Integers,
    bits: Word,
) -> None:
    """Note the hits of the rounds of some lanes, which have these numbers in their block."""
    lanes = lanes_of(engine)
    for lane in range(lanes):
        meters.pays[lane] = meters.seeded[lane] = 0
    for spot in range(automaton.numbers[lay.SPOTS]):
        show_spot(automaton, desk, spot)
        waiting = bits
        while waiting != 0:
            lane = first_lane(engine, waiting)
            waiting &= waiting - ONE
            verdict = verdict_on(automaton, desk.cards, lanes, meters.path, lane)
            line = line_of(automaton, meters.path, meters.member, verdict) % at.VERDICTS
            add_line(meters, lane, line, rounds[lane] << HIT_ROUND_SHIFT | spot << HIT_SPOT_SHIFT)
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        squared = meters.pays[lane] * meters.pays[lane]
        meters.paid[0] += meters.pays[lane]
        meters.paid[1] += squared & 0xFFFFFFFF
        meters.paid[2] += squared >> 32


@inlined
def add_line(meters: LaneMeters, lane: Number, line: Number, place: Number) -> None:
    """Add what the house pays for a line of one spot, and note it if it is a hit."""
    table = meters.table
    meters.pays[lane] += table[METER_PAYS + line]
    level = table[METER_LEVELS + line]
    if level == 0:
        return
    meters.hits[0] += 1
    meters.hits[meters.hits[0]] = place | line
    seed = table[METER_SEEDS + line]
    is_seeded = meters.seeded[lane] >> level & 1 != 0
    if seed != 0 and not (table[METER_IS_SHARED] != 0 and is_seeded):
        meters.pays[lane] += seed
        meters.seeded[lane] |= 1 << level
