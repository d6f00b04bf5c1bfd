"""Cards of lanes come evenly, without replacement, from a stream of their own for each block."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.lanes.lane_blocks_played import by_chart
from tests.randomness.shoe_counts import compiled
from upcard.catalogue_games import game
from upcard.shoes import composition
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.draws import start_of
from upcard.simulation.kernels.lane_shoe_blocks import a_lone_shoe
from upcard.simulation.kernels.lane_shoes import EMPTIED, begin_shoe, draw_one
from upcard.simulation.kernels.layout import Bytes
from upcard.simulation.setups.automata import automaton

SEED = 2026


@compiled
def draw_many(tables: Any, shoe: Any, seed: Any, first: Any, found: Any) -> None:
    """Draw as many cards as a row of *found* has, from a shoe of each block from *first* on."""
    for row in range(found.shape[0]):
        begin_shoe(tables, shoe, 0, start_of(seed, np.uint64(first + row)))
        for place in range(found.shape[1]):
            found[row, place] = draw_one(tables, shoe)


def drawn(tables: Automaton, cards: int, *, blocks: int = 1, block: int = 0) -> tuple[Bytes, int]:
    """That many cards from a full shoe of each block, and how often a shoe ran out."""
    found, shoe = np.zeros((blocks, cards), np.uint8), a_lone_shoe(tables)
    draw_many(tables, shoe, np.uint64(SEED), block, found)
    return found, int(shoe.numbers[EMPTIED])


def of_decks(name: str, decks: int) -> Packed:
    """A game with so many decks."""
    return packed(Setup(game=game(name, decks=decks), chart=None))


@pytest.mark.parametrize(("name", "decks"), [("blackjack", 1), ("blackjack", 8), ("bahamas", 6)])
def test_a_shoe_gives_each_card_as_often_as_it_holds_it(name: str, decks: int) -> None:
    pack = of_decks(name, decks)
    shoe = composition(pack.setup.game.rules.deck, decks)
    (cards,), _ = drawn(automaton(pack), shoe.total())

    assert Counter(at.card_of(int(card)) for card in cards) == shoe


@pytest.mark.parametrize("name", ["blackjack", "bahamas"])
def test_each_card_comes_first_and_second_equally_often(name: str) -> None:
    pairs, _ = drawn(automaton(by_chart(name)), 2, blocks=40_000)
    types = len(game(name).rules.deck.cards)
    expected = len(pairs) / types

    for place in (0, 1):
        counts = np.bincount(pairs[:, place], minlength=types)
        chi_squared = float(((counts - expected) ** 2 / expected).sum())
        # Mean types - 1, variance twice that: five standard deviations.
        assert abs(chi_squared - types + 1) < 5 * (2 * types) ** 0.5
    # The same type twice in a row: 5 of the 311 or 287 cards left.
    again = float((pairs[:, 0] == pairs[:, 1]).mean())
    chance = 5 / (6 * types - 1)
    assert abs(again - chance) < 5 * (chance / len(pairs)) ** 0.5


def test_blocks_do_not_share_their_draws() -> None:
    tables = automaton(by_chart("blackjack"))
    blocks, _ = drawn(tables, 40, blocks=2000)
    (one,), _ = drawn(tables, 40, block=7)

    assert len({tuple(cards) for cards in blocks}) == 2000
    assert tuple(one) == tuple(blocks[7])


def test_an_empty_shoe_is_shuffled_and_said_so() -> None:
    (cards,), emptied = drawn(automaton(of_decks("blackjack", 1)), 53)

    assert emptied == 1
    assert len(set(cards[:52].tolist())) == 52
