"""`upcard solve` keeps its contract, and says the values that two other programs agree on."""

from pathlib import Path

import pytest

from tests.commands.runs import upcard, upcard_json

KEYS = {
    "game",
    "decks",
    "house_edge_percent",
    "ev",
    "standard_deviation",
    "method",
    "assumptions",
    "seconds",
    "chart",
}


@pytest.mark.parametrize(
    ("decks", "changes", "percent"),
    # Composition-dependent values (CDZ-) that two independent analysers give to all these digits.
    [
        (6, ("dealer.soft_17=stand",), -0.402870236),
        (1, ("dealer.soft_17=stand",), +0.181934306),
        (8, ("dealer.soft_17=stand",), -0.430580629),
        (6, (), -0.615389123),
        (6, ("dealer.soft_17=stand", "surrender.forfeits=half"), -0.330268037),
        (6, ("dealer.soft_17=stand", "deck=pontoon"), -2.297378910),
    ],
)
def test_ordinary_games_have_the_value_that_the_field_agrees_on(
    decks: int, changes: tuple[str, ...], percent: float
) -> None:
    options = [word for change in changes for word in ("--set", change)]
    answer = upcard_json("solve", "blackjack", "--decks", str(decks), *options)

    assert set(answer) >= KEYS
    assert 100 * answer["ev"] == pytest.approx(percent, abs=1e-6)
    assert answer["house_edge_percent"] == -100 * answer["ev"]
    assert "CDZ-" in answer["method"]


def test_a_chart_that_was_solved_is_worth_a_little_less_than_the_best_play(tmp_path: Path) -> None:
    best = upcard_json("solve", "bahamas")
    path = tmp_path / "bahamas.chart"
    path.write_text(best["chart"])

    by_chart = upcard_json("solve", "bahamas", "--chart", str(path))

    assert 0 < best["ev"] - by_chart["ev"] < 0.0005


def test_a_row_for_two_cards_is_worth_what_the_list_of_exceptions_says(tmp_path: Path) -> None:
    solved = upcard_json("solve", "bahamas", "--exceptions", "1")
    (first,) = solved["exceptions"]
    plain, better = tmp_path / "plain.chart", tmp_path / "better.chart"
    plain.write_text(solved["chart"])
    hand, upcard = first["hand"], first["upcard"]
    row = next(line for line in solved["chart"].splitlines() if line.startswith("hard 15 "))
    cells = row.split()[2:]
    cells["23456789TA".index(upcard)] = first["best"][0].upper()
    better.write_text(f"{solved['chart']}cards {hand}   {' '.join(cells)}\n")
    assert (hand, upcard, first["best"]) == ("87", "2", "hit")

    gain = (
        upcard_json("solve", "bahamas", "--chart", str(better))["ev"]
        - upcard_json("solve", "bahamas", "--chart", str(plain))["ev"]
    )

    # The list counts unsplit hands; hands of a split follow the row too. Eights are split as often
    # as sevens, twice a pair and more, and draw the other: about one such hand to six unsplit.
    assert first["worth"] < gain < 1.3 * first["worth"]
    refused = upcard_json("simulate", "bahamas", "--chart", str(better), code=1)["error"]
    assert "the simulator plays by totals and pairs" in refused["message"]


def test_a_chart_that_lacks_a_hand_is_refused_by_name(tmp_path: Path) -> None:
    chart = upcard_json("solve", "blackjack")["chart"]
    path = tmp_path / "short.chart"
    path.write_text("\n".join(row for row in chart.splitlines() if not row.startswith("hard 12")))

    solved = upcard_json("solve", "blackjack", "--chart", str(path), code=1)["error"]
    played = upcard_json("simulate", "blackjack", "--chart", str(path), code=1)["error"]

    assert "the chart has no row for hard 12" in solved["message"]
    assert "the chart has no row hard 12" in played["message"]


@pytest.mark.parametrize(
    ("situation", "values"),
    [
        ("65 v 2", {"double": 0.348048}),
        ("88 v T", {"hit": -0.477877}),
        ("A3 v 3", {"hit": 0.067326, "double": 0.066896}),
        ("235 v 8", {"hit": 0.201206, "double": 0.199743}),
    ],
)
def test_decisions_of_bahamas_have_their_published_worth(
    situation: str, values: dict[str, float]
) -> None:
    answer = upcard_json("solve", "bahamas", "--situation", situation)["decisions"]

    for decision, value in values.items():
        assert answer[decision] == pytest.approx(value, abs=1e-6)


def test_rules_are_priced_one_at_a_time(tmp_path: Path) -> None:
    picture = tmp_path / "chart.svg"
    words = ("solve", "bahama-wsgc", "--compare", "bahama-wsgc-s17", "--draw", str(picture))
    compared = {each["rule"]: each["gain"] for each in upcard_json(*words)["compare"]}

    assert set(compared) == {"dealer.soft_17", "doubling.doubles_max"}
    assert compared["doubling.doubles_max"] < 0
    assert picture.read_text().startswith("<svg")


def test_a_chart_is_drawn_as_pdf_and_png_and_nothing_else(tmp_path: Path) -> None:
    for name, start in (("a.pdf", b"%PDF"), ("a.png", b"\x89PNG")):
        upcard_json("solve", "blackjack", "--draw", str(tmp_path / name))
        assert (tmp_path / name).read_bytes().startswith(start)
    error = upcard_json("solve", "blackjack", "--draw", str(tmp_path / "a.doc"), code=1)["error"]
    assert "write .svg, .pdf or .png" in error["message"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("pinochle",), "'pinochle' is not a game"),
        (("bahamas", "--decks", "7"), "decks is 7: write 5, 6, 8"),
        (("bahamas", "--wager-size", "ten"), "'ten' is not an amount"),
        (("bahamas", "--wager-size", "0"), "write an amount over 0"),
        (("bahamas", "--set", "colour"), "write PATH=VALUE"),
        (("bahamas", "--set", "colour=green"), "is not a setting of this game"),
        (("bahamas", "--set", "dealer.soft_17=stand"), "redoubling is for games that hit"),
        (("bahamas", "--situation", "nonsense"), "is not a situation"),
        (("bahamas", "--chart", "nowhere.chart"), "no such file"),
    ],
)
def test_what_cannot_be_solved_is_refused_with_a_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in upcard_json("solve", *words, code=1)["error"]["message"]


def test_a_chart_that_nobody_can_read_is_refused_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.chart"
    path.write_text("2 3 4 5 6 7 8 9 T A\nhard 16 S S S S S H H H H\n")

    error = upcard_json("solve", "blackjack", "--chart", str(path), code=1)["error"]

    assert error == {
        "code": "notation",
        "message": f"{path}: line 2: hard 16 has 9 cells: write 10, one for each up card",
    }


def test_the_chart_is_shown_in_letters() -> None:
    shown = upcard("solve", "blackjack").stdout

    assert "house edge 0.615389%" in shown
    assert any(line.startswith("hard 16 ") for line in shown.splitlines())


@pytest.mark.parametrize("command", ["odds", "solve"])
def test_a_wager_whose_winnings_may_be_moved_is_shown_without_and_with_the_best_parlay(
    command: str,
) -> None:
    said = " ".join(upcard(command, "house-money", "--decks", "6").stdout.split())

    assert "house edge 26.490230% if winnings are never moved, 2.513076% if they are moved" in said
