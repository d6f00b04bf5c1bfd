"""Side wagers of lanes: the line that the cards of the deal get, and what it comes to."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_kernels import add
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number, index
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.layout import Integers

PER_CLASS: int = at.VERDICTS
PER_SIDE: int = lay.LARGE * PER_CLASS


@inlined
def verdict_on(automaton: Automaton, desk: LaneCards, side: Number, lane: Number) -> Number:
    """The line that a side wager of a lane gets."""
    start = side * lay.SIDE_NUMBERS
    place = automaton.sides[index(start + lay.SIDE_START)]
    for card in range(lay.SIDE_CARDS):
        step = automaton.sides[index(start + lay.SIDE_STEPS + card)]
        place += step * np.int64(desk.cards[index(card * lay.LANES + lane)])
    return np.int64(automaton.verdicts[index(place)])


@inlined
def sides_of(automaton: Automaton) -> Number:
    """How many side wagers there are."""
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
    sides = sides_of(automaton)
    total = low = high = low_product = high_product = np.int64(0)
    for lane in range(lay.LANES):
        found = np.int64(desk.hands[index(classes * lay.LANES + lane)])
        net = np.int64(0)
        for side in range(sides):
            verdict = verdict_on(automaton, desk, side, lane)
            together[index(side * PER_SIDE + found * PER_CLASS + verdict)] += 1
            net += automaton.side_pays[index(side * at.VERDICTS + verdict)]
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
    for side in range(sides_of(automaton)):
        for number in range(automaton.numbers[lay.CLASSES]):
            for verdict in range(at.VERDICTS):
                rounds = together[side * PER_SIDE + number * PER_CLASS + verdict]
                if rounds:
                    counts[at.CELLS + side * at.VERDICTS + verdict] += rounds
                    net = automaton.side_pays[side * at.VERDICTS + verdict]
                    add_many(totals, at.FIRST_SIDE + side, rounds, net, automaton.pays[number])


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
    desk: LaneCards,
    lane: Number,
    main: Number,
    totals: Integers,
    counts: Integers,
) -> Number:
    """Add up the side wagers of one round, beside the net of its *main* wager; their net."""
    beside = np.int64(0)
    for side in range(sides_of(automaton)):
        verdict = verdict_on(automaton, desk, side, lane)
        net = automaton.side_pays[side * at.VERDICTS + verdict]
        counts[at.CELLS + side * at.VERDICTS + verdict] += 1
        add(totals, at.FIRST_SIDE + side, net, main)
        beside += net
    return beside
