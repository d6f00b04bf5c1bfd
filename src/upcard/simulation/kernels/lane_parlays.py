"""Winnings that are moved onto the main wager, in lanes: how much, and what that brings."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import add
from upcard.simulation.kernels.compilation import also_plain, called, inlined
from upcard.simulation.kernels.draws import Flag, Number, Word, index
from upcard.simulation.kernels.lane_draws import UPCARD, LaneCards
from upcard.simulation.kernels.lane_engines import ONE, Engine, first_lane, lanes_of
from upcard.simulation.kernels.lane_operations import bits_of
from upcard.simulation.kernels.lane_splits import CLASSES, HAND_COUNTS, SPOT_ROWS
from upcard.simulation.kernels.lane_spots import SPOT_CARDS
from upcard.simulation.kernels.lane_sums import LaneSums, line_place
from upcard.simulation.kernels.lane_walks import dealers_hands
from upcard.simulation.kernels.layout import Integers


@also_plain
def move_place(upcard: Number, first: Number, second: Number, is_one_rank: Number) -> Number:
    """Where the table of moves tells of two cards against an up card, all by their points."""
    return 2 * (100 * (upcard - 1) + 10 * (first - 1) + second - 1) + is_one_rank


@called
def add_parlays(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    bits: Word,
    totals: Integers,
) -> None:
    """Add up what moved winnings bring; under a dealer's natural nobody moves any."""
    _, naturals = dealers_hands(engine, automaton, desk.cards)
    natural = bits_of(naturals)
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        net, may_move = np.int64(0), natural >> np.uint64(lane) & ONE == 0
        for spot in range(automaton.numbers[lay.SPOTS]):
            net += moved_net(engine, automaton, desk, sums, spot, lane, may_move, totals)
        add(totals, at.PARLAY, net, sums.nets[lane])
        sums.beside[lane] += net


@inlined
def moved_net(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    sums: LaneSums,
    spot: Number,
    lane: Number,
    may_move: Flag,
    totals: Integers,
) -> Number:
    """What the winnings of a spot bring: all of them are moved, or none."""
    lanes, side = lanes_of(engine), automaton.numbers[lay.PARLAY_SIDE] - 1
    line = np.int64(sums.lines[line_place(lanes, side, spot, lane)])
    moved, net = automaton.moved[index(line)], np.int64(0)
    is_moved = may_move and moved != 0 and is_chosen(automaton, desk, lanes, spot, lane)
    sums.moved[spot * lanes + lane] = 1 + line if is_moved else 0
    if is_moved:
        totals[at.PARLAYS] += 1
        totals[at.MOVED] += moved
        row = SPOT_ROWS * spot
        for hand in range(desk.hands[index((row + HAND_COUNTS) * lanes + lane)]):
            found = desk.hands[index((row + CLASSES + hand) * lanes + lane)]
            net += automaton.moved_pays[index(line * at.CELLS + automaton.cells[found])]
    return net


@inlined
def is_chosen(
    automaton: Automaton, desk: LaneCards, lanes: Number, spot: Number, lane: Number
) -> Flag:
    """Whether winnings are moved onto the two cards of a spot."""
    first = np.int64(desk.cards[index((SPOT_CARDS + 2 * spot) * lanes + lane)])
    second = np.int64(desk.cards[index((SPOT_CARDS + 2 * spot + 1) * lanes + lane)])
    up = np.int64(desk.cards[index(UPCARD * lanes + lane)])
    is_one_rank = 1 if first >> 2 == second >> 2 else 0
    points = points_in(automaton, up), points_in(automaton, first), points_in(automaton, second)
    return automaton.moves[index(move_place(points[0], points[1], points[2], is_one_rank))] != 0


@inlined
def points_in(automaton: Automaton, card: Number) -> Number:
    """The points of a card, the ace as 1."""
    return np.int64(automaton.small[index(lay.CARD_CODES * lay.SMALL + card)]) & lay.POINTS
