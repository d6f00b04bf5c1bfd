"""
The cards that lanes get: the published generator, every nine cards as likely as any others.

Without an option ten million draws are counted, and with UPCARD_RANDOMNESS=full ten billion.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tests.lanes.lane_blocks_played import by_chart
from tests.randomness.batteries import found_by, limit_for, z_of_chi_square
from tests.randomness.shoe_counts import compiled
from tests.randomness.streams import IS_FULL, scaled
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.draws import start_of, start_of_shoe
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX, a_desk
from upcard.simulation.kernels.lane_draws import NINE, STREAMS, LaneCards, deal, seed_streams
from upcard.simulation.kernels.lane_operations import bits_of
from upcard.simulation.setups.automata import automaton

DRAWS = 10_000_000_000 if IS_FULL else 10_000_000
BLOCKS = 2000 if IS_FULL else 2
STEPS = DRAWS // (BLOCKS * NINE * lay.LANES)
WORDS = 400_000
PUBLISHED = (641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295)
"""What xoshiro128++ gives from the state 1, 2, 3, 4."""

Halves = npt.NDArray[np.uint32]


def turned(words: Halves, by: int) -> Halves:
    """Words turned to the left."""
    return words << np.uint32(by) | words >> np.uint32(32 - by)


def published(state: Halves, count: int) -> Halves:
    """So many words of each of several generators, as Blackman and Vigna wrote xoshiro128++."""
    zero, one, two, three = state.reshape(4, -1).copy()
    found = np.empty((count, zero.size), np.uint32)
    for row in found:
        row[:] = turned(zero + three, 7) + zero
        shifted = one << np.uint32(9)
        two ^= zero
        three ^= one
        one ^= two
        zero ^= three
        two ^= shifted
        three = turned(three, 11)
    return found


@compiled
def start(desk: LaneCards, seed: Any, block: Any) -> None:
    """Start the generators of a block."""
    seed_streams(desk, start_of_shoe(start_of(seed, block), ROUNDS_MAX))


@compiled
def count_cards(
    tables: Any, desk: Any, steps: Any, places: Any, pairs: Any, lanes: Any, later: Any
) -> None:
    """Count cards by place, pairs of neighbours, and first cards beside and after each other."""
    cards = tables.numbers[lay.CARDS]
    before = np.full(lay.LANES, -1)
    for _ in range(steps):
        bits = bits_of(deal(tables, desk))
        for lane in range(lay.LANES):
            if not bits >> np.uint64(lane) & np.uint64(1):
                before[lane] = -1
                continue
            for card in range(NINE):
                mine = np.int64(desk.seen[card * lay.LANES + lane])
                places[card * cards + mine] += 1
                if card:
                    other = np.int64(desk.seen[(card - 1) * lay.LANES + lane])
                    pairs[other * cards + mine] += 1
            mine = np.int64(desk.seen[lane])
            if lane and before[lane - 1] >= 0:
                lanes[before[lane - 1] * cards + mine] += 1
            if before[lane] >= 0:
                later[before[lane] * cards + mine] += 1
            before[lane] = mine


def z_of_even(counts: npt.NDArray[np.int64]) -> float:
    """How far counts are from being even."""
    expected = counts.sum() / counts.size
    return z_of_chi_square(float(((counts - expected) ** 2).sum() / expected), counts.size - 1)


def test_the_reference_is_the_published_generator() -> None:
    found = published(np.array([1, 2, 3, 4], np.uint32), len(PUBLISHED))

    assert tuple(found[:, 0].tolist()) == PUBLISHED


def test_lanes_are_dealt_by_the_published_generator() -> None:
    tables, desk = automaton(by_chart("blackjack")), a_desk()
    start(desk, np.uint64(1), np.uint64(5))
    words = published(desk.state, NINE).view(np.uint16).astype(np.int64)
    count_cards(tables, desk, 1, *(np.zeros(312 * 312, np.int64) for _ in range(4)))

    assert desk.seen[: NINE * lay.LANES].tolist() == (words * 312 >> 16).reshape(-1).tolist()
    assert desk.cards[: NINE * lay.LANES].tolist() == (words * 52 >> 16).reshape(-1).tolist()


def test_the_words_of_lanes_pass_the_battery_of_the_shuffle() -> None:
    desk = a_desk()
    start(desk, np.uint64(2026), np.uint64(0))
    words = published(desk.state, WORDS // STREAMS)

    for order in (words, words.T):
        sequence = np.ascontiguousarray(order).reshape(-1)
        assert found_by(scaled(sequence), sequence) == {}


def test_every_card_and_pair_comes_as_often_as_any_other() -> None:
    tables, cards = automaton(by_chart("blackjack")), 312
    places = np.zeros(NINE * cards, np.int64)
    pairs, lanes, later = (np.zeros(cards * cards, np.int64) for _ in range(3))
    for block in range(BLOCKS):
        desk = a_desk()
        start(desk, np.uint64(18), np.uint64(block))
        count_cards(tables, desk, STEPS, places, pairs, lanes, later)
    different = pairs.reshape(cards, cards)[~np.eye(cards, dtype=bool)]
    scores = [z_of_even(each) for each in places.reshape(NINE, cards)]
    scores += [z_of_even(each) for each in (different, lanes, later)]

    assert pairs.sum() == different.sum()
    assert max(map(abs, scores)) < limit_for(len(scores))
