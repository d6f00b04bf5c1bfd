"""`upcard odds` and `upcard progressive` keep their contract."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.commands.runs import upcard, upcard_json
from tests.rounds.finding import PUSH_22, TABLES
from upcard.catalogue import every_game

WAGER = {
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
PROGRESSIVE = (WAGER - {"house_edge", "house_edge_percent"}) | {
    "fixed_return",
    "fixed_return_percent",
    "break_even_wagers",
}


def test_odds_of_a_game_have_every_wager_and_progressive() -> None:
    answer = upcard_json("odds", "bahama-wsgc", "--decks", "8")

    assert (answer["game"], answer["decks"]) == ("bahama-wsgc", 8)
    assert all(set(wager) >= WAGER for wager in answer["wagers"])
    assert all(set(wager) >= PROGRESSIVE for wager in answer["progressives"])
    assert {wager["wager"] for wager in answer["wagers"]} == {
        "match-up",
        "match-down",
        "trilux",
        "trilux-super-3",
        "insurance",
    }
    assert {wager["paytable"] for wager in answer["progressives"]} == {"PT1", "PT2", "PT3", "PT4"}


def test_probabilities_of_every_wager_of_every_game_sum_to_one() -> None:
    games = upcard_json("odds", "--all")

    assert len(games) == sum(len(rules.decks) for rules in every_game())
    for game in games:
        for wager in (*game["wagers"], *game["progressives"]):
            chances = (Fraction(outcome["probability"]) for outcome in wager["outcomes"])
            assert sum(chances) == 1


def test_match_3_favours_the_player_at_eight_decks_and_needs_force_there() -> None:
    words = ("odds", "--wager", "match-up", "--paytable", "3", "--cards", "48", "--decks", "8")

    error = upcard_json(*words, code=1)["error"]
    assert error["code"] == "paytable-not-approved"
    assert "it is for 5, 6" in error["message"]
    record = upcard_json(*words, "--force")
    assert record["favours_player"] is True
    assert Fraction(record["house_edge"]) < 0
    assert "the player has the edge" in upcard(*words, "--force").stdout


def test_a_wager_on_the_dealer_s_hand_is_for_a_dealer_who_hits_soft_17_unless_said() -> None:
    words = ("odds", "--wager", "push-22", "--decks", "6")
    usual, hit, stand = (
        upcard_json(*words, *more) for more in ((), ("--soft-17", "hit"), ("--soft-17", "stand"))
    )

    assert round(usual["house_edge_percent"], 4) == 5.8539  # titles, Push 22.
    assert usual == hit
    assert stand["assumptions"][0] == "the dealer stands on soft 17"
    assert stand["house_edge"] != hit["house_edge"]


def test_the_soft_17_of_a_game_is_not_for_the_command_line_to_say() -> None:
    told = upcard("odds", "blackjack", "--soft-17", "stand", code=2).stderr

    assert "a game has its own rule" in " ".join(told.replace("│", " ").split())


def test_odds_of_another_dealer_than_the_game_s_say_so(tmp_path: Path) -> None:
    text = (TABLES / f"{PUSH_22}.toml").read_text()
    file = tmp_path / "live.toml"
    file.write_text(text.replace("whenever-a-wager-needs-it", "while-a-hand-is-live"))

    record = upcard_json("odds", str(file))["wagers"][0]
    told = " ".join(upcard("odds", str(file)).stdout.split())

    assert record["depends_on_play"]
    assert "only if the dealer always finishes the hand" in told


def test_a_depleted_shoe_by_cards_gone_and_by_counts_is_the_same_shoe() -> None:
    words = ("odds", "--wager", "royal-match", "--cards", "52", "--decks", "1", "--force")
    suits = "shdc"
    left = [f"{r}{s}1" for s in suits for r in "A23456789TJQK" if f"{r}{s}" not in ("Ks", "Qs")]

    gone = upcard_json(*words, "--without", "Ks Qs")
    counted = upcard_json(*words, "--shoe", " ".join(left))

    # 49 other cards; royal matches are left in three suits: 3 of C(50, 2).
    assert gone["outcomes"][0]["probability"] == str(Fraction(3, 1225))
    assert gone["outcomes"] == counted["outcomes"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--wager", "pinochle"), "wager-unknown", "'pinochle' is not a wager: choose"),
        (("--wager", "match-up", "--paytable", "9"), "paytable-unknown", "it has 1, 2, 3"),
        (("--wager", "match-up", "--cards", "50"), "deck-unknown", "write 48 or 52"),
        (("--wager", "match-up", "--decks", "99"), "paytable-not-approved", "it is for 5, 6, 8"),
        (("--wager", "match-up", "--decks", "99", "--force"), "decks-not-allowed", "1 to 8"),
        (("--wager", "match-up", "--without", "Td"), "shoe-impossible", "Td is not in the shoe"),
        (("--wager", "match-up", "--without", "Xd"), "shoe-impossible", "'Xd' is not a card"),
        (("--wager", "match-up", "--shoe", "As"), "shoe-impossible", "'As' is not a count"),
        (("--wager", "match-up", "--shoe", "As1"), "shoe-impossible", ""),
        (("bahamas", "--decks", "7"), "decks-not-allowed", "write 5, 6, 8"),
        (("pinochle",), "unknown-name", "is not a game"),
    ],
)
def test_bad_input_gets_a_sentence_and_nothing_else(
    words: tuple[str, ...], code: str, sentence: str
) -> None:
    error = upcard_json("odds", *words, code=1)["error"]

    assert error["code"] == code
    assert sentence in error["message"]


@pytest.mark.parametrize(
    "words", [(), ("bahamas", "--all"), ("bahamas", "--without", "As"), ("--wager",)]
)
def test_wrong_usage_of_odds_exits_with_2(words: tuple[str, ...]) -> None:
    assert upcard("odds", *words, code=2).stdout == ""


@pytest.mark.parametrize(
    ("paytable", "decks", "hold", "hit"),
    # The holds and hit frequencies that S3 prints below its paytables.
    [
        ("PT1", 6, 24.78, 14.82),
        ("PT2", 6, 23.59, 14.82),
        ("ML03", 8, 21.65, 14.81),
        ("ML04", 6, 22.39, 14.82),
    ],
)
def test_the_printed_holds_of_blazing_7s_come_out(
    paytable: str, decks: int, hold: float, hit: float
) -> None:
    plan = upcard_json(
        "progressive", "plan", f"blazing-7s-upcard:{paytable}", "--decks", str(decks)
    )

    assert round(plan["hold_percent"], 2) == hold
    assert round(plan["hit_frequency_percent"], 2) == hit


def test_a_plan_takes_settings_and_warns_as_the_supplier_advises() -> None:
    plan = upcard_json(
        "progressive",
        "plan",
        "blazing-7s-upcard:ML03",
        "--contribution",
        "30",
        "--reserve",
        "2.5",
        "--seed-wagers",
        "100,0,500",
    )

    assert (plan["contribution_percent"], plan["reserve_percent"]) == (30, 2.5)
    assert len(plan["break_even_wagers"]) == 3
    warnings = " ".join(plan["warnings"])
    assert "do not go above the certified 24%" in warnings
    assert "the seed of Major is 0" in warnings
    assert (
        "the seed of Mega is 100 wagers: make it at least the largest fixed award, 200" in warnings
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match-up",), "match-up does not pay from a meter"),
        (("blazing-7s-upcard:PT1", "--decks", "8"), "not approved for 8 decks"),
        (("blazing-7s-upcard:PT1", "--contribution", "x"), "write a percentage like 24"),
        (("blazing-7s-upcard:PT1", "--contribution", "101"), "write 0 to 100"),
        (("blazing-7s-upcard:PT1", "--contribution", "90", "--reserve", "11"), "100 at most"),
        (
            ("blazing-7s-upcard:ML03", "--seed-wagers", "1"),
            "one number for each of Mega, Major, Minor",
        ),
        (("blazing-7s-upcard:PT1", "--seed-wagers", "-1"), "write seeds of 0 or more"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in upcard_json("progressive", "plan", *words, code=1)["error"]["message"]


def test_tables_with_the_same_decks_and_paytable_may_be_linked() -> None:
    tables = ("kings-bounty:6", "kings-bounty:6")

    assert upcard_json("progressive", "link", "trilux-progressive:PT6", *tables) == {
        "ok": True,
        "differences": [],
    }


TITLES = (
    "kings-bounty",
    "bet-the-set-21",
    "royal-match-21",
    "trilux-blackjack",
    "house-money",
)


@pytest.mark.parametrize(
    "name", ["blazing-7s-upcard:ML03", "blazing-7s-player:ML03", "trilux-progressive:PT6"]
)
def test_tables_of_different_titles_may_be_linked(name: str) -> None:
    done = upcard("progressive", "link", name, *(f"{title}:6" for title in TITLES))

    assert done.stdout == f"these tables may share {name}\n"


def test_titles_that_differ_are_refused_by_name() -> None:
    name = "trilux-progressive:PT6"
    done = upcard("progressive", "link", name, "royal-match-21:6", "trilux-blackjack:8", code=1)

    assert done.stdout.splitlines() == [
        f"royal-match-21:6 and trilux-blackjack:8 may not share {name}: decks is 6 and 8",
        f"royal-match-21:6 and trilux-blackjack:8 may not share {name}: "
        "probability of suited-aces is 2/125333 and 7/372255",
    ]


def test_a_table_with_another_paytable_is_refused_by_name() -> None:
    tables = ("kings-bounty:6", "bet-the-set-21:6:PT2")
    answer = upcard_json("progressive", "link", "blazing-7s-upcard:PT1", *tables, code=1)

    assert answer["differences"][0] == {
        "tables": list(tables),
        "field": "paytable",
        "here": "blazing-7s-upcard:PT1",
        "there": "blazing-7s-upcard:PT2",
    }


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("bet-the-set-21:2", "paytable ML03 is not approved for 2 decks: it is for 6, 8"),
        ("bet-the-set-21:6:PT9", "paytable is 'PT9': bet-the-set-21 plays PT1, PT2, ML03, ML04"),
        ("bonanza:6", "bonanza has no wager 'blazing-7s-upcard': it offers bonanza"),
    ],
)
def test_a_table_that_cannot_have_the_progressive_is_refused(table: str, sentence: str) -> None:
    tables = ("kings-bounty:6", table)
    answer = upcard_json("progressive", "link", "blazing-7s-upcard:ML03", *tables, code=1)

    assert sentence in answer["error"]["message"]


def test_a_refused_link_names_the_field_and_both_numbers() -> None:
    tables = ("kings-bounty:6", "kings-bounty:8")
    answer = upcard_json("progressive", "link", "trilux-progressive:PT6", *tables, code=1)

    fields = {each["field"]: (each["here"], each["there"]) for each in answer["differences"]}
    assert fields["decks"] == ("6", "8")
    # Suited aces: 4 suits x C(n, 3) of C(52 n, 3) hands.
    assert fields["probability of suited-aces"] == ("2/125333", "7/372255")


def test_protection_of_a_wager_names_counts_and_exposure() -> None:
    record = upcard_json("odds", "--wager", "kings-bounty", "--decks", "2", "--protection")

    assert [count["level"] for count in record["counts"]] == [1, 2, 3]
    first = record["counts"][0]
    assert 0 < first["betting_correlation"] <= 1
    assert first["exposure"]["units_per_100"] > 0
    assert record["effects_of_removal"]["by_rank"]["K"] < 0


def test_a_report_is_written_and_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "blackjack.html"

    assert upcard_json("odds", "blackjack", "--report", str(path)) == {"report": str(path)}
    assert "upcard odds blackjack --report blackjack.html" in path.read_text()
    error = upcard_json("odds", "blackjack", "--report", "x.doc", code=1)["error"]
    assert error["code"] == "report-format"


SHEET = """wager = "my-pairs"
title = "My Pairs"
kind = "side"
family = "coloured-pair"
levels = []

