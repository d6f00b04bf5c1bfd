"""
Side wagers of lanes: the lines that they get, and what they come to.

Wagers are looked up together, path by path: one verdict tells the lines of many. Verdicts are
counted beside the class of the hand, and added up at the end of a block.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add, bump_by
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, Word, index
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_engines import Engine
from upcard.simulation.kernels.lane_memory import entry_at, lanes_at, put
from upcard.simulation.kernels.lane_operations import (
    Lanes,
    least,
    lower_half,
    lowest_lane,
    spread_byte,
    unsigned_shorts,
)
from upcard.simulation.kernels.lane_splits import CLASSES
from upcard.simulation.kernels.lane_tables import look_up, look_up_large
from upcard.simulation.kernels.layout import CardTypes, Halves, Integers, Shorts, lined_up

ONE: Final = np.uint64(1)


class SideCounts(NamedTuple):
    """What side wagers came to in the rounds of a block."""

    columns: Shorts
    """Where each lane looks in the table of a stage; for the block's own use."""
    places: Halves
    """Where it is in the tables of a path; likewise."""
    verdicts: Shorts
    """The verdicts of all paths, as one number for each lane; likewise."""
    together: Halves
    """How often each such number came beside each class of hands, and in lanes without one."""
    careful: Integers
    """How often it came beside several hands, and then for each what their nets come to."""


def room_for_sides(automaton: Automaton) -> SideCounts:
    """Where a block counts the verdicts on its side wagers."""
    joint, classes = map(int, automaton.numbers[[lay.JOINT_VERDICTS, lay.CLASSES]])
    return SideCounts(
        columns=lined_up(lay.LANES, np.uint16),
        places=lined_up(lay.LANES, np.uint32),
        verdicts=lined_up(lay.LANES, np.uint16),
        together=np.zeros(joint * (classes + 1), np.uint32),
        careful=np.zeros(2 * joint, np.int64),
    )


@inlined
def verdict_on(
    automaton: Automaton, cards: CardTypes, lanes: Number, path: Number, lane: Number
) -> Number:
    """The verdict of a path in a lane; each row of *cards* has so many *lanes*."""
    start = path * lay.SIDE_NUMBERS
    sides, place = automaton.sides, automaton.sides[index(start + lay.SIDE_START)]
    for look in range(sides[index(start + lay.SIDE_LOOKS)]):
        here = start + lay.SIDE_FIRST_LOOK + look * lay.LOOK_NUMBERS
        shown = cards[index(sides[index(here + lay.LOOK_ROW)] * lanes + lane)]
        table = sides[index(start + lay.SIDE_COLUMNS)] + look
        column = np.int64(automaton.columns[index(table * lay.LARGE + shown)])
        place += column * sides[index(here + lay.LOOK_FACTOR)]
        if sides[index(here + lay.LOOK_ENDS)]:
            place = np.int64(automaton.verdicts[index(place)])
    return place // sides[index(start + lay.SIDE_STRIDE)]


@inlined
def paths_of(automaton: Automaton) -> Number:
    """How many paths of side wagers there are."""
    return automaton.numbers[lay.PATHS]


@inlined
def find_verdicts(
    engine: Engine, automaton: Automaton, cards: CardTypes, found: SideCounts
) -> None:
    """The verdicts of all paths in all lanes."""
    verdicts = unsigned_shorts(spread_byte(lanes_at(cards, 0), 0))
    for path in range(paths_of(automaton)):
        if automaton.sides[path * lay.SIDE_NUMBERS + lay.SIDE_SMALL]:
            verdicts = verdicts + small_verdicts(engine, automaton, cards, path)
    put(found.verdicts, 0, verdicts)
    for path in range(paths_of(automaton)):
        if not automaton.sides[path * lay.SIDE_NUMBERS + lay.SIDE_SMALL]:
            walk_path(engine, automaton, cards, path, found)


