"""A player is dealt the hands that the player gets wrong."""

from __future__ import annotations

import random

import pytest

from upcard.catalogue import every_game
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.solo.practice_shoes import ChartPlace, place_of, practice_shoes
from upcard.solo.solos import SoloTable
from upcard.table.commands import PlaceWager

GAMES = [rules.name for rules in every_game()]
PLACES = [ChartPlace("hard 16", "T"), ChartPlace("soft 18", "9"), ChartPlace("pair 8", "A")]


def dealt(name: str, place: ChartPlace, seed: int, spots: int = 1) -> ChartPlace | None:
    """Where the first hand is when that place is to be practised."""
    table = SoloTable(game(name), seed, price=lambda *_: None)
    for spot in range(1, spots + 1):
        table.press(PlaceWager(spot, "main", Cents(1000)))
    table.press_next([place])
    return place_of(table.state.round)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_deals_the_cell_that_is_practised(name: str) -> None:
    for seed, place in enumerate(PLACES):
        assert dealt(name, place, seed) == place


def test_the_first_of_three_hands_gets_it() -> None:
    assert dealt("blackjack", PLACES[0], seed=7, spots=3) == PLACES[0]


def test_a_cell_that_two_cards_never_are_deals_as_the_shoe_comes() -> None:
    plain = SoloTable(game("blackjack"), 3, price=lambda *_: None)
    plain.press(PlaceWager(1, "main", Cents(1000)))
    plain.press_next()

    assert dealt("blackjack", ChartPlace("hard 4", "T"), seed=3) == place_of(plain.state.round)


def test_practice_keeps_the_cards_of_the_shoe() -> None:
    table = SoloTable(game("blackjack"), 3, price=lambda *_: None)
    shoe = table.state.shoe
    for made in practice_shoes(shoe, PLACES, 2, random.Random(1)):
        assert sorted(map(str, made.order)) == sorted(map(str, shoe.order))
        assert made.order[: shoe.drawn] == shoe.order[: shoe.drawn]
