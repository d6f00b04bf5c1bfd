"""
Side wagers of lanes: the lines that the cards of the deal get, and what they come to.

Wagers that look at the same cards are looked up together: one number tells the lines of them all.
"""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_kernels import bump_by
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, index
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.layout import CardTypes, Integers

PER_CLASS: int = lay.LARGE
PER_GROUP: int = lay.LARGE * PER_CLASS


@inlined
def verdict_on(
    automaton: Automaton, cards: CardTypes, lanes: Number, group: Number, lane: Number
) -> Number:
    """The lines that a group of a lane gets; each row of *cards* has so many *lanes*."""
    start = group * lay.SIDE_NUMBERS
    place = automaton.sides[index(start + lay.SIDE_START)]
    for card in range(lay.SIDE_CARDS):
        step = automaton.sides[index(start + lay.SIDE_STEPS + card)]
        place += step * np.int64(cards[index(card * lanes + lane)])
    return np.int64(automaton.verdicts[index(place)])


@inlined
def groups_of(automaton: Automaton) -> Number:
    """How many groups of side wagers there are."""
    return automaton.sides.size // lay.SIDE_NUMBERS


@called
def note_sides(
    automaton: Automaton, desk: LaneCards, classes: Number, together: Integers, totals: Integers
) -> None:
    """
    Count the lines of side wagers by the class of the hand beside them, and add them all up.

    The row *classes* of the desk's hands has the classes of all lanes; `NO_CLASS` is counted, too,
    where nobody looks.
    """
    groups = groups_of(automaton)
    total = low = high = low_product = high_product = np.int64(0)
    for lane in range(lay.LANES):
        found = np.int64(desk.hands[index(classes * lay.LANES + lane)])
        net = np.int64(0)
        for group in range(groups):
            verdict = verdict_on(automaton, desk.cards, lay.LANES, group, lane)
            together[index(group * PER_GROUP + found * PER_CLASS + verdict)] += 1
            net += automaton.group_pays[index(group * lay.LARGE + verdict)]
        net = net if found != lay.NO_CLASS else np.int64(0)
        squared, product = net * net, net * automaton.pays[index(found)]
        total += net
        low, high = low + (squared & 0xFFFFFFFF), high + (squared >> 32)
        low_product += product & 0xFFFFFFFF
        high_product += product >> 32
    start = at.WAGERS + at.WAGER_FIELDS * at.BESIDE
    totals[start + at.SUM] += total
    totals[start + at.SQUARES] += low
    totals[start + at.SQUARES + 1] += high
    totals[start + at.WITH_MAIN] += low_product
    totals[start + at.WITH_MAIN + 1] += high_product


@called
def add_noted(automaton: Automaton, together: Integers, totals: Integers, counts: Integers) -> None:
    """Add up what `note_sides` counted, side wager by side wager."""
    for group in range(groups_of(automaton)):
        verdicts = automaton.sides[group * lay.SIDE_NUMBERS + lay.SIDE_VERDICTS]
        for number in range(automaton.numbers[lay.CLASSES]):
            for verdict in range(verdicts):
                rounds = together[group * PER_GROUP + number * PER_CLASS + verdict]
                if rounds:
                    main = automaton.pays[number]
                    add_group(automaton, group, verdict, rounds, main, totals, counts)


@inlined
def add_group(
    automaton: Automaton,
    group: Number,
    verdict: Number,
    rounds: Number,
    main: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up the side wagers of a group in rounds that are alike."""
    start = group * lay.SIDE_NUMBERS
    first = automaton.sides[start + lay.SIDE_FIRST]
    for member in range(first, first + automaton.sides[start + lay.SIDE_MEMBERS]):
        side = automaton.members[member]
        place = side * at.VERDICTS + np.int64(automaton.lines[member * lay.LARGE + verdict])
        bump_by(counts, at.CELLS + place, rounds)
        add_many(totals, at.FIRST_SIDE + side, rounds, automaton.side_pays[place], main)


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
    for group in range(groups_of(automaton)):
        verdict = verdict_on(automaton, cards, lanes, group, lane)
        add_group(automaton, group, verdict, np.int64(1), main, totals, counts)
        beside += automaton.group_pays[group * lay.LARGE + verdict]
    return beside
