"""What the game picker says of a game is true of it."""

from __future__ import annotations

import pytest

from upcard.app.solved_games import solve
from upcard.catalogue import every_game
from upcard.solo.game_characters import CHARACTERS, FIRST_GAME

SOLVED = [FIRST_GAME, "bonanza", "free-bet", "house-money", "spanish-21-s17"]
"""One of each kind; solving them all takes half a minute."""
SAME_MAIN_GAME = ["bet-the-set-21", "kings-bounty", "royal-match-21", "trilux-blackjack"]
"""Plain blackjack with other side wagers."""


def test_every_game_of_the_catalogue_has_a_character() -> None:
    assert set(CHARACTERS) == {rules.name for rules in every_game()}


@pytest.mark.parametrize("name", SOLVED)
def test_the_edge_is_the_solver_s(name: str) -> None:
    edge = solve(name).solution.house_edge_percent

    assert CHARACTERS[name].edge_percent == pytest.approx(edge, abs=0.00005)


@pytest.mark.parametrize("name", SAME_MAIN_GAME)
def test_side_wagers_do_not_change_the_main_game(name: str) -> None:
    assert CHARACTERS[name].edge_percent == CHARACTERS[FIRST_GAME].edge_percent
