"""The book: every page there, every link whole, every number that of its command."""

import json
import os
import random
import re
import shlex
from collections.abc import Mapping
from contextlib import chdir
from fractions import Fraction
from pathlib import Path

import pytest

from tests.commands.runs import run_here, upcard_process
from tests.docs.sites import Site
from tests.handbook.books import GAME, WAGERS, ShownNumber, asked, numbers_on, small_book
from upcard.catalogue import CATALOGUE
from upcard.handbook.book_sites import BookSite, worked_out
from upcard.handbook.evenings import chance_of_streak, usual_streak
from upcard.handbook.kept_answers import KeptAnswers
from upcard.handbook.wager_figures import every_wager
from upcard.odds.wager_sheets import sheet_of

FULL = os.environ.get("UPCARD_BOOK") == "full"
PAGES = [f"games/{GAME}.html", *(f"wagers/{name}.html" for name in (GAME, *WAGERS))]
SAMPLE = 12
"""How many numbers of each page are compared; all of them with UPCARD_BOOK=full."""


def test_every_wager_of_the_catalogue_is_in_the_book() -> None:
    assert [sheet_of(name).wager for name in every_wager()] == list(every_wager())
    assert len(list(every_wager())) > 50
    specials = set(CATALOGUE.names("sheets")) - {*every_wager()}
    assert {sheet.kind for name in specials if (sheet := CATALOGUE.sheet(name))} == {"special"}


def test_every_sheet_and_every_game_say_what_they_are() -> None:
    for kind in ("sheets", "games"):
        for name in CATALOGUE.names(kind):
            words = CATALOGUE.words(kind, name)

            assert words.endswith("."), (
                f"{name}: begin the file with a comment that says what it is"
            )
            assert len(words) > 10, name


def test_the_whole_book_has_a_page_for_every_game_and_wager(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a page shows is another test's matter: here nothing is worked out."""
    monkeypatch.setattr("upcard.handbook.book_sites.game_figures", lambda rules, shared: "not here")
    monkeypatch.setattr("upcard.handbook.book_sites.wager_figures", lambda name, kept: name)
    monkeypatch.setattr("upcard.handbook.book_sites.answers_of", lambda tasks, watch: {})
    site: BookSite = worked_out(lambda sentence: None)

    assert list(site.games) == list(CATALOGUE.names("games"))
    assert list(site.wagers) == list(every_wager())


@pytest.mark.parametrize("page", ["index.html", *PAGES])
def test_a_page_is_there_and_fetches_nothing_from_elsewhere(page: str) -> None:
    text = (small_book() / page).read_text("utf-8")

    assert text.startswith("<!DOCTYPE html>")
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_every_link_leads_somewhere() -> None:
    broken = sorted(Site(small_book()).broken_links())

    assert broken == []


@pytest.mark.parametrize("page", PAGES)
def test_numbers_are_those_that_their_commands_print(page: str) -> None:
    shown = numbers_on(small_book() / page)
    assert len(shown) > 20
    chance = random.Random(page)
    commands = sorted({number.command for number in shown})
    picked = commands if FULL else chance.sample(commands, min(3, len(commands)))

    for command in picked:
        record = answer_of(command)
        numbers = [number for number in shown if number.command == command]
        for number in numbers if FULL else chance.sample(numbers, min(SAMPLE, len(numbers))):
            assert value_at(record, number) == number.value, number


def answer_of(command: str) -> object:
    """What a command of the book prints under --json, typed where the book's charts lie."""
    program, *words = shlex.split(command)
    assert program == "upcard"
    with chdir(small_book() / "games"):
        found: object = json.loads(run_here(*words, "--json").stdout)
    return found


def value_at(record: object, number: ShownNumber) -> float:
    """The same number in the record of its command."""
    found: object = record
    for part in number.path.split("/"):
        if isinstance(found, Mapping):
            found = found[part]
        else:
            assert isinstance(found, list)
            found = found[int(part)]
    return float(Fraction(found)) if isinstance(found, str) else float(str(found))


def test_two_runs_write_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    upcard_process("book", "--out", str(tmp_path), *asked(), "--fresh")
    first = {path.relative_to(small_book()): path for path in small_book().rglob("*.*")}

    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*.*")} == set(first)
    for name, path in first.items():
        assert (tmp_path / name).read_bytes() == path.read_bytes(), name


def test_the_chart_in_the_book_is_the_solver_s() -> None:
    chart = (small_book() / "games" / f"{GAME}.chart").read_text("utf-8")

    assert json.loads(run_here("solve", GAME, "--json").stdout)["chart"] == chart


def test_a_name_that_is_neither_game_nor_wager_is_refused(tmp_path: Path) -> None:
    done = run_here("book", "--out", str(tmp_path / "book"), "--only", "bonanze", code=1)

    assert "'bonanze' is neither a game nor a wager" in done.stderr
    assert not (tmp_path / "book").exists()


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("mine")
    done = run_here("book", "--out", str(tmp_path / "book"), code=1)

    assert "is a file: name a folder" in done.stderr
    assert (tmp_path / "book").read_text() == "mine"


def test_streaks_are_those_of_every_order_of_wins_and_losses() -> None:
    rounds, chance = 9, 0.7
    longest: dict[int, float] = {}
    for order in range(2**rounds):
        text = f"{order:0{rounds}b}"
        run = max(len(losses) for losses in re.split("0", text))
        longest[run] = longest.get(run, 0.0) + chance ** text.count("1") * 0.3 ** text.count("0")

    for length in range(1, rounds + 1):
        exact = sum(share for run, share in longest.items() if run >= length)
        assert abs(chance_of_streak(length, chance, rounds) - exact) < 1e-12
    half = max(run for run in longest if sum(s for r, s in longest.items() if r >= run) >= 0.5)
    assert usual_streak(chance, rounds) == half


@pytest.mark.skipif(not FULL, reason="the whole book takes half a minute: UPCARD_BOOK=full")
def test_the_whole_book_is_whole(tmp_path: Path) -> None:
    run_here("book", "--out", str(tmp_path))

    assert sorted(Site(tmp_path).broken_links()) == []
    for kind, names in (("games", CATALOGUE.names("games")), ("wagers", tuple(every_wager()))):
        assert {path.stem for path in (tmp_path / kind).glob("*.html")} == set(names)


def test_kept_answers_are_those_that_were_made_and_none_of_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = KeptAnswers(tmp_path)
    record = {"edge": 0.1 + 0.2, "chance": "1/3", "outcomes": [{"combinations": 10**30}]}
    made = first.answer("upcard odds x", lambda: record)
    first.keep()

    again = KeptAnswers(tmp_path)
    assert again.answer("upcard odds x", lambda: pytest.fail("it was kept")) == made
    assert made.record == record

    monkeypatch.setattr("upcard.handbook.kept_answers.program_digest", lambda: "another")
    other = KeptAnswers(tmp_path)
    assert not other.knows("upcard odds x")
    other.answer("upcard odds y", lambda: 1)
    other.keep()
    assert [path.stem for path in tmp_path.iterdir()] == ["another"]
