"""Rounds of several spots, settled in lanes: what they come to, added up."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add, add_main, bump
from upcard.simulation.kernels.compilation import inlined
from upcard.simulation.kernels.draws import Word, index
from upcard.simulation.kernels.lane_bonuses import add_bonuses, add_insurance
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_engines import (
    ONE,
    Alone,
    Avx512,
    Engine,
    Portable,
    first_lane,
    lanes_marked,
    lanes_of,
)
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import Lanes, Mask, bits_of, lanes_in, where
from upcard.simulation.kernels.lane_parlays import add_parlays
from upcard.simulation.kernels.lane_side_sums import add_side_wagers
from upcard.simulation.kernels.lane_splits import CLASSES, HAND_COUNTS, HANDS, SPOT_ROWS
from upcard.simulation.kernels.lane_sums import LaneSums
from upcard.simulation.kernels.lane_types import compiled_by_class
from upcard.simulation.kernels.layout import Integers, Smalls


@inlined
def add_hands(
    engine: Engine, automaton: Automaton, desk: LaneCards, sums: LaneSums, live: Mask
) -> None:
    """Add up the hands of all spots, lane by lane."""
    spots, lanes = automaton.numbers[lay.SPOTS], lanes_of(engine)
    for spot in range(spots):
        count_hands(engine, automaton, desk, sums, SPOT_ROWS * spot + CLASSES, live)
    for lane in range(lanes):
        net = np.int64(0)
        for spot in range(spots):
            place = (SPOT_ROWS * spot + CLASSES) * lanes + lane
            net += automaton.pays[index(desk.hands[index(place)])]
        sums.nets[lane] = net
    for spot in range(spots):
        row = SPOT_ROWS * spot
        counts = lanes_at(desk.hands, row + HAND_COUNTS)
        for hand in range(1, HANDS):
            playing = live & (counts > hand)
            bits = bits_of(playing)
            if bits == 0:
                break
            count_hands(engine, automaton, desk, sums, row + CLASSES + hand, playing)
            while bits != 0:
                lane = first_lane(engine, bits)
                bits &= bits - ONE
                place = (row + CLASSES + hand) * lanes + lane
                sums.nets[lane] += automaton.pays[index(desk.hands[index(place)])]


@inlined
def count_hands(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    row: int,
    playing: Mask,
) -> None:
    """Count what one hand of each lane came to; where it is not played, it comes to nothing."""
    classes = where(playing, lanes_at(desk.hands, row), lay.NO_CLASS)
    put(desk.hands, row, classes)
    count_classes(engine, automaton, sums.found, classes)


def count_classes(
    engine: Engine, automaton: Automaton, found: Integers | Smalls, classes: Lanes
) -> None:
    """Count hands by their class."""
    for number in range(automaton.numbers[lay.CLASSES]):
        found[number] += lanes_in(classes == number)


def _count_lanes(
    engine: Engine, automaton: Automaton, found: Integers | Smalls, classes: Lanes
) -> None:
    for number in range(automaton.numbers[lay.CLASSES]):
        found[number] += lanes_in(classes == number)


def _count_alone(
    engine: Engine, automaton: Automaton, found: Integers | Smalls, classes: Lanes
) -> None:
    if classes != lay.NO_CLASS:
        bump(found, classes)


compiled_by_class(
    count_classes, 0, {Portable: _count_lanes, Avx512: _count_lanes, Alone: _count_alone}
)


@inlined
def add_rounds(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    bits: Word,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up the rounds of some lanes; afterwards *sums* has the nets of their main wagers."""
    numbers, live = automaton.numbers, lanes_marked(engine, bits)
    add_hands(engine, automaton, desk, sums, live)
    has_more = numbers[lay.BONUS] or numbers[lay.INSURANCE_STAKE] or numbers[lay.PATHS]
    if has_more:
        for lane in range(lanes_of(engine)):
            sums.beside[lane] = sums.bonuses[lane] = sums.insurances[lane] = 0
        if numbers[lay.BONUS]:
            add_bonuses(engine, automaton, desk, sums, live, totals)
        if numbers[lay.INSURANCE_STAKE]:
            add_insurance(engine, automaton, desk, sums, live, totals)
        if numbers[lay.PATHS]:
            add_side_wagers(engine, automaton, desk, sums, bits, totals, counts)
        if numbers[lay.PARLAY_SIDE]:
            add_parlays(engine, automaton, desk, sums, bits, totals)
    rounds = net = low = high = np.int64(0)
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        main = np.int64(sums.nets[lane])
        squared = main * main
        rounds, net = rounds + 1, net + main
        low, high = low + (squared & 0xFFFFFFFF), high + (squared >> 32)
        if has_more:
            if sums.bonuses[lane]:
                add(totals, at.SUPER_BONUS, sums.bonuses[lane], main)
            if sums.beside[lane]:
                add(totals, at.BESIDE, sums.beside[lane], main)
    add_main(totals, rounds, net, low, high)
