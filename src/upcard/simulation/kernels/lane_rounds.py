"""Rounds of several spots, settled in lanes: what they come to, added up."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_kernels import add, add_main, bump
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, Word, index
from upcard.simulation.kernels.envy_kernels import envying_others
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import (
    Mask,
    bits_of,
    lanes_in,
    lowest_lane,
    mask_of,
    where,
)
from upcard.simulation.kernels.lane_shoes import ONE
from upcard.simulation.kernels.lane_sides import line_of, paths_of, verdict_on
from upcard.simulation.kernels.lane_splits import (
    BONUSES,
    CLASSES,
    CLOSED,
    HAND_COUNTS,
    HANDS,
    SPOT_ROWS,
)
from upcard.simulation.kernels.lane_spots import SPLIT_ROWS, show_spot
from upcard.simulation.kernels.lane_tables import Engine, look_up
from upcard.simulation.kernels.lane_walks import dealers_hands, upcards
from upcard.simulation.kernels.layout import Bytes, Integers

INSURED: Final = SPLIT_ROWS
"""The row in which it is counted how many spots of a lane are insured."""


class LaneSums(NamedTuple):
    """What the round of each lane comes to; all of it is overwritten."""

    nets: Integers
    """Of the main wagers."""
    beside: Integers
    """Of everything else."""
    bonuses: Integers
    """Of the super bonuses, envy included."""
    insurances: Integers
    sides: Integers
    """Of each side wager, one after the other."""
    lines: Bytes
    """The line that each spot gets on each side wager: see `line_place`."""
    found: Integers
    """How often each class of hands has come since the block began."""


def room_for_sums(sides: int) -> LaneSums:
    """Where a block adds up what rounds with so many side wagers come to."""
    lanes = np.zeros(lay.LANES, np.int64)
    return LaneSums(
        nets=lanes,
        beside=lanes.copy(),
        bonuses=lanes.copy(),
        insurances=lanes.copy(),
        sides=np.zeros(sides * lay.LANES, np.int64),
        lines=np.zeros(sides * at.SPOTS_MAX * lay.LANES, np.uint8),
        found=np.zeros(lay.LARGE, np.int64),
    )


@inlined
def add_hands(automaton: Automaton, desk: LaneCards, sums: LaneSums, live: Mask) -> None:
    """Add up the hands of all spots, lane by lane."""
    spots = automaton.numbers[lay.SPOTS]
    for spot in range(spots):
        count_classes(automaton, desk, sums, SPOT_ROWS * spot + CLASSES, live)
    for lane in range(lay.LANES):
        net = np.int64(0)
        for spot in range(spots):
            place = (SPOT_ROWS * spot + CLASSES) * lay.LANES + lane
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
            count_classes(automaton, desk, sums, row + CLASSES + hand, playing)
            while bits != 0:
                lane = lowest_lane(bits)
                bits &= bits - ONE
                place = (row + CLASSES + hand) * lay.LANES + lane
                sums.nets[lane] += automaton.pays[index(desk.hands[index(place)])]


@inlined
def count_classes(
    automaton: Automaton, desk: LaneCards, sums: LaneSums, row: Number, playing: Mask
) -> None:
    """Count what one hand of each lane came to; where it is not played, it comes to nothing."""
    classes = where(playing, lanes_at(desk.hands, row), lay.NO_CLASS)
    put(desk.hands, row, classes)
    for number in range(automaton.numbers[lay.CLASSES]):
        sums.found[number] += lanes_in(classes == number)


@called
def add_bonuses(
    automaton: Automaton, desk: LaneCards, sums: LaneSums, live: Mask, totals: Integers
) -> None:
    """Add up the super bonuses, envy included."""
    for spot in range(automaton.numbers[lay.SPOTS]):
        row = SPOT_ROWS * spot
        counts = lanes_at(desk.hands, row + HAND_COUNTS)
        for hand in range(HANDS):
            won = live & (counts > hand) & (lanes_at(desk.hands, row + BONUSES + hand) != 0)
            bits = bits_of(won)
            while bits != 0:
                lane = lowest_lane(bits)
                bits &= bits - ONE
                others = envious_lanes(automaton, desk, spot, lane)
                totals[at.SUPER_BONUSES] += 1
                totals[at.ENVIES] += others
                amount = automaton.numbers[lay.BONUS] + automaton.numbers[lay.ENVY] * others
                sums.bonuses[lane] += amount
                sums.beside[lane] += amount


@inlined
def envious_lanes(automaton: Automaton, desk: LaneCards, winner: Number, lane: Number) -> Number:
    """How many envy bonuses a super bonus of a spot brings to others of its lane."""
    still_in = 0
    for spot in range(automaton.numbers[lay.SPOTS]):
        row = SPOT_ROWS * spot
        for hand in range(desk.hands[(row + HAND_COUNTS) * lay.LANES + lane]):
            closed = np.int64(desk.hands[(row + CLOSED + hand) * lay.LANES + lane])
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
    won = bits_of(naturals)
    insured = up & 0
    for spot in range(automaton.numbers[lay.SPOTS]):
        closed = lanes_at(desk.hands, SPOT_ROWS * spot + CLOSED)
        insured = insured + look_up(engine, small, lay.INSURED, closed)
    put(desk.hands, INSURED, insured)
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        spots = np.int64(desk.hands[INSURED * lay.LANES + lane])
        totals[at.INSURANCES] += spots
        net = -spots * automaton.numbers[lay.INSURANCE_STAKE]
        if won >> np.uint64(lane) & ONE:
            totals[at.INSURANCES_WON] += spots
            net = spots * automaton.numbers[lay.INSURANCE_WIN]
        sums.beside[lane] += net
        sums.insurances[lane] = net
        add(totals, at.INSURANCE, net, sums.nets[lane])


@called
def add_side_wagers(
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    bits: Word,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up the side wagers of all spots, lane by lane."""
    for place in range(sums.sides.size):
        sums.sides[place] = 0
    for spot in range(automaton.numbers[lay.SPOTS]):
        show_spot(automaton, desk, spot)
        waiting = bits
        while waiting != 0:
            lane = lowest_lane(waiting)
            waiting &= waiting - ONE
            for path in range(paths_of(automaton)):
                note_path(automaton, desk, sums, path, spot, lane, counts)
    if automaton.envies.size:
        add_envies(automaton, sums, bits)
    sides = automaton.members.size
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        for side in range(sides):
            net = sums.sides[side * lay.LANES + lane]
            add(totals, at.FIRST_SIDE + side, net, sums.nets[lane])
            sums.beside[lane] += net


