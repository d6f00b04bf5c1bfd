"""The hits of a progressive's meters in lanes, and what the house pays for its wager."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_operations import lowest_lane
from upcard.simulation.kernels.lane_shoes import ONE
from upcard.simulation.kernels.lane_sides import line_of, verdict_on
from upcard.simulation.kernels.lane_spots import show_spot
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.kernels.sequences import (
    HIT_ROUND_SHIFT,
    HIT_SPOT_SHIFT,
    METER_IS_SHARED,
    METER_LEVELS,
    METER_PAYS,
    METER_SEEDS,
    METER_SIDE,
    PAID_FIELDS,
)


class LaneMeters(NamedTuple):
    """The meters of a side wager; without any their table is empty."""

    table: Integers
    """As `sequences` has it."""
    path: Number
    """The path of side wagers that the wager is in."""
    member: Number
    hits: Integers
    """How many there are, then each of them, in any order: see `sequences`."""
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
    automaton: Automaton, desk: LaneCards, meters: LaneMeters, rounds: Integers, bits: Word
) -> None:
    """Note the hits of the rounds of some lanes, which have these numbers in their block."""
    for lane in range(lay.LANES):
        meters.pays[lane] = meters.seeded[lane] = 0
    for spot in range(automaton.numbers[lay.SPOTS]):
        show_spot(automaton, desk, spot)
        waiting = bits
        while waiting != 0:
            lane = lowest_lane(waiting)
            waiting &= waiting - ONE
            verdict = verdict_on(automaton, desk.cards, lay.LANES, meters.path, lane)
            line = line_of(automaton, meters.path, meters.member, verdict) % at.VERDICTS
            add_line(meters, lane, line, rounds[lane] << HIT_ROUND_SHIFT | spot << HIT_SPOT_SHIFT)
    while bits != 0:
        lane = lowest_lane(bits)
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
