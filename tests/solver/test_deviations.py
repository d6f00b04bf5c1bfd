"""The standard deviation comes with a bound on what is not exact about it."""

import upcard
from upcard.catalogue import CATALOGUE, rules_of
from upcard.odds.play.solver import play_value
from upcard.rules.setting_paths import with_settings

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


def test_where_no_pair_is_split_the_deviation_is_exact() -> None:
    rules = with_settings(rules_of("blackjack"), {"splitting": "none"}, CATALOGUE)

    assert play_value(rules, 6).standard_deviation_error == 0
