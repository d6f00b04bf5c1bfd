"""Charts: followed alike by solver and table, built from the best play, and what they leave."""

import pytest

from tests.solver.shoes import cards_of, game_with
from upcard.catalogue import rules_of
from upcard.catalogue_games import game
from upcard.notation.charts import Chart, read_chart
from upcard.odds.play.payments import facts_of
from upcard.odds.play.solver import PlayValue, exact_play_value, play_value
from upcard.odds.play.stock import stock_of
from upcard.rules.schema import Rules
from upcard.strategy.best_charts import best_chart, chart_of
from upcard.strategy.chart_players import follow
from upcard.strategy.exceptions import exceptions_to
from upcard.strategy.policies import PolicyError, chart_plan, plan_named
from upcard.strategy.policy_proofs import value_through_table
from upcard.strategy.solutions import solve_chart


@pytest.fixture(scope="module")
def blackjack() -> PlayValue:
    return play_value(rules_of("blackjack"), 6)


@pytest.fixture(scope="module")
def bahamas() -> PlayValue:
    return play_value(rules_of("bahamas"), 6)


def test_the_chart_of_ordinary_blackjack_is_the_one_players_know(blackjack: PlayValue) -> None:
    # Basic strategy for six decks, soft 17 hit, as every book prints it.
    chart = chart_of(blackjack, rules_of("blackjack"))

    def row(label: str) -> str:
        return " ".join(str(cell) for cell in chart.rows[label])

    assert row("hard 9") == "H D D D D H H H H H"
    assert row("hard 11") == "D D D D D D D D D D"
    assert row("hard 12") == "H H S S S H H H H H"
    assert row("hard 16") == "S S S S S H H H H H"
    assert row("soft 18") == "Ds Ds Ds Ds Ds S S H H H"
    assert row("soft 19") == "S S S S Ds S S S S S"
    assert row("pair 4") == "H H H P P H H H H H"
    assert row("pair 9") == "P P P P P S P P S S"


def test_a_spanish_chart_counts_cards_and_speaks_of_doubled_hands(bahamas: PlayValue) -> None:
    chart = chart_of(bahamas, rules_of("bahamas"))

    assert str(chart.cell("hard 11", "T")) == "D3h"
    assert str(chart.cell("doubled hard 16", "T")) == "R"
    assert str(chart.cell("doubled hard 9", "T")) == "D"


def test_a_built_chart_reads_back(bahamas: PlayValue) -> None:
    text = str(chart_of(bahamas, rules_of("bahamas")))

    assert str(read_chart(text)) == text


@pytest.mark.parametrize("rules", [rules_of("blackjack"), rules_of("bahamas")])
def test_no_chart_beats_the_best_play_and_the_best_chart_comes_close(rules: Rules) -> None:
    best = play_value(rules, 6).ev
    _, by_chart = best_chart(rules, 6)

    assert best - 0.0002 < by_chart.ev < best


@pytest.mark.parametrize("name", ["blackjack", "bahamas", "bahama-wsgc", "spanish-21"])
def test_solver_and_table_follow_a_chart_alike(name: str) -> None:
    """Every cell of a made-up chart is tried, and the table enumerated with `follow` itself."""
    chart = odd_chart()
    shoe, played = cards_of("8s*3 5h*2 Kd*6 9c"), game(name)
    facts = facts_of(played.rules, wager_cents=100)

    value = value_through_table(
        played, shoe, lambda hand, upcard, legal: follow(chart, hand, upcard, legal)
    )

    assert exact_play_value(facts, stock_of(shoe), chart_plan(chart)) == value


def odd_chart() -> Chart:
    """A chart with every kind of cell, and no sense."""
    rows = ["2 3 4 5 6 7 8 9 T A"]
    rows += [f"hard {total} H D4h D S3h Rh Dr D3s H D Rs" for total in range(4, 12)]
    rows += [f"hard {total} S S S S S S S S R S" for total in range(12, 22)]
    rows += [f"soft {total} S Ds S Ds S S D3s S Ds S" for total in range(12, 22)]
    rows += [f"pair {card} P P P P P P P P P Rp" for card in "A23456789"]
    rows += ["pair T S S S S S S S S S S"]
    rows += [f"doubled hard {total} S D R Dr S D R S Dr R" for total in range(4, 22)]
    rows += [f"doubled soft {total} S D R Dr S D R S Dr S" for total in range(12, 22)]
    return read_chart("\n".join(rows))


def test_the_exceptions_to_a_chart_are_worth_what_it_leaves(blackjack: PlayValue) -> None:
    chart = chart_of(blackjack, rules_of("blackjack"))
    found = exceptions_to(chart, blackjack)
    left = blackjack.ev - solve_chart(rules_of("blackjack"), 6, chart).ev

    # Hands of a split have exceptions too, which are not listed.
    assert 0.9 * left < sum(each.worth for each in found) < left
    assert found == sorted(found, key=lambda each: each.worth, reverse=True)
    # The oldest exception in the books: stand on 16 of three and more cards against a ten.
    assert (found[0].hand, found[0].upcard, found[0].best) == ("754", "T", "stand")


def test_exceptions_by_suit_are_told_apart(bahamas: PlayValue) -> None:
    found = exceptions_to(chart_of(bahamas, rules_of("bahamas")), bahamas)

    assert any(each.hand == "87 spades" and each.best == "hit" for each in found)


def test_a_chart_evaluated_at_another_game_stays_legal() -> None:
    # Surrender in the chart, none in the game: the fallback holds.
    chart = chart_of(play_value(rules_of("bonanza"), 6), rules_of("bonanza"))
    without = solve_chart(rules_of("blackjack"), 6, chart)

    assert without.ev < solve_chart(rules_of("bonanza"), 6, chart).ev


@pytest.mark.parametrize("text", ["", "dance", "hit-below", "hit-below many", "double-on"])
def test_text_that_names_no_policy_is_refused(text: str) -> None:
    with pytest.raises(PolicyError):
        plan_named(text)


def test_a_double_only_on_some_totals_is_legal_on_those() -> None:
    rules = game_with("blackjack", doubling__totals="10,11")
    chart = chart_of(play_value(rules, 6), rules)

    assert str(chart.cell("hard 9", "5")) == "H"
    assert str(chart.cell("hard 10", "5")) == "D"