@inlined
def small_verdicts(engine: Engine, automaton: Automaton, cards: CardTypes, path: Number) -> Lanes:
    """The verdicts of a path whose tables are small, times its stride: all lanes look at once."""
    start = path * lay.SIDE_NUMBERS
    place = spread_byte(lanes_at(cards, 0), 0)
    for look in range(automaton.sides[start + lay.SIDE_LOOKS]):
        place = place + column_of(engine, automaton, cards, start, look)
        table = automaton.sides[start + lay.SIDE_SMALL] + look
        place = look_up_large(engine, automaton.columns, table, place)
    return lower_half(unsigned_shorts(place), automaton.sides[start + lay.SIDE_STRIDE])


@inlined
def walk_path(
    engine: Engine, automaton: Automaton, cards: CardTypes, path: Number, found: SideCounts
) -> None:
    """Walk all lanes through the tables of a path, and add its verdicts times its stride."""
    sides, start, look = automaton.sides, path * lay.SIDE_NUMBERS, 0
    looks = sides[start + lay.SIDE_LOOKS]
    for lane in range(lay.LANES):
        found.places[lane] = sides[start + lay.SIDE_START]
    while look < looks:
        columns = columns_of(engine, automaton, cards, start, look)
        while not sides[start + lay.SIDE_FIRST_LOOK + look * lay.LOOK_NUMBERS + lay.LOOK_ENDS]:
            look += 1
            columns = columns + columns_of(engine, automaton, cards, start, look)
        look += 1
        put(found.columns, 0, columns)
        if look < looks:
            for lane in range(lay.LANES):
                place = np.int64(found.places[lane]) + np.int64(found.columns[lane])
                found.places[lane] = entry_at(automaton.verdicts, place)
        else:
            for lane in range(lay.LANES):
                place = np.int64(found.places[lane]) + np.int64(found.columns[lane])
                found.verdicts[lane] += np.uint16(entry_at(automaton.verdicts, place))


@inlined
def columns_of(
    engine: Engine, automaton: Automaton, cards: CardTypes, start: Number, look: Number
) -> Lanes:
    """What one look of the path at *start* adds to the columns of its stage."""
    factor = start + lay.SIDE_FIRST_LOOK + look * lay.LOOK_NUMBERS + lay.LOOK_FACTOR
    column = column_of(engine, automaton, cards, start, look)
    return lower_half(unsigned_shorts(column), automaton.sides[factor])


