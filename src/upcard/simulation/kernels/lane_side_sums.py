"""Side wagers of several spots in lanes, added up: their lines, and envy of them."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add, bump
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.envying_players import envying_others
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_engines import ONE, Engine, first_lane, lanes_of
from upcard.simulation.kernels.lane_sides import line_of, paths_of, verdict_on
from upcard.simulation.kernels.lane_spots import show_spot
from upcard.simulation.kernels.lane_sums import LaneSums, line_place
from upcard.simulation.kernels.layout import Integers


@called
def add_side_wagers(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    bits: Word,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up the side wagers of all spots, lane by lane."""
    for place in range(automaton.numbers[lay.MEMBERS] * lanes_of(engine)):
        sums.sides[place] = 0
    for spot in range(automaton.numbers[lay.SPOTS]):
        show_spot(automaton, desk, spot)
        waiting = bits
        while waiting != 0:
            lane = first_lane(engine, waiting)
            waiting &= waiting - ONE
            for path in range(paths_of(automaton)):
                note_path(engine, automaton, desk, sums, path, spot, lane, counts)
    if automaton.numbers[lay.IS_ENVIED]:
        add_envies(engine, automaton, sums, bits)
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        for side in range(automaton.numbers[lay.MEMBERS]):
            net = sums.sides[side * lanes_of(engine) + lane]
            add(totals, at.FIRST_SIDE + side, net, sums.nets[lane])
            sums.beside[lane] += net


@inlined
def note_path(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    path: Number,
    spot: Number,
    lane: Number,
    counts: Integers,
) -> None:
    """Count the lines that a path of side wagers gets on one spot of a lane."""
    lanes = lanes_of(engine)
    verdict = verdict_on(automaton, desk.cards, lanes, path, lane)
    start = path * lay.SIDE_NUMBERS
    first = automaton.sides[start + lay.SIDE_FIRST]
    for member in range(first, first + automaton.sides[start + lay.SIDE_MEMBERS]):
        line = line_of(automaton, path, member, verdict)
        bump(counts, at.CELLS + line)
        side = automaton.members[member]
        sums.lines[line_place(lanes, side, spot, lane)] = line - side * at.VERDICTS
        sums.sides[side * lanes + lane] += automaton.side_pays[line]


@called
def add_envies(engine: Engine, automaton: Automaton, sums: LaneSums, bits: Word) -> None:
    """Add what the lines of some spots bring the other players who made the same side wager."""
    lanes = lanes_of(engine)
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        for side in range(automaton.numbers[lay.MEMBERS]):
            for spot in range(automaton.numbers[lay.SPOTS]):
                line = np.int64(sums.lines[line_place(lanes, side, spot, lane)])
                amount = automaton.envies[side * at.VERDICTS + line]
                if amount:
                    others = others_in_lane(engine, automaton, sums, side, spot, lane)
                    sums.sides[side * lanes + lane] += amount * others


@inlined
def others_in_lane(
    engine: Engine,
    automaton: Automaton,
    sums: LaneSums,
    side: Number,
    winner: Number,
    lane: Number,
) -> Number:
    """How many players but that of spot *winner* have made a side wager in a lane."""
    spots, envying = automaton.numbers[lay.SPOTS], 0
    for spot in range(spots):
        if sums.lines[line_place(lanes_of(engine), side, spot, lane)] != at.NOT_MADE:
            envying |= 1 << spot
    return envying_others(spots, automaton.players, winner, envying, 0)
