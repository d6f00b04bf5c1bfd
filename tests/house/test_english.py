"""Texts that people read are plain English: no worn phrases, and help that begins with a verb."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer

from tests.house.sources import ROOT, SOURCE, package_files, shown, tree_of
from upcard.cli import app

WORN = {
    r"\bwhoever\b": "name the person: 'anyone who', 'the caller', 'you'",
    r"\banew\b": "write 'again', or name the act: 'rebuild', 'rewrite'",
    r"\boff line\b": "write 'offline'",
    r"\b(is|are|was|were) told\b": "write 'is shown', 'hears', 'must be notified'",
    r"\bso many (a|cards|decks|rounds|hands|of each)\b": "write 'this many'",
    r"\bif nobody says\b|\bnot said\b": "write 'default', 'you leave out'",
    r"\bthe table awaits\b": "write 'the table is waiting for'",
    r"\b(is|are) no (key|day|hand|clause|count|percentage|line|good)\b": "write 'is not a'",
    r"\b(hex|printable|\d+) signs\b": "write 'characters' or 'digits'",
    r"\btelephones?\b": "write 'phone'",
    r"\bin part or whole\b": "write 'all or part'",
    r"\bas it (lies|stands)\b|\blie there\b": "write 'as it is'",
    r"\bthe same as data\b|\beach one fine\b": "say what it is",
}
"""Phrases that sound translated, and what to write instead."""

NO_VERBS = re.compile(r"(A|An|The|Every|Each|One|Two|Another|Whether|What|Who|How|Exact|Hold)\b")
"""How a line begins that does not say what a command does."""


def commands(command: object, name: str = "upcard") -> Iterator[tuple[str, str]]:
    """Every command with its help, group by group."""
    yield name, getattr(command, "help", None) or ""
    for child, below in getattr(command, "commands", {}).items():
        yield from commands(below, f"{name} {child}")


def spoken(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a module that are not docstrings, with their lines."""
    tree = tree_of(path)
    silent = {
        id(node.value)
        for block in ast.walk(tree)
        if isinstance(body := getattr(block, "body", None), list)
        for node in body
        if isinstance(node, ast.Expr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node.lineno, node.value


@cache
def read_by_people() -> tuple[tuple[str, str], ...]:
    """Every text that people read, with its place."""
    return tuple(texts())


def texts() -> Iterator[tuple[str, str]]:
    """Each text with its place: what the program says, its help, its pages and its documents."""
    for path in package_files():
        if "migrations" not in path.parts:
            yield from ((f"{shown(path)}:{line}", text) for line, text in spoken(path))
    yield from ((name, text) for name, text in commands(typer.main.get_command(app)))
    pages = sorted((ROOT / "frontend" / "src" / "strings").glob("*.ts"))
    documents = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "ARCHITECTURE.md"]
    for path in (*pages, *documents):
        for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
            yield f"{shown(path)}:{line}", text


def test_there_is_something_to_read() -> None:
    assert SOURCE.is_dir()
    assert len(read_by_people()) > 5_000


@pytest.mark.parametrize("phrase", WORN)
def test_no_text_uses_a_phrase_that_sounds_translated(phrase: str) -> None:
    found = re.compile(phrase, re.IGNORECASE)
    wrong = [place for place, text in read_by_people() if found.search(text)]

    assert wrong == [], f"{WORN[phrase]}: {', '.join(wrong)}"


def test_the_help_of_every_command_begins_with_a_verb_and_is_a_sentence() -> None:
    helps = dict(commands(typer.main.get_command(app)))
    wrong = {
        name: text
        for name, text in helps.items()
        if NO_VERBS.match(text) or not text.rstrip().endswith(".")
    }

    assert len(helps) > 60
    assert wrong == {}
