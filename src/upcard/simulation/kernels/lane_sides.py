"""
Side wagers of lanes: the lines that they get, and what they come to.

Wagers are looked up together, path by path: one verdict tells the lines of many. Most rounds have
the same verdict, that all wagers lose, so only the others are counted one by one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_kernels import add, bump_by
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, Word, index
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_operations import Mask, bits_of, lanes_at, lowest_lane
from upcard.simulation.kernels.lane_splits import CLASSES
from upcard.simulation.kernels.layout import CardTypes, Halves, Integers, Shorts, lined_up

ONE: Final = np.uint64(1)


class SideCounts(NamedTuple):
    """What side wagers came to in the rounds of a block that were not plain."""

    places: Halves
    """Where each lane is in the tables of a path; for the block's own use."""
    verdicts: Shorts
    """The verdicts of all paths, as one number for each lane; likewise."""
    together: Integers
    """How often each such number came beside each class of hands."""


def room_for_sides(automaton: Automaton) -> SideCounts:
    """Where a block counts the verdicts on its side wagers."""
    joint = int(automaton.numbers[lay.JOINT_VERDICTS] * automaton.numbers[lay.CLASSES])
    return SideCounts(
        places=lined_up(lay.LANES, np.uint32),
        verdicts=lined_up(lay.LANES, np.uint16),
        together=np.zeros(joint, np.int64),
    )


@inlined
def verdict_on(
    automaton: Automaton, cards: CardTypes, lanes: Number, path: Number, lane: Number
) -> Number:
    """The verdict of a path in a lane; each row of *cards* has so many *lanes*."""
    start = path * lay.SIDE_NUMBERS
    place = automaton.sides[index(start + lay.SIDE_START)]
    for step in range(automaton.sides[index(start + lay.SIDE_STEPS)]):
        row = automaton.sides[index(start + lay.SIDE_ROWS + step)]
        place = np.int64(automaton.verdicts[index(place + cards[index(row * lanes + lane)])])
    return place // automaton.sides[index(start + lay.SIDE_STRIDE)]


@inlined
def paths_of(automaton: Automaton) -> Number:
    """How many paths of side wagers there are."""
    return automaton.sides.size // lay.SIDE_NUMBERS


@inlined
def find_verdicts(automaton: Automaton, cards: CardTypes, found: SideCounts) -> None:
    """The verdicts of all paths in all lanes."""
    for path in range(paths_of(automaton)):
        walk_path(automaton, cards, path, found.places)
        if path == 0:
            for lane in range(lay.LANES):
                found.verdicts[lane] = found.places[lane]
        else:
            for lane in range(lay.LANES):
                found.verdicts[lane] += np.uint16(found.places[lane])


@inlined
def walk_path(automaton: Automaton, cards: CardTypes, path: Number, places: Halves) -> None:
    """
    Walk all lanes through the tables of a path; *places* then has its verdicts, times its stride.

    Two steps are taken at once as long as there are two, which spares half of the notes.
    """
    sides, tables, start = automaton.sides, automaton.verdicts, path * lay.SIDE_NUMBERS
    steps, rows = sides[start + lay.SIDE_STEPS], start + lay.SIDE_ROWS
    for lane in range(lay.LANES):
        places[lane] = sides[start + lay.SIDE_START]
    step = 0
    while step + 1 < steps:
        one, two = sides[rows + step] * lay.LANES, sides[rows + step + 1] * lay.LANES
        for lane in range(lay.LANES):
            place = np.int64(tables[index(np.int64(places[lane]) + cards[index(one + lane)])])
            places[lane] = tables[index(place + cards[index(two + lane)])]
        step += 2
    if step < steps:
        one = sides[rows + step] * lay.LANES
        for lane in range(lay.LANES):
            places[lane] = tables[index(np.int64(places[lane]) + cards[index(one + lane)])]


@called
def note_sides(
    automaton: Automaton,
    desk: LaneCards,
    counted: Mask,
    found: SideCounts,
    totals: Integers,
    counts: Integers,
) -> None:
    """
    Count the verdicts on side wagers in the lanes that are *counted*, by the class of the hand.

    Rounds whose verdicts are all plain are not counted here: how many there are follows from the
    number of rounds, see `add_noted`. Where there are too many verdicts, each round is added up.
    """
    joint = automaton.numbers[lay.JOINT_VERDICTS]
    if joint == 0:
        add_each(automaton, desk, bits_of(counted), totals, counts)
        return
    find_verdicts(automaton, desk.cards, found)
    plain = automaton.numbers[lay.JOINT_PLAIN]
    bits = bits_of((lanes_at(found.verdicts, 0) != plain) & counted)
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        number = np.int64(desk.hands[index(CLASSES * lay.LANES + lane)])
        found.together[index(number * joint + np.int64(found.verdicts[lane]))] += 1