[paytables.own]
decks = [6]
source = "a designer"
certified = "no-meter"

[paytables.own.pays]
perfect-pair = "25:1"
coloured-pair = "12:1"
mixed-pair = "6:1"
"""


def test_a_sheet_that_is_not_in_the_catalogue_has_odds(tmp_path: Path) -> None:
    sheet = tmp_path / "my-pairs.toml"
    sheet.write_text(SHEET)

    # Of the 311 cards that the second can be: 5 perfect, 6 coloured, 12 mixed.
    assert upcard_json("odds", "--wager", str(sheet))["house_edge"] == "19/311"


def test_a_sheet_with_a_line_that_its_family_lacks_is_refused(tmp_path: Path) -> None:
    sheet = tmp_path / "my-pairs.toml"
    sheet.write_text(SHEET.replace("mixed-pair", "odd-pair"))
    done = upcard("odds", "--wager", str(sheet), code=1)

    assert "paytables.own.pays.odd-pair: is not a line of coloured-pair: write" in done.stderr


def test_the_pay_of_a_line_is_found_for_an_edge(tmp_path: Path) -> None:
    sheet = tmp_path / "my-pairs.toml"
    sheet.write_text(SHEET)
    found = upcard_json("odds", "--wager", str(sheet), "--solve-pay", "perfect-pair", "--edge", "5")
    told = upcard("odds", "--wager", str(sheet), "--solve-pay", "perfect-pair", "--edge", "5")

    # 1 - 13 x 6/311 - 7 x 12/311 - (1 + pay) x 5/311 = 1/20.
    assert found["pays"] == str(Fraction(311 * 19, 20) / 5 - Fraction(13 * 6 + 7 * 12, 5) - 1)
    assert found["above"] == {"pays": "26:1", "house_edge": "14/311"}
    assert "  25:1 gives 6.1093%\n  26:1 gives 4.5016%\n" in told.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--solve-pay", "triple", "--edge", "5"),
            "has no line 'triple': it has suited-pair, pair",
        ),
        (("--solve-pay", "pair", "--edge", "99.9"), "pair cannot give an edge of 99.9%"),
        (("--solve-pay", "pair", "--edge", "200"), "write percent between -100 and 100"),
    ],
)
def test_a_pay_that_cannot_be_found_is_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in upcard("odds", "--wager", "bet-the-set", *words, code=1).stderr
