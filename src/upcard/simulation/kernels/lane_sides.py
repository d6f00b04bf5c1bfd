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
from upcard.simulation.kernels.draws import Number, index
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_operations import Mask, bits_of, lanes_at, lowest_lane
from upcard.simulation.kernels.lane_splits import CLASSES
from upcard.simulation.kernels.layout import CardTypes, Halves, Integers, Shorts

ONE: Final = np.uint64(1)


class SideCounts(NamedTuple):
    """What side wagers came to in the rounds of a block that were not plain."""

    places: Halves
    """Where each lane is in the tables of a path; for the block's own use."""
    verdicts: Shorts
    """The verdicts of all lanes, path by path; likewise."""
    together: Integers
    """For each path, how often each verdict came beside each class of hands."""
    unlike: Integers
    """By class, the rounds in which some path had another verdict than the plain one."""


def room_for_sides(automaton: Automaton) -> SideCounts:
    """Where a block counts the verdicts on its side wagers."""
    paths = automaton.sides.size // lay.SIDE_NUMBERS
    return SideCounts(
        places=np.zeros(lay.LANES, np.uint32),
        verdicts=np.zeros(max(paths, 1) * lay.LANES, np.uint16),
        together=np.zeros(lay.LARGE * automaton.path_pays.size, np.int64),
        unlike=np.zeros(lay.LARGE, np.int64),
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
    return place


@inlined
def paths_of(automaton: Automaton) -> Number:
    """How many paths of side wagers there are."""
    return automaton.sides.size // lay.SIDE_NUMBERS


@inlined
def find_verdicts(automaton: Automaton, cards: CardTypes, path: Number, found: SideCounts) -> Mask:
    """The verdicts of a path in all lanes, and where they are not the plain one."""
    sides, tables, start = automaton.sides, automaton.verdicts, path * lay.SIDE_NUMBERS
    steps, first = sides[start + lay.SIDE_STEPS], sides[start + lay.SIDE_ROWS] * lay.LANES
    begin = sides[start + lay.SIDE_START]
    for lane in range(lay.LANES):
        found.places[lane] = tables[index(begin + cards[index(first + lane)])]
    for step in range(1, steps):
        row = sides[start + lay.SIDE_ROWS + step] * lay.LANES
        for lane in range(lay.LANES):
            place = np.int64(found.places[lane]) + cards[index(row + lane)]
            found.places[lane] = tables[index(place)]
    for lane in range(lay.LANES):
        found.verdicts[index(path * lay.LANES + lane)] = found.places[lane]
    return lanes_at(found.verdicts, path) != sides[start + lay.SIDE_PLAIN]


@called
def note_sides(
    automaton: Automaton, desk: LaneCards, counted: Mask, found: SideCounts, totals: Integers
) -> None:
    """
    Count the verdicts on side wagers in the lanes that are *counted*, by the class of the hand.

    Rounds whose verdicts are all plain are not counted here: how many there are follows from the
    number of rounds, see `add_noted`.
    """
    paths = paths_of(automaton)
    unlike = find_verdicts(automaton, desk.cards, 0, found)
    for path in range(1, paths):
        unlike = unlike | find_verdicts(automaton, desk.cards, path, found)
    bits = bits_of(unlike & counted)
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        number = np.int64(desk.hands[index(CLASSES * lay.LANES + lane)])
        if paths == 1:
            place = number * automaton.path_pays.size + np.int64(found.verdicts[lane])
            found.together[index(place)] += 1
        else:
            note_unlike(automaton, found, lane, number, totals)


@inlined
def note_unlike(
    automaton: Automaton, found: SideCounts, lane: Number, number: Number, totals: Integers
) -> None:
    """Count the verdicts of several paths in a lane whose hand has the class *number*."""
    net = np.int64(0)
    for path in range(paths_of(automaton)):
        verdict = np.int64(found.verdicts[index(path * lay.LANES + lane)])
        place = automaton.sides[path * lay.SIDE_NUMBERS + lay.SIDE_PAYS] + verdict
        found.together[index(number * automaton.path_pays.size + place)] += 1
        net += automaton.path_pays[index(place)]
    found.unlike[index(number)] += 1
    add(totals, at.BESIDE, net, automaton.pays[index(number)])


@called
def add_noted(
    automaton: Automaton,
    classes: Integers,
    found: SideCounts,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up what `note_sides` has counted, with the rounds that had plain verdicts alone."""
    paths = paths_of(automaton)
    for number in range(automaton.numbers[lay.CLASSES]):
        rounds, main, net = classes[number], automaton.pays[number], np.int64(0)
        if rounds == 0:
            continue
        for path in range(paths):
            add_path(automaton, path, number, rounds, found, totals, counts)
            start = path * lay.SIDE_NUMBERS
            plain = automaton.sides[start + lay.SIDE_PAYS] + automaton.sides[start + lay.SIDE_PLAIN]
            net += automaton.path_pays[plain]
        if paths > 1:
            add_many(totals, at.BESIDE, rounds - found.unlike[number], net, main)


@inlined
def add_path(
    automaton: Automaton,
    path: Number,
    number: Number,
    rounds: Number,
    found: SideCounts,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up a path beside the hands of one class, of which there were so many *rounds*."""
    start, main = path * lay.SIDE_NUMBERS, automaton.pays[number]
    pays, plain = automaton.sides[start + lay.SIDE_PAYS], automaton.sides[start + lay.SIDE_PLAIN]
    left = rounds
    for verdict in range(automaton.sides[start + lay.SIDE_VERDICTS]):
        place = number * automaton.path_pays.size + pays + verdict
        if verdict != plain and found.together[place]:
            left -= found.together[place]
            add_verdict(automaton, path, verdict, found.together[place], main, totals, counts)
    if left:
        add_verdict(automaton, path, plain, left, main, totals, counts)


@inlined
def add_verdict(
    automaton: Automaton,
    path: Number,
    verdict: Number,
    rounds: Number,
    main: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up rounds of a path that are alike; where it is the only one, everything beside, too."""
    add_lines(automaton, path, verdict, rounds, main, totals, counts)
    if paths_of(automaton) == 1:
        add_many(totals, at.BESIDE, rounds, automaton.path_pays[verdict], main)


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
