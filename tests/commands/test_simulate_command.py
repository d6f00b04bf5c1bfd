"""`upcard simulate` keeps its contract, and its figures stand beside the exact ones."""

from pathlib import Path

import pytest

from tests.commands.runs import upcard, upcard_json

KEYS = {
    "game",
    "decks",
    "rounds",
    "seed",
    "ev",
    "standard_error",
    "standard_deviation",
    "wagers",
    "seconds",
    "rounds_per_second",
    "device",
    "strategy",
}


def test_a_simulation_agrees_with_the_exact_value_and_is_the_same_on_any_threads() -> None:
    words = ("simulate", "bahamas", "--rounds", "4e6", "--seed", "7", "--side", "match-up=5")
    one = upcard_json(*words, "--threads", "1")
    two = upcard_json(*words, "--threads", "2")

    assert set(one) >= KEYS
    assert one["rounds"] == 4_000_000
    assert abs(one["z"]) < 4
    assert one["wagers"] == two["wagers"]


def test_a_run_is_kept_and_extended_to_the_same_figures(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    words = ("simulate", "blackjack", "--seed", "3")
    upcard_json(*words, "--rounds", "2e6", "--save", str(path))
    extended = upcard_json(*words, "--rounds", "3e6", "--save", str(path))

    assert extended["wagers"] == upcard_json(*words, "--rounds", "3e6")["wagers"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("pinochle",), "'pinochle' is not a game"),
        (("bahamas", "--rounds", "many"), "write a number like 1000000 or 1e8"),
        (("bahamas", "--rounds", "0.5"), "write a whole number"),
        (("bahamas", "--rounds", "nan"), "write a number"),
        (("bahamas", "--seed", "-1"), "seed is -1"),
        (("bahamas", "--device", "abacus"), "device is 'abacus': write cpu"),
        (("bahamas", "--side", "match-up"), "write NAME=AMOUNT"),
        (("bahamas", "--side", "bonanza=5"), "bonanza"),
        (("bahamas", "--wager", "x"), "'x' is not an amount"),
        (("bahamas", "--decks", "7"), "decks is 7: write 5, 6, 8"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in upcard_json("simulate", *words, code=1)["error"]["message"]


def test_a_simulation_is_told_in_a_table() -> None:
    shown = upcard("simulate", "blackjack", "--rounds", "1e6").stdout

    assert "1,000,000 rounds, seed 1" in shown
    assert "exact -0.6" in shown


def test_moved_winnings_have_a_row_of_their_own_with_the_exact_value_beside_it() -> None:
    words = ("--side", "house-money=5", "--pack", "no-progressive", "--rounds", "400000")
    found = upcard_json("simulate", "house-money", *words, "--parlay", "best")
    parlay = found["wagers"]["parlay"]

    # Moved is 12.95 % of rounds; what is moved brings 56 % on average: see tests/odds.
    assert parlay["exact_ev"] == pytest.approx(0.560270, abs=1e-6)
    assert abs(parlay["z"]) < 4
    assert "--parlay best" in found["command"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "house-money may be moved onto the main wager: give --parlay best"),
        (("--parlay", "often"), "parlay is 'often': write best or never"),
    ],
)
def test_a_parlay_that_nobody_chose_is_refused(words: tuple[str, ...], sentence: str) -> None:
    asked = ("simulate", "house-money", "--side", "house-money=5", "--rounds", "1000", *words)
    answer = upcard_json(*asked, code=1)

    assert sentence in answer["error"]["message"]
