"""Table and lanes settle the same rounds the same way, wager by wager, cent by cent."""

import os

import pytest

from tests.agreement.recorded import compare_rounds
from tests.rounds.finding import HARD_16, LIBRARY, PUSH_22, TWO_HANDS, golden_rules
from upcard.catalogue import CATALOGUE
from upcard.engine_names import PORTABLE
from upcard.simulation.vector_engines import engines_here

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 100_000 if IS_FULL else 75
"""Rounds of each game, by chart and at random each."""
GAMES = (*CATALOGUE.names("games"), PUSH_22, LIBRARY, HARD_16, TWO_HANDS)
ENGINES = engines_here() if IS_FULL else (PORTABLE,)
OF_EACH = 1000 if IS_FULL else 50
"""Rounds of each setup: where there are many, tables take most of the time."""


@pytest.mark.parametrize("has_chart", [True, False], ids=["by a chart", "at random"])
@pytest.mark.parametrize("name", GAMES)
def test_rounds_are_settled_the_same_by_table_and_lanes(name: str, has_chart: bool) -> None:
    rules, seed = golden_rules(name), f"{name} {has_chart}"
    found = compare_rounds(
        rules, ROUNDS, seed, has_chart=has_chart, engines=ENGINES, of_each=OF_EACH
    )

    assert found == ROUNDS
