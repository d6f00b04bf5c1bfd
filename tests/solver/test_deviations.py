"""The standard deviation is exact if you ask for it, and else comes with a bound."""

import re

import pytest

import upcard
from upcard.catalogue import CATALOGUE, rules_of
from upcard.notation.charts import read_chart
from upcard.odds.play.solver import play_value
from upcard.rules.setting_paths import with_settings
from upcard.strategy.solutions import solve, solve_chart

# Of a million rounds, a standard deviation is known to a thousandth or so.
SAMPLED = 0.004


def test_the_simulated_deviation_lies_within_the_bound() -> None:
    played = upcard.simulate("spanish-21", rounds=1_000_000, wager=10)
    solved = upcard.solve("spanish-21", chart=played.play.chart).solution
    error = solved.play.standard_deviation_error

    assert error is not None
    assert 0 < error < 0.1 * solved.standard_deviation
    assert abs(played.standard_deviation - solved.standard_deviation) < error + SAMPLED
    assert any(f"off by {error:.4f} at most" in text for text in solved.assumptions)


@pytest.mark.parametrize("name", ["blackjack", "bahamas", "free-bet"])
def test_the_exact_deviation_lies_within_the_bound(name: str) -> None:
    near, exact = (play_value(rules_of(name), 6, exact_deviation=asked) for asked in (False, True))

    assert near.standard_deviation_error is not None
    off = abs(exact.standard_deviation - near.standard_deviation)
    assert 0.0001 < off < near.standard_deviation_error
    assert exact.standard_deviation_error == 0
    assert exact.ev == near.ev


def test_where_no_pair_is_split_the_deviation_is_exact() -> None:
    rules = with_settings(rules_of("blackjack"), {"splitting": "none"}, CATALOGUE)

    near, exact = (play_value(rules, 6, exact_deviation=asked) for asked in (False, True))

    assert near.standard_deviation_error == 0
    assert near.standard_deviation == exact.standard_deviation


def test_a_simulation_tells_the_exact_deviation_from_the_one_near_it() -> None:
    # Every pair is split, so that products of hands weigh. Forty million rounds leave a standard
    # error of 0.0002; hands taken as independent of each other are off by 0.0019.
    best = str(solve(rules_of("blackjack"), 6).chart)
    chart = read_chart(re.sub(r"(?m)^(pair \S+).*$", r"\1" + " P" * 10, best))
    near, exact = (
        solve_chart(rules_of("blackjack"), 6, chart, exact_deviation=asked)
        for asked in (False, True)
    )

    played = upcard.simulate("blackjack", rounds=40_000_000, chart=chart).standard_deviation

    assert abs(played - exact.standard_deviation) < 0.0008
    assert abs(played - near.standard_deviation) > 0.0012
    assert "exact, with what the hands of a split have in common" in exact.assumptions[-1]


def test_the_exact_deviation_of_ordinary_blackjack() -> None:
    solved = upcard.solve("blackjack", exact_deviation=True)
    by_chart = upcard.solve("blackjack", chart=solved.chart, exact_deviation=True)

    # `upcard simulate blackjack --rounds 1e9 --seed 5` plays the chart and says 1.160093, give or
    # take 0.00003. With independent hands it would be 1.159712.
    assert by_chart.standard_deviation == pytest.approx(1.160110, abs=5e-7)
    assert solved.standard_deviation == pytest.approx(1.160443, abs=5e-7)
