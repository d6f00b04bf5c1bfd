"""Every numbered sentence about a hand-dealt progressive has a test that shows it."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
COVERAGE = sorted((FOLDER / "coverage").glob("*.tsv"))
NOT_SHOWN = "not for a system: "
NUMBERS = {
    "S0 Nexus Command": "1 2 3 4 5 6 7 8 9 10.a 10.b 10.c 10.d 10.e 10.f 10.g 10.h",
    "S3 Blazing 7's (player)": (
        "1 2 3 4 5 6 7 8 8.a 9 10 10.a 11 11.a 11.b 12 13.a 13.b 13.c 13.d 13.e 13.f 13.g 13.h"
    ),
    "S3 Blazing 7's (upcard)": (
        "1 2 3 4 5 6 7 8 8.a 9 9.a 9.b 10 11.a 11.b 11.c 11.d 11.e 11.f 11.g 11.h"
    ),
    "S3 TriLux Progressive": "1 2 3 4 5 6 7 8 9.a 9.b 9.c 9.d 9.e 9.f 9.g 10",
}
"""The numbered rules of play of each section, as the documents print them."""


def _rows() -> list[tuple[str, str, str, str]]:
    """The file, the citation, the sentence and what shows it, of each line."""
    found = []
    for path in COVERAGE:
        for row in path.read_text().splitlines():
            citation, sentence, shown = row.split("\t")
            found.append((path.name, citation, sentence, shown))
    return found


def _tests() -> dict[str, list[str]]:
    """The tests of this folder by file."""
    return {
        path.name: [
            one.name
            for one in ast.parse(path.read_text()).body
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
        ]
        for path in FOLDER.glob("test_*.py")
    }


def test_every_numbered_rule_of_the_documents_is_listed_in_its_order() -> None:
    listed: dict[str, list[str]] = defaultdict(list)
    for _, citation, _, _ in _rows():
        section, _, number = citation.rpartition(" ")
        if number not in listed[section]:
            listed[section].append(number)

    assert listed == {section: numbers.split() for section, numbers in NUMBERS.items()}


@pytest.mark.parametrize(
    ("file", "citation", "sentence", "shown"), _rows(), ids=lambda each: each[:40]
)
def test_a_sentence_is_shown_by_a_test_or_is_nothing_a_system_can_show(
    file: str, citation: str, sentence: str, shown: str
) -> None:
    assert sentence, f"{file}: {citation} quotes nothing"
    if shown.startswith(NOT_SHOWN):
        assert shown.removeprefix(NOT_SHOWN)
        return
    tests = _tests()
    for name in shown.split(","):
        module, _, test = name.partition("::")
        assert test in tests.get(module, []), f"{file}: {citation} names {name}, which is no test"


def test_each_test_of_a_section_is_named_by_a_sentence() -> None:
    named = {name for *_, shown in _rows() for name in shown.split(",")}
    sections = ("test_nexus.py", "test_progressive_sections.py")
    unnamed = {f"{module}::{test}" for module in sections for test in _tests()[module]} - named

    assert unnamed == set()
