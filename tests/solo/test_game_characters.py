"""What the game picker says of a game is true of it."""

from __future__ import annotations

import pytest

from upcard.catalogue import every_game, rules_of
from upcard.odds.play.solver import play_value
from upcard.solo.game_characters import CHARACTERS


def test_every_game_of_the_catalogue_has_a_character() -> None:
    assert set(CHARACTERS) == {rules.name for rules in every_game()}


@pytest.mark.parametrize("name", CHARACTERS)
def test_the_edge_is_the_solver_s(name: str) -> None:
    rules = rules_of(name)
    edge = -100 * play_value(rules, rules.decks_default).ev

    assert CHARACTERS[name].edge_percent == pytest.approx(edge, abs=0.00005)
