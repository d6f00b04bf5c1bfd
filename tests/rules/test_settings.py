"""Single settings: whatever somebody sets is taken, or refused by its path in plain words."""

import random

import pytest

from tests.notation.mutations import ODD_WORDS
from upcard.catalogue import CATALOGUE, every_game, rules_of
from upcard.rules import RulesError
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import differences, settings_of, with_settings

TRIES = 150
"""How many settings of each game are set to something odd."""


def refusals(rules: Rules, **settings: str) -> list[str]:
    """What is said about settings; a double underscore stands for a point."""
    return _refusals(rules, {path.replace("__", "."): text for path, text in settings.items()})


def _refusals(rules: Rules, settings: dict[str, str]) -> list[str]:
    try:
        with_settings(rules, settings, CATALOGUE)
    except RulesError as error:
        return [str(problem) for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        ("doubling.doubles_max", "²", "doubling.doubles_max: is '²': write a whole number"),
        ("doubling.doubles_max", "--1", "doubling.doubles_max: is '--1': write a whole number"),
        ("doubling.doubles_max", "9", "doubling.doubles_max: is 9: write 3 or less"),
        ("doubling.doubles_max", "-1", "doubling.doubles_max: is -1: write 1 or more"),
        ("doubling.after_split", "yes", "doubling.after_split: is 'yes': write true or false"),
        ("doubling.totals", "9,²", "doubling.totals.1: is '²': write a whole number"),
        ("doubling.totals.0", "9", "doubling.totals.0: is not a setting of this game"),
        ("doubling.caps.0", "none", "doubling.caps.0: is not a setting of this game"),
        ("decks", "[]", "decks: is a list: write at least one"),
        ("dealer", "5", "dealer: is '5': write a section with its settings"),
        ("limits.main_min", "ten", "limits.main_min: 'ten' is not an amount: write dollars like"),
        ("side_wagers.match-up.needs", "bonanza", "side_wagers.match-up.needs: names 'bonanza'"),
        ("side_wagers.match-up.paytables", "[]", "side_wagers.match-up.paytables: is empty: name"),
        (
            "side_wagers.match-down.paytables.2.pays.suited",
            "25 for 1",
            "side_wagers.match-down.paytables.2.pays.suited: is 25 for 1: a match pays odds",
        ),
        ("side_wagers.match-up.wager", "[]", "wager: is a list: write text"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_path(path: str, text: str, sentence: str) -> None:
    found = _refusals(rules_of("bahama-wsgc"), {path: text})

    assert [each for each in found if sentence in each]


def test_a_number_of_any_length_is_refused_in_a_short_sentence() -> None:
    (found,) = refusals(rules_of("blackjack"), games_max="9" * 5_000)

    assert found.startswith("games_max: is '999")
    assert len(found) < 150


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.name)
def test_any_setting_is_taken_and_can_be_written_or_is_refused_in_plain_words(rules: Rules) -> None:
    rng = random.Random(rules.name)
    before = settings_of(rules)
    paths = [path for path in before if not path.endswith((".name", ".wager"))]
    for path in rng.choices(paths, k=TRIES):  # A row that got another name has another path.
        whole = path.rpartition(".")[0] or path
        settings = {rng.choice((path, path, whole)): rng.choice((*ODD_WORDS, *before.values()))}
        found = _refusals(rules, settings)
        for each in found:
            assert "nput should" not in each, each
            assert len(each) < 600, each
        if not found and set(settings) <= set(before):
            changed = with_settings(rules, settings, CATALOGUE)
            assert with_settings(rules, differences(changed, rules), CATALOGUE) == changed


def test_a_list_of_a_feature_that_is_switched_on_is_a_list() -> None:
    changes = {
        "free_bets.double_totals": "9,10,11",
        "free_bets.double_on": "first-two-cards",
        "free_bets.split_pairs": "8",
        "free_bets.splits_max": "1",
    }
    bets = with_settings(rules_of("blackjack"), changes, CATALOGUE).free_bets

    assert bets != "none"
    assert (bets.double_totals, bets.split_pairs) == ((9, 10, 11), (8,))
