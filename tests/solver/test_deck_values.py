"""Every number of decks at once, digit for digit as each alone."""

import pytest

import upcard
from tests.commands.runs import run_here, upcard_json
from tests.commands.runs import upcard as run
from upcard.catalogue import rules_of
from upcard.odds.play.solver import play_value
from upcard.strategy.deck_values import deck_values
from upcard.strategy.solutions import COMPOSITION_DEPENDENT, solve


@pytest.mark.parametrize("name", ["blackjack", "bahamas", "super-fun-21"])
def test_all_numbers_of_decks_have_the_digits_of_each_alone(name: str) -> None:
    rules = rules_of(name)

    found = deck_values(rules, wager_cents=1000)

    assert tuple(one.decks for one in found.values) == rules.decks
    for one in found.values:
        alone = play_value(rules, one.decks, wager_cents=1000)
        assert (one.ev, one.standard_deviation) == (alone.ev, alone.standard_deviation)
        assert one.standard_deviation_error == alone.standard_deviation_error


def test_a_chart_is_valued_with_every_number_of_decks() -> None:
    chart = solve(rules_of("bonanza"), 6).chart

    found = upcard.solve_decks("bonanza", chart=chart)

    for one in found.values:
        alone = upcard.solve("bonanza", decks=one.decks, chart=chart)
        assert (one.ev, one.standard_deviation) == (alone.ev, alone.standard_deviation)
    assert "by the chart" in found.to_dict()["assumptions"][0]


def test_the_command_lists_every_number_of_decks() -> None:
    answer = upcard_json("solve", "kings-bounty", "--all-decks", "--exact-deviation")

    assert [one["decks"] for one in answer["decks"]] == [6, 8]
    assert answer["method"] == COMPOSITION_DEPENDENT
    assert all(one["standard_deviation_error"] == 0 for one in answer["decks"])
    assert any("is exact" in text for text in answer["assumptions"])
    assert "0.0000" in run("solve", "kings-bounty", "--all-decks", "--exact-deviation").stdout


def test_the_bound_of_a_deviation_stands_beside_each_number_of_decks() -> None:
    answer = upcard_json("solve", "bonanza", "--all-decks")

    assert all(one["standard_deviation_error"] > 0 for one in answer["decks"])
    assert sum("independent of each other" in text for text in answer["assumptions"]) == 1


def test_rules_that_no_document_allows_are_named_with_all_decks() -> None:
    settings = {"dealer.soft_17": "stand"}

    found = upcard.solve_decks("spanish-21-redouble", settings=settings, what_if=True)

    assert any("no document allows this" in text for text in found.to_dict()["assumptions"])


def test_what_is_about_one_number_of_decks_is_refused() -> None:
    refused = run_here("solve", "blackjack", "--all-decks", "--decks", "6", code=None)

    assert "--all-decks with --decks" in refused.stderr
