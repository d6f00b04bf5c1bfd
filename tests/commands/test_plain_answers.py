"""Wrong input gets one sentence, and what is printed fits, is complete, and is true."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import upcard
from upcard.app.counting_risks import protection_of_game
from upcard.catalogue import CATALOGUE, rules_of
from upcard.cli import app
from upcard.reports.documents import odds_report
from upcard.rules.rules_files import RulesError
from upcard.rules.setting_paths import settings_of, with_settings
from upcard.simulation import runs

PROJECT = Path(__file__).parents[2]
PATIENCE_SECONDS = 120


def shown(*words: str, code: int = 0, columns: int | None = None) -> str:
    """What a command prints into a pipe, or on a terminal of so many columns."""
    env = {"COLUMNS": None if columns is None else str(columns), "NO_COLOR": "1"}
    done = CliRunner().invoke(app, list(words), env=env)
    assert done.exit_code == code, done.output
    return done.output


def error_of(*words: str) -> dict[str, str]:
    """The refusal that a command ends with under --json."""
    found: dict[str, str] = json.loads(shown(*words, "--json", code=1))["error"]
    return found


@pytest.mark.parametrize(
    ("situation", "code", "sentence"),
    [
        ("AT v T", "nothing-to-decide", "AT v T: there is nothing to decide: a natural is paid"),
        ("88888 v 2", "notation", "is not a hand"),
        ("AAAAA v 2", "situation-impossible", "needs 5 cards of value A: the shoe has 4"),
        ("2222 v 2", "situation-impossible", "needs 5 cards of value 2: the shoe has 4"),
    ],
)
def test_a_situation_that_nobody_decides_on_is_refused(
    situation: str, code: str, sentence: str
) -> None:
    with pytest.raises(upcard.UpcardError) as refused:
        upcard.solve("blackjack", decks=1, situation=situation)

    assert sentence in str(refused.value)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "[]", "{}", "no run", '{"seed": 1, "whole": [[1], "x"]}'])
def test_a_file_that_holds_no_run_is_refused_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    error = error_of("simulate", "blackjack", "--rounds", "1000", "--save", str(path))

    assert error["code"] == "not-a-run"
    assert "this file is not a saved run" in error["message"]
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("odds", "--wager", "kings-bounty", "--decks", "0", "--force"), "decks is 0: a shoe"),
        (("odds", "--wager", "kings-bounty", "--decks", "0"), "is not approved for 0 decks"),
        (("odds", "kings-bounty", "--decks", "0", "--protection"), "decks is 0: write"),
        (("odds", "--wager", "match-up", "--shoe", "Td4 As4 Ks4"), "Td is not in a deck of 48"),
        (("odds", "--wager", "match-up", "--shoe", "As0"), "the shoe has 0 cards"),
        (("odds", "--wager", "kings-bounty", "--protection", "--cut", "-1"), "cut is -1: write 1"),
        (("simulate", "blackjack", "--until-se", "-1"), "until-se is -1: write a number over 0"),
        (("simulate", "blackjack", "--until-se", "nan"), "until-se is nan: write a number over 0"),
        (("simulate", "blackjack", "--until-se", "0"), "until-se is 0: write a number over 0"),
        (("solve", "blackjack", "--exceptions", "-1"), "exceptions is -1: write 0 or more"),
    ],
)
def test_a_number_that_cannot_be_is_refused(words: Sequence[str], sentence: str) -> None:
    assert sentence in error_of(*words)["message"]


def test_the_shoe_that_was_written_is_the_shoe_that_is_reported() -> None:
    less = json.loads(shown("odds", "--wager", "kings-bounty", "--without", "Kh Ks", "--json"))
    own = json.loads(shown("odds", "--wager", "kings-bounty", "--shoe", "Kh4 Ks4 2d9", "--json"))

    assert (less["decks"], less["without"], less["cards"]) == (6, "Kh Ks", 310)
    assert (own["decks"], own["shoe"], own["cards"]) == (None, "Kh4 Ks4 2d9", 17)
    text = shown("odds", "--wager", "kings-bounty", "--shoe", "Kh4 Ks4 2d9")
    assert "a shoe of 17 cards: Kh4 Ks4 2d9" in text


def test_a_run_to_a_cut_card_plays_the_rounds_that_were_asked_for() -> None:
    result = upcard.simulate("blackjack", rounds=1e5, cut=288, spots=7)

    assert 100_000 <= result.rounds < 101_000


@pytest.mark.parametrize("path", ["decks", "side_wagers.match-up.paytable"])
def test_a_value_out_of_range_gets_no_second_line_about_its_list(path: str) -> None:
    with pytest.raises(RulesError) as refused:
        with_settings(rules_of("bahama-wsgc"), {path: "[]" if "." in path else "99"}, CATALOGUE)

    assert "decks: is a list" not in str(refused.value)
    assert "str:" not in str(refused.value)


@pytest.mark.parametrize(
    "words", [("rules", "show", "bahama-wsgc"), ("odds", "bahama-wsgc"), ("odds", "kings-bounty")]
)
def test_rules_and_odds_fit_into_80_columns(words: Sequence[str]) -> None:
    lines = shown(*words, columns=80).splitlines()

    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)


def test_rules_are_whole_and_one_line_each_in_a_pipe() -> None:
    lines = shown("rules", "show", "bahama-wsgc").splitlines()
    settings = settings_of(rules_of("bahama-wsgc"))

    told = {line.partition(" = ")[0]: line for line in lines if " = " in line}
    assert set(told) == set(settings)
    assert all(told[path].startswith(f"{path} = {value}") for path, value in settings.items())


def test_odds_are_whole_and_one_line_each_in_a_pipe() -> None:
    lines = shown("odds", "kings-bounty").splitlines()

    assert any("house edge 0.6154%" in line for line in lines)
    assert any(
        {"kings-bounty", "KB01", "23.1637%", "10.5862%"} <= {*line.split()} for line in lines
    )
    assert any(line.startswith("blazing-7s-upcard ML03: breaks even at") for line in lines)


class Enough(Exception):
    """Somebody has seen how far it has come."""


def test_what_takes_long_says_how_far_it_has_come() -> None:
    told: list[str] = []

    def watch(sentence: str) -> None:
        told.append(sentence)
        if "part 3" in sentence or "working out bet" in sentence:
            raise Enough

    with pytest.raises(Enough):
        protection_of_game("bet-the-set-21", None, None, 1, watch)
    with pytest.raises(Enough):
        odds_report(rules_of("bet-the-set-21"), 6, command="", watch=watch)

    assert told == [
        "working out the main wager",
        "working out bet-the-set: 1 of 4",
        "calculating every paytable at every deck count",
        "writing the summary: part 1 of 8",
        "writing the scope: part 2 of 8",
        "writing the outcomes: part 3 of 8",
    ]


def test_one_round_is_one_round(tmp_path: Path) -> None:
    path = tmp_path / "one.round"
    path.write_text("rules blackjack\ndealer 6h [Ac] 5s 7d = 19\n1 10 Tc 8d S = 18 lose -10\n")

    assert shown("round", "replay", str(path)) == "1 round comes out as written\n"
    assert "decks, 1 round, seed 1" in shown("simulate", "blackjack", "--rounds", "1")


def test_a_link_that_is_refused_names_tables_and_values_in_words() -> None:
    words = ("blazing-7s-upcard:ML03", "kings-bounty:6", "kings-bounty:8")
    told = shown("progressive", "link", *words, code=1)

    assert "kings-bounty:6 and kings-bounty:8 may not share" in told
    assert not {"[", "'"} & {*told}


def process(*words: str) -> subprocess.Popen[str]:
    """`upcard` in a process of its own, its output in pipes."""
    package = Path(upcard.__file__).parents[1]
    return subprocess.Popen(
        [sys.executable, "-m", "upcard", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(package)},
        cwd=PROJECT,
    )


@pytest.mark.parametrize("words", [("rules", "fields"), ("rules", "list")])
def test_a_reader_who_has_read_enough_is_no_failure(words: Sequence[str]) -> None:
    with process(*words) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        told = running.stderr.read()

    assert told == ""


def stopped(words: Sequence[str], path: Path) -> tuple[dict[str, Any], str]:
    """What a run says that is terminated once *path* is there."""
    with process(*words, "--json") as running:
        end = time.monotonic() + PATIENCE_SECONDS
        while not path.exists() and time.monotonic() < end and running.poll() is None:
            time.sleep(0.1)
        running.send_signal(signal.SIGTERM)
        out, errors = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 0, errors
    return json.loads(out), errors


def test_a_run_that_is_terminated_is_kept_and_goes_on_with_its_true_rate(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    words = ("simulate", "blackjack", "--rounds", "1e12", "--threads", "1", "--save", str(path))
    first, told = stopped(words, path)

    assert first["interrupted"] is True
    assert f"interrupted after {first['rounds']:,} of 1,000,000,000,000 rounds" in told
    more = first["rounds"] + 500_000
    after = upcard.simulate("blackjack", rounds=more, threads=1, save=path)
    assert after.rounds == more
    assert (
        after.to_dict()["wagers"] == upcard.simulate("blackjack", rounds=more).to_dict()["wagers"]
    )
    assert after.rounds_now < 2_000_000
    assert after.to_dict()["rounds_per_second"] == after.rounds_now / after.seconds


def test_a_run_that_is_stopped_before_it_has_begun_says_so_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "run.json"
    words = ("simulate", "blackjack", "--save", str(path))
    shown(*words, "--rounds", "1000")
    kept = path.read_text()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "played_lanes", stop)
    error = error_of(*words, "--rounds", "2000")

    assert error["code"] == "interrupted"
    assert path.read_text() == kept
