"""The plain data of the command line: keys, numbers and refusals that other programs rely on."""

import json
from fractions import Fraction
from typing import Any

import pytest

from upcard.app.odds_results import odds
from upcard.app.progressive_plans import plan
from upcard.odds.odds_problems import OddsError
from upcard.table import GameError

Record = Any
"""What is printed as JSON, whichever kind of wager it is."""

WAGER_KEYS = {
    "wager",
    "paytable",
    "cards_per_deck",
    "decks",
    "house_edge",
    "house_edge_percent",
    "hit_frequency",
    "hit_frequency_percent",
    "standard_deviation",
    "outcomes",
}
PROGRESSIVE_KEYS = WAGER_KEYS - {"house_edge", "house_edge_percent"} | {
    "fixed_return",
    "fixed_return_percent",
    "break_even_wagers",
}


def test_a_wager_has_the_keys_of_the_contract() -> None:
    record: Record = odds(wager="match-up", paytable="1", cards=48, decks=6).to_dict()

    assert record.keys() >= WAGER_KEYS
    assert Fraction(record["house_edge"]) == Fraction(1254, 41041)
    assert record["house_edge_percent"] == pytest.approx(3.0555, abs=5e-5)
    assert record["outcomes"][0] == {
        "name": "two-suited",
        "probability": "10/41041",
        "pays": "18:1",
        "combinations": 2880,
    }
    assert not record["favours_player"]
    assert json.loads(json.dumps(record)) == record


def test_a_progressive_has_the_keys_of_the_contract() -> None:
    record: Record = odds(wager="bahama-progressive", paytable="PT3", cards=48, decks=6).to_dict()

    assert record.keys() >= PROGRESSIVE_KEYS
    assert "house_edge" not in record
    assert [outcome["pays"] for outcome in record["outcomes"]] == [
        "100%",
        "10%",
        "200 for 1",
        "20 for 1",
        "10 for 1",
        "3 for 1",
        "loses",
    ]
    assert [round(even) for even in record["break_even_wagers"]] == [57_332]


def test_levels_are_told_top_first() -> None:
    record: Record = odds(wager="blazing-7s-upcard", paytable="ML03", cards=52, decks=8).to_dict()

    assert [outcome["pays"] for outcome in record["outcomes"][:3]] == [
        "100% Mega",
        "100% Major",
        "100% Minor",
    ]
    assert record["break_even_wagers"] == sorted(record["break_even_wagers"], reverse=True)


def test_a_game_tells_every_approved_paytable_its_own_first() -> None:
    record = odds("bahama-wsgc", decks=8, main=False).to_dict()
    told = [(one["wager"], one["paytable"]) for one in record["wagers"]]

    assert told == [
        ("match-up", "1"),
        ("match-up", "2"),
        ("match-down", "1"),
        ("match-down", "2"),
        ("trilux", "TRI-04"),
        ("trilux", "TRI-01"),
        ("trilux", "TRI-03"),
        ("trilux-super-3", "SUP-01"),
        ("trilux-super-3", "SUP-02"),
        ("insurance", "2:1"),
    ]
    assert [one["paytable"] for one in record["progressives"]] == ["PT1", "PT2", "PT3", "PT4"]


def test_assumptions_about_play_are_part_of_the_answer() -> None:
    sevens: Record = odds(wager="blazing-7s-player", paytable="PT1", cards=52, decks=6).to_dict()
    insurance: Record = odds(wager="insurance", paytable="", cards=48, decks=6).to_dict()

    assert any("third card" in text for text in sevens["assumptions"])
    assert insurance["house_edge"] == "71/287"
    assert insurance["assumptions"]


def test_a_depleted_shoe_can_be_given() -> None:
    record: Record = odds(wager="blazing-7s-upcard", paytable="PT1", shoe="7s3 2c1 3d1").to_dict()

    assert record["outcomes"][0]["probability"] == "1/10"


@pytest.mark.parametrize(
    ("wager", "paytable", "cards", "decks", "code"),
    [
        ("lucky", "1", 52, 6, "wager-unknown"),
        ("special-21", "bahama", 48, 6, "wager-unknown"),
        ("match-up", "4", 48, 6, "paytable-unknown"),
        ("insurance", "3:1", 48, 6, "paytable-unknown"),
        ("match-up", "3", 48, 8, "paytable-not-approved"),
        ("match-up", "1", 50, 6, "deck-unknown"),
        ("kings-bounty", "KB01", 52, 0, "paytable-not-approved"),
    ],
)
def test_bad_questions_are_refused_by_name(
    wager: str, paytable: str, cards: int, decks: int, code: str
) -> None:
    with pytest.raises(OddsError) as refused:
        odds(wager=wager, paytable=paytable, cards=cards, decks=decks)

    assert refused.value.code == code


def test_force_computes_what_is_not_approved() -> None:
    record: Record = odds(wager="match-up", paytable="3", cards=48, decks=8, force=True).to_dict()

    assert record["favours_player"]
    with pytest.raises(OddsError) as refused:
        odds(wager="match-up", paytable="3", cards=48, decks=9, force=True).to_dict()
    assert refused.value.code == "decks-not-allowed"


def test_a_game_refuses_a_deck_count_it_may_not_be_dealt_from() -> None:
    with pytest.raises(GameError, match="write 5, 6, 8"):
        odds("bahama-wsgc", decks=7)


def test_a_plan_has_the_keys_of_the_contract() -> None:
    record = plan("blazing-7s-upcard:ML03", decks=8).to_dict()

    assert record.keys() >= {
        "hold_percent",
        "hit_frequency_percent",
        "fixed_return_percent",
        "break_even_wagers",
        "awards",
        "warnings",
    }
    assert round(record["hold_percent"], 2) == 21.65
    assert json.loads(json.dumps(record)) == record