@inlined
def column_of(
    engine: Engine, automaton: Automaton, cards: CardTypes, start: Number, look: Number
) -> Lanes:
    """The column of what lanes show in the row of a look."""
    row = automaton.sides[start + lay.SIDE_FIRST_LOOK + look * lay.LOOK_NUMBERS + lay.LOOK_ROW]
    table = automaton.sides[start + lay.SIDE_COLUMNS] + look
    shown = lanes_at(cards, row)
    if row == lay.CLASS_ROW:
        column = look_up_large(engine, automaton.columns, table, shown)
    else:
        column = look_up(engine, automaton.columns, table * (lay.LARGE // lay.SMALL), shown)
    return column


@inlined
def note_sides(engine: Engine, automaton: Automaton, desk: LaneCards, found: SideCounts) -> None:
    """Count the verdicts on side wagers in all lanes, by the class of the hand."""
    joint = automaton.numbers[lay.JOINT_VERDICTS]
    find_verdicts(engine, automaton, desk.cards, found)
    classes = lanes_at(desk.hands, CLASSES)
    none = spread_byte(classes, automaton.numbers[lay.CLASSES])
    put(desk.hands, CLASSES, least(classes, none))
    for lane in range(lay.LANES):
        number = np.int64(desk.hands[index(CLASSES * lay.LANES + lane)])
        found.together[index(number * joint + np.int64(found.verdicts[lane]))] += 1


@inlined
def note_careful(found: SideCounts, lane: Number, net: Number) -> None:
    """Count the verdict in a lane whose hands come to *net*."""
    verdict = np.int64(found.verdicts[lane])
    found.careful[index(2 * verdict)] += 1
    found.careful[index(2 * verdict + 1)] += net


@inlined
def add_each(
    automaton: Automaton, desk: LaneCards, bits: Word, totals: Integers, counts: Integers
) -> None:
    """Add up the side wagers of rounds of one hand, lane by lane."""
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        main = automaton.pays[index(desk.hands[index(CLASSES * lay.LANES + lane)])]
        add_beside(automaton, desk.cards, lay.LANES, lane, main, 0, totals, counts)


@inlined
def add_beside(
    automaton: Automaton,
    cards: CardTypes,
    lanes: Number,
    lane: Number,
    main: Number,
    won: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up what a round came to beside its *main* wager: its side wagers, and a bonus *won*."""
    net = won + add_sides(automaton, cards, lanes, lane, main, totals, counts)
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
    """Add up what was noted of side wagers; rounds of one hand are counted in *classes*, too."""
    joint = automaton.numbers[lay.JOINT_VERDICTS]
    for place in range(joint * automaton.numbers[lay.CLASSES]):
        rounds, number = np.int64(found.together[place]), place // joint
        if rounds:
            classes[number] += rounds
            nets = rounds * automaton.pays[number]
            add_joint(automaton, place - number * joint, rounds, nets, totals, counts)
    for verdict in range(joint):
        rounds, nets = found.careful[2 * verdict], found.careful[2 * verdict + 1]
        if rounds:
            add_joint(automaton, verdict, rounds, nets, totals, counts)


@called
def add_joint(
    automaton: Automaton,
    joint: Number,
    rounds: Number,
    mains: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up rounds with the same verdicts of all paths, whose main wagers come to *mains*."""
    net = np.int64(0)
    for path in range(paths_of(automaton)):
        start = path * lay.SIDE_NUMBERS
        verdict = joint // automaton.sides[start + lay.SIDE_STRIDE]
        verdict %= automaton.sides[start + lay.SIDE_VERDICTS]
        add_lines(automaton, path, verdict, rounds, mains, totals, counts)
        net += automaton.path_pays[automaton.sides[start + lay.SIDE_PAYS] + verdict]
    add_many(totals, at.BESIDE, rounds, net, mains)


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
    mains: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up the side wagers of a path in rounds with the same verdict: see `add_joint`."""
    start = path * lay.SIDE_NUMBERS
    first = automaton.sides[start + lay.SIDE_FIRST]
    for member in range(first, first + automaton.sides[start + lay.SIDE_MEMBERS]):
        line = line_of(automaton, path, member, verdict)
        bump_by(counts, at.CELLS + line, rounds)
        wager = at.FIRST_SIDE + automaton.members[member]
        add_many(totals, wager, rounds, automaton.side_pays[line], mains)


@inlined
def add_many(totals: Integers, wager: Number, rounds: Number, net: Number, mains: Number) -> None:
    """Add a wager's net to its sums as often as there were such rounds: see `add`."""
    start = at.WAGERS + at.WAGER_FIELDS * wager
    totals[start + at.SUM] += rounds * net
    add_product(totals, start + at.SQUARES, net * net, rounds)
    add_product(totals, start + at.WITH_MAIN, net, mains)


@inlined
def add_product(totals: Integers, place: Number, one: Number, other: Number) -> None:
    """Add a product to a sum that is kept in two halves; it may have more than 64 bits."""
    low, high = (one & 0xFFFFFFFF) * (other & 0xFFFF), (one >> 32) * other
    middle = (one & 0xFFFFFFFF) * (other >> 16)
    totals[place] += (low & 0xFFFFFFFF) + ((middle & 0xFFFF) << 16)
    totals[place + 1] += (low >> 32) + (middle >> 16) + high


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