@inlined
def note_path(
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    path: Number,
    spot: Number,
    lane: Number,
    counts: Integers,
) -> None:
    """Count the lines that a path of side wagers gets on one spot of a lane."""
    verdict = verdict_on(automaton, desk.cards, lay.LANES, path, lane)
    start = path * lay.SIDE_NUMBERS
    first = automaton.sides[start + lay.SIDE_FIRST]
    for member in range(first, first + automaton.sides[start + lay.SIDE_MEMBERS]):
        line = line_of(automaton, path, member, verdict)
        bump(counts, at.CELLS + line)
        side = automaton.members[member]
        sums.lines[line_place(side, spot, lane)] = line - side * at.VERDICTS
        sums.sides[side * lay.LANES + lane] += automaton.side_pays[line]


@inlined
def line_place(side: Number, spot: Number, lane: Number) -> Number:
    """Where it is kept which line a spot of a lane gets on a side wager."""
    return (side * at.SPOTS_MAX + spot) * lay.LANES + lane


@called
def add_envies(automaton: Automaton, sums: LaneSums, bits: Word) -> None:
    """Add what the lines of some spots bring the other players who made the same side wager."""
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        for side in range(automaton.members.size):
            for spot in range(automaton.numbers[lay.SPOTS]):
                line = np.int64(sums.lines[line_place(side, spot, lane)])
                amount = automaton.envies[side * at.VERDICTS + line]
                if amount:
                    others = others_in_lane(automaton, sums, side, spot, lane)
                    sums.sides[side * lay.LANES + lane] += amount * others


@inlined
def others_in_lane(
    automaton: Automaton, sums: LaneSums, side: Number, winner: Number, lane: Number
) -> Number:
    """How many players but that of spot *winner* have made a side wager in a lane."""
    spots, envying = automaton.numbers[lay.SPOTS], 0
    for spot in range(spots):
        if sums.lines[line_place(side, spot, lane)] != at.NOT_MADE:
            envying |= 1 << spot
    return envying_others(spots, automaton.players, winner, envying, 0)


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
    numbers, live = automaton.numbers, mask_of(bits)
    add_hands(automaton, desk, sums, live)
    has_more = numbers[lay.BONUS] or numbers[lay.INSURANCE_STAKE] or automaton.sides.size
    if has_more:
        for lane in range(lay.LANES):
            sums.beside[lane] = sums.bonuses[lane] = sums.insurances[lane] = 0
        if numbers[lay.BONUS]:
            add_bonuses(automaton, desk, sums, live, totals)
        if numbers[lay.INSURANCE_STAKE]:
            add_insurance(engine, automaton, desk, sums, live, totals)
        if automaton.sides.size:
            add_side_wagers(automaton, desk, sums, bits, totals, counts)
    rounds = net = low = high = np.int64(0)
    while bits != 0:
        lane = lowest_lane(bits)
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
