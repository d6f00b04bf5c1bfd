"""One line of a rules file offers wagers of the library, in any game that they fit."""

import pytest

from upcard.catalogue import CATALOGUE, every_game, rules_of
from upcard.rules.houses import house_of
from upcard.rules.library_wagers import fitting_wagers
from upcard.rules.rules_files import RulesError, read_rules
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import with_settings
from upcard.screens.rule_fields import fields_for
from upcard.screens.rule_texts import as_text, odds_of

HEAD = """
extends = "blackjack"
name = "own"
title = "Own"
source = "a test"
decks = [6]
"""


def with_line(line: str) -> Rules:
    """Six-deck blackjack with that line."""
    return read_rules(f"{HEAD}{line}", CATALOGUE)


def fitting(rules: Rules) -> list[str]:
    """The wagers of the library that fit a game."""
    offered = [wager.wager for wager in rules.side_wagers]
    house = house_of(rules, main_max=rules.limits.main_max, single_wager=None)
    return list(fitting_wagers(CATALOGUE, decks=list(rules.decks), offered=offered, house=house))


def test_a_line_offers_wagers_with_their_usual_paytables() -> None:
    rules = with_line('library = ["perfect-pairs", "lucky-lucky:6 200-100-50-30-10-3-2-1"]')
    pairs, lucky = rules.side_wagers

    assert (pairs.wager, pairs.paytable, pairs.settles) == ("perfect-pairs", "a-25-12-6", "on-deal")
    assert (lucky.wager, lucky.paytable) == ("lucky-lucky", "6-200-100-50-30-10-3-2-1")
    assert "two-deck-100-50-30-15-3-2-2" not in [table.name for table in lucky.paytables]


def test_the_dealer_finishes_the_hand_for_a_wager_on_it() -> None:
    rules = with_line('library = ["buster-blackjack"]')

    assert rules.side_wagers[0].settles == "with-main"
    assert rules.dealer_draws != "none"
    assert rules.dealer_draws.when == "whenever-a-wager-needs-it"


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.name)
def test_every_game_takes_wagers_that_fit_it(rules: Rules) -> None:
    names = fitting(rules)[:: 1 if rules.name == "blackjack" else 9]
    offered = len(rules.side_wagers)
    for name in names:
        found = with_settings(rules, {"library": name, "games_max": "12"}, CATALOGUE)

        assert [wager.wager for wager in found.side_wagers[offered:]] == [name]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('library = "pair"', "library: write a list, like"),
        ('library = ["no-such"]', "library.0: is 'no-such': choose one of "),
        ('library = ["pair:9"]', "library.0: is 'pair:9': pair has the paytables 30-5-2"),
        ('library = ["pair", "pair"]', "side_wagers.1.wager: is 'pair' a second time"),
        ('library = ["top-3"]', "side_wagers.0.needs: names '21+3', which this game does not"),
    ],
)
def test_a_line_that_cannot_be_played_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        with_line(line)

    assert sentence in str(refused.value)


def test_the_rules_editor_offers_the_library() -> None:
    rules = rules_of("kings-bounty")
    field = next(field for field in fields_for(rules) if field["path"] == "library")
    assert field["type"] == "list"
    assert {"perfect-pairs", "over-13", "buster-blackjack"} <= set(field["choices"])
    assert "kings-bounty" not in field["choices"]

    added = with_settings(rules, {"library": as_text(["perfect-pairs", "over-13"])}, CATALOGUE)
    shown = odds_of(added, 6)["wagers"]
    edges = {(one["wager"], one["paytable"]): one["edge_percent"] for one in shown}

    assert edges["perfect-pairs", "a-25-12-6"] == pytest.approx(100 * 19 / 311)
    assert edges["over-13", "over-13-even-money"] == pytest.approx(6.555, abs=5e-4)
