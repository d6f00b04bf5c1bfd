"""Simulated main wagers lie where the solver says the same chart's exact value is."""

import os

import pytest

from upcard.catalogue import CATALOGUE, rules_of
from upcard.catalogue_games import game
from upcard.simulation import Setup, figures, packed, simulate
from upcard.strategy.solutions import solve, solve_chart

IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ROUNDS = 100_000_000 if IS_FULL else 4_000_000
GAMES = CATALOGUE.names("games") if IS_FULL else ("bahamas", "blackjack", "spanish-21-s17")
SEED = 2
Z_MAX = 4


@pytest.mark.parametrize("name", GAMES)
def test_the_main_wager_comes_out_as_the_solver_says(name: str) -> None:
    rules = rules_of(name)
    chart = solve(rules, rules.decks_default).chart
    exact = solve_chart(rules, rules.decks_default, chart)
    pack = packed(Setup(game=game(name), chart=chart))
    simulated = figures(pack, simulate(pack, rounds=ROUNDS, seed=SEED, threads=2).tally).main

    assert abs(simulated.z_score(exact.ev)) < Z_MAX, f"{simulated.ev}, not {exact.ev}"
    assert simulated.standard_deviation == pytest.approx(exact.standard_deviation, rel=0.002)
