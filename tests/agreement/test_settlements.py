"""Table and kernel settle the same rounds the same way, wager by wager, cent by cent."""

import os

import pytest

from tests.agreement.recorded import compare_rounds
from tests.rounds.finding import HARD_16, LIBRARY, PUSH_22, TWO_HANDS, golden_rules
from upcard.catalogue import CATALOGUE

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 100_000 if IS_FULL else 75
"""Rounds of each game, by chart and at random each."""
GAMES = (*CATALOGUE.names("games"), PUSH_22, LIBRARY, HARD_16, TWO_HANDS)


@pytest.mark.parametrize("name", GAMES)
def test_a_chart_is_settled_the_same_by_table_and_kernel(name: str) -> None:
    assert compare_rounds(golden_rules(name), ROUNDS, f"{name} chart", has_chart=True) == ROUNDS


@pytest.mark.parametrize("name", GAMES)
def test_random_legal_play_is_settled_the_same_by_table_and_kernel(name: str) -> None:
    assert compare_rounds(golden_rules(name), ROUNDS, f"{name} random", has_chart=False) == ROUNDS
