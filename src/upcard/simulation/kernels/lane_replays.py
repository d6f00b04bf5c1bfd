"""Recorded rounds in lanes, for tests: each lane plays a round that was played at the table."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import entry
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_blocks import add_round
from upcard.simulation.kernels.lane_draws import LaneCards, Recording
from upcard.simulation.kernels.lane_engines import Engine
from upcard.simulation.kernels.lane_memory import put
from upcard.simulation.kernels.lane_operations import mask_of
from upcard.simulation.kernels.lane_rounds import add_rounds
from upcard.simulation.kernels.lane_shoe_blocks import add_found
from upcard.simulation.kernels.lane_splits import HAND_COUNTS
from upcard.simulation.kernels.lane_spots import walk_spots
from upcard.simulation.kernels.lane_sums import LaneSums
from upcard.simulation.kernels.lane_walks import careful_walk
from upcard.simulation.kernels.layout import Integers


def a_recording(*, has_decisions: bool, length: int) -> Recording:
    """Room for recorded rounds, one in each lane, of *length* cards and decisions at most."""
    return Recording(
        has_decisions=int(has_decisions),
        cards=np.zeros(lay.LANES * length, np.uint8),
        decisions=np.zeros(lay.LANES * length, np.uint8),
        used=np.zeros(2 * lay.LANES, np.int64),
        drawn=np.zeros(2 * lay.LANES, np.uint8),
        length=length,
    )


@entry
def replay_lanes(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Recording,
    is_alone: Number,
    rounds: Number,
    sums: LaneSums,
    totals: Integers,
    counts: Integers,
) -> None:
    """
    Play recorded rounds, one in each of the first lanes, and add them up.

    A round that *is_alone* is one of one spot whose first four cards are on the desk.
    """
    bits = ~np.uint64(0) >> np.uint64(lay.LANES - rounds)
    if is_alone:
        hands = careful_walk(engine, automaton, desk, recording, mask_of(bits), desk.cards)
        put(desk.hands, HAND_COUNTS, hands)
        for lane in range(rounds):
            add_round(automaton, desk, lay.LANES, lane, totals, counts)
    else:
        walk_spots(engine, automaton, desk, recording, 1, mask_of(bits))
        add_rounds(engine, automaton, desk, sums, bits, totals, counts)
        add_found(automaton, sums, counts)
