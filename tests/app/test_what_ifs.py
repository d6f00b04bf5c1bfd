"""Questions about games that are not played so: what would it be worth?"""

import pytest

import upcard
from upcard.app.preparations import prepared
from upcard.app.simulation_options import Simulation
from upcard.rules.rules_files import RulesError
from upcard.strategy.solutions import TOTAL_ONLY

STANDS = {"dealer.soft_17": "stand"}


def test_redoubling_while_the_dealer_stands_on_soft_17_is_solved_as_a_what_if() -> None:
    with pytest.raises(RulesError, match="redoubling is for games that hit soft 17"):
        upcard.solve("spanish-21-redouble", settings=STANDS)
    asked = upcard.solve("spanish-21-redouble", settings=STANDS, what_if=True)
    once = upcard.solve("spanish-21-s17").house_edge_percent

    # Redoubling is the player's choice, so it cannot be worth less than doubling once.
    assert asked.house_edge_percent < once
    assert any("no document allows this" in text for text in asked.solution.assumptions)


def test_the_best_chart_that_looks_at_totals_costs_a_little_and_no_less_than_nothing() -> None:
    best = upcard.solve("blackjack", decks=1)
    chart = upcard.chart("blackjack", decks=1)
    nearest = upcard.solve("blackjack", decks=1, chart=best.chart)

    assert chart.to_dict()["method"] == TOTAL_ONLY
    assert 0 < chart.house_edge_percent - best.house_edge_percent < 0.1
    assert chart.house_edge_percent <= nearest.house_edge_percent


def test_the_chart_of_a_simulation_knows_the_size_of_the_wager() -> None:
    # With one dollar the super bonus is worth far more than with a hundred.
    small, large = (prepared(Simulation("bahamas", wager=size)).chart for size in ("1", "100"))

    assert small.rows != large.rows


def test_the_odds_of_a_game_tell_its_main_game_and_the_best_parlay() -> None:
    found = upcard.odds("house-money").to_dict()

    assert found["main"]["house_edge_percent"] == pytest.approx(0.547199, abs=1e-6)
    # titles: 26.490230 % if winnings are never moved, 2.513076 % if they are moved best.
    assert found["wagers"][0]["house_edge_percent"] == pytest.approx(26.490230, abs=1e-6)
    assert found["wagers"][0]["house_edge_with_parlay_percent"] == pytest.approx(2.513076, abs=1e-6)
