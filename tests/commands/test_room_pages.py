"""What the pages say of the room is what its commands do: every option, every code, every name."""

import ast
import importlib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from tests.commands.runs import command_line
from tests.house.sources import SOURCE, package_files, shown, tree_of
from upcard.jackpot import JackpotCode
from upcard.journal import JournalCode
from upcard.room.people.staff import StaffRefusal
from upcard.room.refusals import RoomRefusal

DOCS = Path(__file__).parents[2] / "docs"
OWN = (
    "audit-failed",
    "round-unknown",
    "database",
    "file",
    "period-not-allowed",
    "not-confirmed",
    "device-offline",
)
CODELESS = (lambda: None).__code__
"""Stands in for the constructor of an exception that has none of its own."""


def options(command: Any, words: str) -> Iterator[tuple[str, str]]:
    """Every option below *command*, with the command it is of."""
    for one in command.params:
        for name in (*one.opts, *one.secondary_opts):
            if name.startswith("--") and name != "--help":
                yield words, name
    for name, below in getattr(command, "commands", {}).items():
        yield from options(below, f"{words} {name}")


@pytest.mark.parametrize("group", ["room", "audit", "device"])
def test_every_option_is_on_the_commands_page(group: str) -> None:
    page = (DOCS / "commands.md").read_text()
    found = set(options(command_line().commands[group], f"upcard {group}"))

    missing = [
        f"{words} {option}"
        for words, option in sorted(found)
        if f"{option}`" not in page and f"{option} " not in page
    ]

    assert len(found) > 10
    assert missing == []


@pytest.mark.parametrize("codes", [StaffRefusal, RoomRefusal, JackpotCode, JournalCode])
def test_every_code_is_on_the_refusals_page(codes: type[StrEnum]) -> None:
    page = (DOCS / "refusals.md").read_text()

    assert [code.value for code in codes if f"| `{code.value}` |" not in page] == []


def test_the_commands_own_codes_are_on_the_refusals_page() -> None:
    page = (DOCS / "refusals.md").read_text()

    assert [code for code in OWN if f"| `{code}` |" not in page] == []


def test_every_refusal_has_the_one_base_and_a_code_of_its_own() -> None:
    for path in package_files():
        tree = tree_of(path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and "UpcardError" in map(ast.unparse, node.bases):
                module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
                kind = getattr(importlib.import_module(f"upcard.{module}"), node.name)
                brings = {*vars(kind), *getattr(kind.__init__, "__code__", CODELESS).co_names}

                assert "code" in brings, f"{shown(path)}: {node.name} has no code"


@pytest.mark.parametrize("words", ["room", "room tables", "room key", "room report", "audit"])
def test_every_command_explains_itself(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command_line().main(args=[*words.split(), "--help"], prog_name="upcard")

    assert end.value.code == 0
    assert f"Usage: upcard {words}" in capsys.readouterr().out
