"""Every golden round comes out as written, and would not if any figure in it were another."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.rounds.finding import golden_rules
from upcard.catalogue import CATALOGUE
from upcard.notation import NotationError, replay, write_round
from upcard.notation.lines import HEADERS
from upcard.notation.record_lines import Record, read_records

FOLDER = Path(__file__).parent
ROUNDS = sorted(FOLDER.rglob("*.round"))
COVERAGE = sorted((FOLDER / "coverage").glob("*.tsv"))
CITED = re.compile(r"# Source: .*\S")
NUMBER = re.compile(r"-?\d+(?:\.\d\d)?")


def _name(path: Path) -> str:
    return str(path.relative_to(FOLDER))


@pytest.mark.parametrize("path", ROUNDS, ids=_name)
def test_a_golden_round_comes_out_as_written(path: Path) -> None:
    text = path.read_text()
    done = replay(text, golden_rules)

    base = golden_rules(done.round.game.rules.name)
    comments = done.record.comments
    assert (
        write_round(done.round, done.events, meters=done.meters, comments=comments, base=base)
        == text
    )


@pytest.mark.parametrize("path", ROUNDS, ids=_name)
def test_changing_any_expected_figure_makes_a_golden_round_fail(path: Path) -> None:
    text = path.read_text()
    (record,) = read_records(text)
    changes = list(_changed_figures(text, record))

    assert changes
    for changed in changes:
        with pytest.raises(NotationError):
            replay(changed, golden_rules)


def _changed_figures(text: str, record: Record) -> list[str]:
    """The text again and again, each time with one number after an equals sign raised by one."""
    lines = text.splitlines()
    changed = []
    for line in record.lines:
        if line.expected is None or line.key in HEADERS:
            continue
        left, _, right = lines[line.number - 1].rpartition(" = ")
        for found in NUMBER.finditer(right):
            if found.start() and right[found.start() - 1] != " ":
                continue  # A digit inside a name, like 5-card-21.
            if found.end() < len(right) and right[found.end()] != " ":
                continue
            other = f"{right[: found.start()]}{_raised(found[0])}{right[found.end() :]}"
            changed.append(
                "\n".join([*lines[: line.number - 1], f"{left} = {other}", *lines[line.number :]])
            )
    return changed


def _raised(number: str) -> str:
    whole, dot, cents = number.partition(".")
    return f"{int(whole) + 1}{dot}{cents}"


def test_there_are_enough_golden_rounds_of_every_game() -> None:
    games = Counter(
        record.with_key("rules")[0].words[0]
        for path in ROUNDS
        for record in read_records(path.read_text())
    )

    assert sum(games.values()) >= 150
    assert {name: games[name] for name in CATALOGUE.names("games") if games[name] < 10} == {}


@pytest.mark.parametrize("path", ROUNDS, ids=_name)
def test_a_golden_round_says_its_rule_and_cites_its_source(path: Path) -> None:
    comments = next(read_records(path.read_text())).comments

    assert len(comments) >= 2
    assert CITED.fullmatch(comments[-1])


@pytest.mark.parametrize("path", COVERAGE, ids=_name)
def test_every_rule_of_a_document_is_shown_by_a_round_or_is_not_for_a_table(path: Path) -> None:
    for number, row in enumerate(path.read_text().splitlines(), start=1):
        citation, rule, shown = row.split("\t")
        assert citation
        assert rule
        if shown.startswith("not for a table: "):
            continue
        for name in shown.split(","):
            assert (FOLDER / name.strip()).is_file(), f"{path.name} line {number}: no {name}"


def test_each_source_document_is_covered() -> None:
    assert {path.stem for path in COVERAGE} == {"s0", "s1", "s2", "s3", "s4"}
