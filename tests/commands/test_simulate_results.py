"""`upcard simulate` with sessions, meters, files and a report."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.commands.runs import upcard, upcard_json
from upcard.catalogue import rules_of
from upcard.cli import app
from upcard.rules.fingerprints import fingerprint
from upcard.simulation.results.result_files import read_csv

METERS = ("--progressive", "blazing-7s-upcard:PT1", "--reserve", "1", "--seed-wagers", "1500")


def here(*words: str) -> Result:
    """`upcard` with these words in this process, for what is refused before anything is played."""
    return CliRunner().invoke(app, words, env={"COLUMNS": "120", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="module")
def both(folder: Path) -> tuple[dict[str, object], dict[str, object]]:
    """The same simulation twice, on one thread and on two, each with its files."""
    words = (
        "simulate",
        "kings-bounty",
        "--rounds",
        "1e6",
        "--seed",
        "7",
        "--session",
        "500",
        "--bankroll",
        "60",
        *METERS,
    )
    one, two = (
        upcard_json(
            *words,
            "--threads",
            str(n),
            "--report",
            str(folder / f"{n}.html"),
            "--out",
            str(folder / f"{n}.csv"),
        )
        for n in (1, 2)
    )
    return one, two


def test_sessions_and_meters_are_the_same_on_any_threads(
    both: tuple[dict[str, object], dict[str, object]], folder: Path
) -> None:
    one, two = both
    for part in ("wagers", "session", "progressive"):
        assert one[part] == two[part]
    for suffix in ("html", "csv"):
        first, second = ((folder / f"{n}.{suffix}").read_bytes() for n in (1, 2))
        assert first == second


def test_a_session_says_what_became_of_a_player(
    both: tuple[dict[str, object], dict[str, object]],
) -> None:
    session = both[0]["session"]
    assert isinstance(session, dict)

    assert session["sessions"] == 2000
    assert session["ruin"]["bankroll"] == 60
    assert 0 < session["ruin"]["within_session"]["probability"] < 1
    assert list(session["quantiles"].values()) == sorted(session["quantiles"].values())


def test_meters_stand_beside_their_exact_return(
    both: tuple[dict[str, object], dict[str, object]],
) -> None:
    meters = both[0]["progressive"]
    assert isinstance(meters, dict)
    plan = upcard_json("progressive", "plan", *METERS[1:])

    assert meters["exact_hold_percent"] == pytest.approx(plan["hold_percent"])
    assert meters["break_even_wagers"] == pytest.approx(plan["break_even_wagers"])
    assert abs(meters["z"]) < 4


def test_the_report_says_everything_and_needs_nothing_else(
    both: tuple[dict[str, object], dict[str, object]], folder: Path
) -> None:
    page = (folder / "1.html").read_text("utf-8")
    command = (
        "upcard simulate kings-bounty --rounds 1e6 --seed 7 --session 500 --bankroll 60 "
        "--progressive blazing-7s-upcard:PT1 --reserve 1 --seed-wagers 1500"
    )

    assert fingerprint(rules_of("kings-bounty")) in page
    assert f"<code>{command}</code>" in page
    assert both[0]["command"] == command
    for words in ("Sessions of 500 rounds", "Drawdown", "The meters of blazing-7s-upcard"):
        assert words in page
    assert page.count("<svg ") == page.count('<svg role="img" aria-label="') == 6
    assert set(re.findall(r"https?:[^\"'\s<>)]*", page)) == {"http://www.w3.org/2000/svg"}
    assert str(folder) not in page


def test_the_file_of_results_reads_back(
    both: tuple[dict[str, object], dict[str, object]], folder: Path
) -> None:
    rows = read_csv((folder / "1.csv").read_text("utf-8"))
    values = {(row.table, row.of, row.name): row.value for row in rows}

    assert values["run", None, "ev"] == both[0]["ev"]
    assert {row.table for row in rows} == {
        "run",
        "wager",
        "outcome",
        "exact-outcome",
        "session",
        "session-histogram",
        "drawdown-histogram",
        "deepest-loss-histogram",
        "progressive",
        "meter",
        "award",
        "history",
    }


def test_results_behind_a_cut_card_are_told_with_honest_errors(folder: Path) -> None:
    words = ("simulate", "blackjack", "--rounds", "1e6", "--cut", "234", "--session", "1000")
    shown = upcard(*words, "--report", str(folder / "c.pdf"), "--out", str(folder / "c.json"))
    record = json.loads((folder / "c.json").read_text("utf-8"))
    effect = record["wagers"]["main"]["design_effect"]

    assert "1,000 sessions of 1,000 rounds" in shown.stdout
    assert 0.9 < effect < 1.1
    assert effect != 1
    assert "seconds" not in record
    assert (folder / "c.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--session", "none"), "session is 'none': write a number"),
        (("--session", "2e7"), "rounds is 10000000: write at least 20000000, one session"),
        (("--session", "100", "--bankroll", "much"), "bankroll is 'much': write main wagers"),
        (("--session", "100", "--bankroll", "-5"), "bankroll is -5: write more than 0"),
        (("--progressive", "match-up"), "match-up does not pay from a meter"),
        (("--progressive", "bonanza:1"), "has no wager 'bonanza'"),
        (("--progressive", "bahama-progressive", "--seed-wagers", "1,2"), "one number for each"),
        (("--out", "results.xlsx"), "its name ends in .json, .csv or .parquet"),
        (("--report", "report.txt"), "its name ends in .html or .pdf"),
        (("--out", "no/such/folder/a.csv"), "this folder does not exist"),
        (("--session", "10", "--device", "gpu"), "sessions and meters need cpu"),
        (("--threads", "0"), "threads is 0: write 1 or more"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    refused = here("simulate", "bahama-wsgc", *words, "--json")

    assert refused.exit_code == 1
    assert sentence in json.loads(refused.stdout)["error"]["message"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bankroll", "100"), "--bankroll works only with --session"),
        (("--reserve", "1"), "work only with --progressive"),
        (("--session", "100", "--save", "run.json"), "--save and --until-se work with neither"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(
    words: tuple[str, ...], sentence: str
) -> None:
    refused = here("simulate", "bahamas", *words)

    assert refused.exit_code == 2
    assert sentence in " ".join(refused.stderr.replace("│", " ").split())
