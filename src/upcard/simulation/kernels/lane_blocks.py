"""Blocks of rounds in lanes, as kernels that Python calls."""

from __future__ import annotations

from typing import Final

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add, add_main, bump
from upcard.simulation.kernels.compilation import called, entry, inlined
from upcard.simulation.kernels.draws import Number, Word, start_of, start_of_shoe
from upcard.simulation.kernels.lane_draws import (
    NINE,
    SEEN_MAX,
    STATE_WORDS,
    STREAMS,
    LaneCards,
    deal,
    first_lanes,
    seed_streams,
)
from upcard.simulation.kernels.lane_engines import Engine
from upcard.simulation.kernels.lane_memory import put
from upcard.simulation.kernels.lane_operations import bits_of, lanes_in, lowest_lane, mask_of
from upcard.simulation.kernels.lane_sides import (
    SideCounts,
    add_beside,
    add_each,
    add_noted,
    find_verdicts,
    note_careful,
    note_sides,
    room_for_sides,
)
from upcard.simulation.kernels.lane_splits import BONUSES, CLASSES, HAND_ROWS, PILE_ROWS
from upcard.simulation.kernels.lane_walks import careful_walk, quick_walk
from upcard.simulation.kernels.layout import Integers, lined_up

STEPS: Final = 1 << 14
"""How often a block deals to all its lanes."""
ROUNDS_MAX: Final = STEPS * lay.LANES
ONE: Final = np.uint64(1)


def a_desk() -> LaneCards:
    """Room for the cards of lanes."""
    return LaneCards(
        state=lined_up(STATE_WORDS * STREAMS, np.uint32),
        seen=lined_up(SEEN_MAX * lay.LANES, np.uint16),
        cards=lined_up(lay.SEEN_ROWS * lay.LANES, np.uint8),
        places=lined_up(lay.LANES, np.uint64),
        piles=lined_up(PILE_ROWS * lay.LANES, np.uint8),
        hands=lined_up((HAND_ROWS + 1) * lay.LANES, np.uint8),
        numbers=lined_up(1, np.int64),
    )


def room_to_count(automaton: Automaton) -> tuple[Integers, SideCounts]:
    """Where a block counts classes, and the verdicts on side wagers beside them."""
    return np.zeros(lay.LARGE, np.int64), room_for_sides(automaton)


@inlined
def leave(desk: LaneCards, queue: LaneCards, lane: Number, waiting: Number, place: Word) -> None:
    """Keep the nine cards of a lane for the careful walk."""
    for card in range(NINE):
        queue.seen[card * lay.LANES + waiting] = desk.seen[card * lay.LANES + lane]
        queue.cards[card * lay.LANES + waiting] = desk.cards[card * lay.LANES + lane]
    queue.places[waiting] = place


@called
def play_queue(
    engine: Engine,
    automaton: Automaton,
    queue: LaneCards,
    waiting: Number,
    together: SideCounts,
    totals: Integers,
    counts: Integers,
) -> None:
    """Play the rounds that wait for the careful walk, and add them up."""
    queue.numbers[0] = NINE
    bits = ~np.uint64(0) >> np.uint64(lay.LANES - waiting)
    hands = careful_walk(engine, automaton, queue, None, mask_of(bits), queue.cards)
    put(queue.hands, HAND_ROWS, hands)
    is_noted = automaton.numbers[lay.JOINT_VERDICTS] != 0
    if is_noted:
        find_verdicts(engine, automaton, queue.cards, together)
    for lane in range(waiting):
        net, won = add_hands(automaton, queue, lay.LANES, lane, totals, counts)
        if is_noted and won == 0:
            note_careful(together, lane, net)
        else:
            add_beside(automaton, queue.cards, lay.LANES, lane, net, won, totals, counts)


@inlined
def add_round(
    automaton: Automaton,
    queue: LaneCards,
    lanes: Number,
    lane: Number,
    totals: Integers,
    counts: Integers,
) -> None:
    """Add up a round whose hands are settled; each row of the desk has so many *lanes*."""
    net, won = add_hands(automaton, queue, lanes, lane, totals, counts)
    add_beside(automaton, queue.cards, lanes, lane, net, won, totals, counts)


@inlined
def add_hands(
    automaton: Automaton,
    queue: LaneCards,
    lanes: Number,
    lane: Number,
    totals: Integers,
    counts: Integers,
) -> tuple[Number, Number]:
    """Add up the hands of such a round; their net, and what they won as super bonuses."""
    net, bonuses = np.int64(0), np.int64(0)
    for hand in range(queue.hands[HAND_ROWS * lanes + lane]):
        found = queue.hands[(CLASSES + hand) * lanes + lane]
        bonuses += queue.hands[(BONUSES + hand) * lanes + lane]
        bump(counts, automaton.cells[found])
        net += automaton.pays[found]
    squared = net * net
    add_main(totals, 1, net, squared & 0xFFFFFFFF, squared >> 32)
    won = bonuses * automaton.numbers[lay.BONUS]
    if bonuses:
        totals[at.SUPER_BONUSES] += bonuses
        add(totals, at.SUPER_BONUS, won, net)
    return net, won


@inlined
def add_classes(automaton: Automaton, found: Integers, totals: Integers, counts: Integers) -> None:
    """Add up rounds of one hand, by how many there are of each class."""
    for number in range(automaton.numbers[lay.CLASSES]):
        rounds, net = found[number], automaton.pays[number]
        squared = net * net
        counts[automaton.cells[number]] += rounds
        add_main(
            totals,
            rounds,
            rounds * net,
            rounds * (squared & 0xFFFFFFFF),
            rounds * (squared >> 32),
        )


@entry
def play_lanes(
    engine: Engine,
    automaton: Automaton,
    seed: Word,
    block: Word,
    rounds: Number,
    desk: LaneCards,
    queue: LaneCards,
    found: Integers,
    together: SideCounts,
    totals: Integers,
    counts: Integers,
) -> None:
    """
    Play a block of a run, or the first *rounds* rounds of it, and add it to *totals* and *counts*.

    The desks, and *found* and *together* (see `room_to_count`), are for its own use.
    """
    start = start_of(seed, block)
    seed_streams(desk, start_of_shoe(start, ROUNDS_MAX))
    played = waiting = np.int64(0)
    for step in range(STEPS):
        dealt = deal(automaton, desk)
        new = lanes_in(dealt)
        if played + new > rounds:
            dealt = first_lanes(dealt, rounds - played)
            new = rounds - played
        played += new
        classes, left = quick_walk(engine, automaton, desk.cards, dealt, desk.cards)
        put(desk.hands, CLASSES, classes)
        if automaton.numbers[lay.JOINT_VERDICTS]:
            note_sides(engine, automaton, desk, together)
        else:
            for number in range(automaton.numbers[lay.CLASSES]):
                found[number] += lanes_in(classes == number)
            if automaton.numbers[lay.PATHS]:
                add_each(automaton, desk, bits_of(dealt & ~left), totals, counts)
        bits = bits_of(left)
        while bits != 0:
            lane = lowest_lane(bits)
            bits &= bits - ONE
            leave(desk, queue, lane, waiting, start_of_shoe(start, step * lay.LANES + lane))
            waiting += 1
            if waiting == lay.LANES:
                play_queue(engine, automaton, queue, waiting, together, totals, counts)
                waiting = np.int64(0)
        if played == rounds:
            break
    if waiting:
        play_queue(engine, automaton, queue, waiting, together, totals, counts)
    add_noted(automaton, found, together, totals, counts)
    add_classes(automaton, found, totals, counts)
