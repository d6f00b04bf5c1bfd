"""Blocks of shoes in lanes, as kernels that Python calls: several spots, cut cards and counts."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_kernels import start_of, start_of_shoe
from upcard.simulation.kernels.compilation import entry, inlined
from upcard.simulation.kernels.draws import Number, Word
from upcard.simulation.kernels.lane_draws import LaneCards
from upcard.simulation.kernels.lane_operations import lowest_lane, mask_of
from upcard.simulation.kernels.lane_rounds import LaneSums, add_rounds
from upcard.simulation.kernels.lane_shoes import EMPTIED, ONE, SHOE_NUMBERS, Shoes, begin_shoe
from upcard.simulation.kernels.lane_splits import PILE_ROWS, SPOT_ROWS
from upcard.simulation.kernels.lane_spots import CARD_ROWS, SPLIT_ROWS, walk_spots
from upcard.simulation.kernels.lane_tables import Engine
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.kernels.true_counts import add_to_count, place_of_count


def a_table() -> LaneCards:
    """Room for the cards of lanes with up to seven spots."""
    none = np.zeros(1, np.uint64)
    return LaneCards(
        state=np.zeros(1, np.uint32),
        seen=np.zeros(1, np.uint16),
        cards=np.zeros(CARD_ROWS * lay.LANES, np.uint8),
        places=none,
        piles=np.zeros(PILE_ROWS * lay.LANES, np.uint8),
        hands=np.zeros((SPLIT_ROWS + SPOT_ROWS) * lay.LANES, np.uint8),
        numbers=np.zeros(1, np.int64),
    )


def full_shoes(automaton: Automaton) -> Shoes:
    """Room for the shoes of all lanes."""
    cards, types = (int(automaton.numbers[place]) for place in (lay.CARDS, lay.TYPES))
    full = np.zeros((cards // lay.LANES + 1) * lay.LANES, np.uint8)
    full[:cards] = np.arange(cards) % types
    words = np.zeros(lay.LANES, np.uint64)
    return Shoes(
        full=full,
        cards=np.zeros(lay.LANES * full.size, np.uint8),
        left=words,
        places=words.copy(),
        chosen=words.copy(),
        drawn=np.zeros(lay.LANES, np.uint8),
        running=np.zeros(lay.LANES, np.uint16),
        numbers=np.zeros(SHOE_NUMBERS, np.int64),
    )


@inlined
def note_counts(automaton: Automaton, shoes: Shoes, bits: Word, rows: Integers) -> None:
    """Keep the row of the true count that the round of each lane begins with."""
    table, types = automaton.numbers[lay.COUNT_TABLE], automaton.numbers[lay.TYPES]
    if table == 0:
        return
    while bits != 0:
        lane = lowest_lane(bits)
        bits &= bits - ONE
        running = np.int64(np.int16(shoes.running[lane]))
        rows[lane] = place_of_count(types, np.int64(shoes.left[lane]), running)


@inlined
def add_found(automaton: Automaton, sums: LaneSums, counts: Integers) -> None:
    """Count hands by what they came to."""
    for number in range(automaton.numbers[lay.CLASSES]):
        counts[automaton.cells[number]] += sums.found[number]


@entry
def play_lane_shoes(
    engine: Engine,
    automaton: Automaton,
    seed: Word,
    block: Word,
    last: Number,
    table: LaneCards,
    shoes: Shoes,
    sums: LaneSums,
    rows: Integers,
    totals: Integers,
    counts: Integers,
) -> None:
    """
    Play the first shoes of a block, up to number *last*, and add them to *totals* and *counts*.

    A lane that has dealt to its cut card takes the next shoe that nobody has. Table, shoes, sums
    and rows are for its own use.
    """
    start = start_of(seed, block)
    cut, cards = automaton.numbers[lay.CUT], automaton.numbers[lay.CARDS]
    count_table = automaton.numbers[lay.COUNT_TABLE]
    begun, live = np.int64(0), np.uint64(0)
    for lane in range(min(lay.LANES, last)):
        begin_shoe(automaton, shoes, lane, start_of_shoe(start, begun))
        live |= ONE << np.uint64(lane)
        begun += 1
    while live != 0:
        note_counts(automaton, shoes, live, rows)
        walk_spots(engine, automaton, table, shoes, 0, mask_of(live))
        add_rounds(engine, automaton, table, sums, live, totals, counts)
        bits = live
        while bits != 0:
            lane = lowest_lane(bits)
            bits &= bits - ONE
            if count_table:
                add_to_count(totals, count_table, rows[lane], sums.nets[lane])
            if cards - np.int64(shoes.left[lane]) >= cut:
                if begun < last:
                    begin_shoe(automaton, shoes, lane, start_of_shoe(start, begun))
                    begun += 1
                else:
                    live ^= ONE << np.uint64(lane)
    add_found(automaton, sums, counts)
    totals[at.SHOES_EMPTIED] += shoes.numbers[EMPTIED]
