"""Every numbered sentence about a hand-dealt progressive has a test that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.coverages import Row, check_row, names_in, names_shown, numbers_listed, rows_in

FOLDER = Path(__file__).parent
ROWS, TESTS = rows_in(FOLDER), names_in(FOLDER)
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


def test_every_numbered_rule_of_the_documents_is_listed_in_its_order() -> None:
    assert numbers_listed(ROWS) == {name: numbers.split() for name, numbers in NUMBERS.items()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.citation} {row.sentence}"[:60])
def test_a_sentence_is_shown_by_a_test_or_is_nothing_a_system_can_show(row: Row) -> None:
    check_row(row, TESTS, NOT_SHOWN)


def test_each_test_of_a_section_is_named_by_a_sentence() -> None:
    sections = ("test_nexus.py", "test_progressive_sections.py")
    unnamed = {f"{module}::{test}" for module in sections for test in TESTS[module]}

    assert unnamed - names_shown(ROWS) == set()