@inlined
def add_each(
    automaton: Automaton, desk: LaneCards, bits: Word, totals: Integers, counts: Integers
) -> None:
    """Add up the side wagers of rounds of one hand, lane by lane."""
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        main = automaton.pays[index(desk.hands[index(CLASSES * lay.LANES + lane)])]
        net = add_sides(automaton, desk.cards, lay.LANES, lane, main, totals, counts)
        if net:
            add(totals, at.BESIDE, net, main)


@called
def add_noted(
    automaton: Automaton,
    classes: Integers,
    found: SideCounts,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up what `note_sides` has counted, with the rounds that had plain verdicts alone."""
    joint = automaton.numbers[lay.JOINT_VERDICTS]
    if joint == 0:
        return
    for number in range(automaton.numbers[lay.CLASSES]):
        left, main = classes[number], automaton.pays[number]
        for verdict in range(joint if left else 0):
            rounds = found.together[number * joint + verdict]
            if rounds:
                left -= rounds
                add_joint(automaton, verdict, rounds, main, totals, counts)
        if left:
            add_joint(automaton, automaton.numbers[lay.JOINT_PLAIN], left, main, totals, counts)


@called
def add_joint(
    automaton: Automaton,
    joint: Number,
    rounds: Number,
    main: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up the side wagers of rounds in which all paths have the same verdicts."""
    net = np.int64(0)
    for path in range(paths_of(automaton)):
        start = path * lay.SIDE_NUMBERS
        verdict = joint // automaton.sides[start + lay.SIDE_STRIDE]
        verdict %= automaton.sides[start + lay.SIDE_VERDICTS]
        add_lines(automaton, path, verdict, rounds, main, totals, counts)
        net += automaton.path_pays[automaton.sides[start + lay.SIDE_PAYS] + verdict]
    add_many(totals, at.BESIDE, rounds, net, main)


@inlined
def line_of(automaton: Automaton, path: Number, member: Number, verdict: Number) -> Number:
    """The line that a member of a path gets: its place among the lines of all side wagers."""
    start = path * lay.SIDE_NUMBERS
    place = automaton.sides[start + lay.SIDE_LINES]
    place += (member - automaton.sides[start + lay.SIDE_FIRST]) * (
        automaton.sides[start + lay.SIDE_VERDICTS]
    )
    return automaton.members[member] * at.VERDICTS + np.int64(automaton.lines[place + verdict])


@inlined
def add_lines(
    automaton: Automaton,
    path: Number,
    verdict: Number,
    rounds: Number,
    main: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up the side wagers of a path in rounds that are alike."""
    start = path * lay.SIDE_NUMBERS
    first = automaton.sides[start + lay.SIDE_FIRST]
    for member in range(first, first + automaton.sides[start + lay.SIDE_MEMBERS]):
        line = line_of(automaton, path, member, verdict)
        bump_by(counts, at.CELLS + line, rounds)
        wager = at.FIRST_SIDE + automaton.members[member]
        add_many(totals, wager, rounds, automaton.side_pays[line], main)


@inlined
def add_many(totals: Integers, wager: Number, rounds: Number, net: Number, main: Number) -> None:
    """Add a wager's net to its sums as often as there were such rounds: see `add`."""
    start = at.WAGERS + at.WAGER_FIELDS * wager
    squared, product = net * net, net * main
    totals[start + at.SUM] += rounds * net
    totals[start + at.SQUARES] += rounds * (squared & 0xFFFFFFFF)
    totals[start + at.SQUARES + 1] += rounds * (squared >> 32)
    totals[start + at.WITH_MAIN] += rounds * (product & 0xFFFFFFFF)
    totals[start + at.WITH_MAIN + 1] += rounds * (product >> 32)


@inlined
def add_sides(
    automaton: Automaton,
    cards: CardTypes,
    lanes: Number,
    lane: Number,
    main: Number,
    totals: Integers,
    counts: Integers,
) -> Number:
    """Add up the side wagers of one round, beside the net of its *main* wager; their net."""
    beside = np.int64(0)
    for path in range(paths_of(automaton)):
        verdict = verdict_on(automaton, cards, lanes, path, lane)
        add_lines(automaton, path, verdict, np.int64(1), main, totals, counts)
        pays = automaton.sides[path * lay.SIDE_NUMBERS + lay.SIDE_PAYS]
        beside += automaton.path_pays[pays + verdict]
    return beside
