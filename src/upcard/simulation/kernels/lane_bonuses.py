"""Super bonuses and insurance of rounds in lanes, added up."""

from __future__ import annotations

from typing import Final

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_engines import ONE, Engine, first_lane, lanes_of
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import Mask, bits_of
from upcard.simulation.kernels.lane_splits import (
    BONUSES,
    CLOSED,
    HAND_COUNTS,
    HANDS,
    SPOT_ROWS,
)
from upcard.simulation.kernels.lane_spots import SPLIT_ROWS
from upcard.simulation.kernels.lane_sums import LaneSums
from upcard.simulation.kernels.lane_tables import look_up
from upcard.simulation.kernels.lane_walks import dealers_hands, upcards
from upcard.simulation.kernels.layout import Integers

INSURED: Final = SPLIT_ROWS
"""The row in which it is counted how many spots of a lane are insured."""


@called
def add_bonuses(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    live: Mask,
    totals: Integers,
) -> None:
    """Add up the super bonuses, envy included."""
    for spot in range(automaton.numbers[lay.SPOTS]):
        row = SPOT_ROWS * spot
        counts = lanes_at(desk.hands, row + HAND_COUNTS)
        for hand in range(HANDS):
            won = live & (counts > hand) & (lanes_at(desk.hands, row + BONUSES + hand) != 0)
            bits = bits_of(won)
            while bits != 0:
                lane = first_lane(engine, bits)
                bits &= bits - ONE
                others = envious_lanes(engine, automaton, desk, spot, lane)
                totals[at.SUPER_BONUSES] += 1
                totals[at.ENVIES] += others
                amount = automaton.numbers[lay.BONUS] + automaton.numbers[lay.ENVY] * others
                sums.bonuses[lane] += amount
                sums.beside[lane] += amount


@inlined
def envious_lanes(
    engine: Engine, automaton: Automaton, desk: LaneCards, winner: Number, lane: Number
) -> Number:
    """How many envy bonuses a super bonus of a spot brings to others of its lane."""
    still_in, lanes = 0, lanes_of(engine)
    for spot in range(automaton.numbers[lay.SPOTS]):
        row = SPOT_ROWS * spot
        for hand in range(desk.hands[(row + HAND_COUNTS) * lanes + lane]):
            closed = np.int64(desk.hands[(row + CLOSED + hand) * lanes + lane])
            if automaton.small[lay.STILL_IN * lay.SMALL + closed]:
                still_in |= 1 << spot
    place = lay.ENVIES * lay.SMALL + winner * lay.ENVIED_BY + still_in
    return np.int64(automaton.small[place])


@called
def add_insurance(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    live: Mask,
    totals: Integers,
) -> None:
    """Add up insurance, under the up cards that allow it."""
    small, up = automaton.small, upcards(engine, automaton, desk.cards)
    asked = live & (look_up(engine, small, lay.INSURED_UPCARDS, up) != 0)
    bits = bits_of(asked)
    if bits == 0:
        return
    _, naturals = dealers_hands(engine, automaton, desk.cards)
    won = bits_of(live & naturals)
    insured = up & 0
    for spot in range(automaton.numbers[lay.SPOTS]):
        closed = lanes_at(desk.hands, SPOT_ROWS * spot + CLOSED)
        insured = insured + look_up(engine, small, lay.INSURED, closed)
    put(desk.hands, INSURED, insured)
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        spots = np.int64(desk.hands[INSURED * lanes_of(engine) + lane])
        totals[at.INSURANCES] += spots
        net = -spots * automaton.numbers[lay.INSURANCE_STAKE]
        if won >> np.uint64(lane) & ONE:
            totals[at.INSURANCES_WON] += spots
            net = spots * automaton.numbers[lay.INSURANCE_WIN]
        sums.beside[lane] += net
        sums.insurances[lane] = net
        add(totals, at.INSURANCE, net, sums.nets[lane])
