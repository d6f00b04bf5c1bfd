"""Cards come evenly, without replacement, from a stream of their own for each block."""

from collections import Counter

import numpy as np
import pytest

from upcard.catalogue_games import game
from upcard.shoes import composition
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.kernel_replays import draw_many
from upcard.simulation.kernels.layout import Bytes
from upcard.simulation.setups.packed_games import shoe_words

SEED = np.uint64(2026)


def drawn(name: str, cards: int, *, block: int = 0, decks: int | None = None) -> Bytes:
    """That many cards from a full shoe of a game."""
    found = np.zeros(cards, np.uint8)
    draw_many(shoe_words(game(name, decks=decks)), SEED, np.uint64(block), 0, found)
    return found


@pytest.mark.parametrize(("name", "decks"), [("blackjack", 1), ("blackjack", 8), ("bahamas", 6)])
def test_a_shoe_gives_each_card_as_often_as_it_holds_it(name: str, decks: int) -> None:
    table = game(name, decks=decks)
    shoe = composition(table.rules.deck, decks)
    cards = drawn(name, shoe.total(), decks=decks)

    assert Counter(at.card_of(int(card)) for card in cards) == shoe


@pytest.mark.parametrize("name", ["blackjack", "bahamas"])
def test_each_card_comes_first_and_second_equally_often(name: str) -> None:
    pairs = np.array([drawn(name, 2, block=block) for block in range(40_000)])
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
    blocks = {tuple(drawn("blackjack", 40, block=block)) for block in range(2000)}

    assert len(blocks) == 2000
    assert tuple(drawn("blackjack", 40)) in blocks


def test_an_empty_shoe_is_shuffled_and_said_so() -> None:
    table = game("blackjack", decks=1)
    words, cards = shoe_words(table), np.zeros(53, np.uint8)
    draw_many(words, SEED, np.uint64(0), 0, cards)

    assert int(words[at.EMPTIED]) == 1
    assert len(set(cards[:52].tolist())) == 52
