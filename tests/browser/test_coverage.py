"""Every sentence that a screen, key, lamp or banner obeys has a test in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.coverages import Row, check_row, names_in, names_shown, numbers_listed, rows_in

FOLDER = Path(__file__).parent
ROWS, TESTS = rows_in(FOLDER), names_in(FOLDER)
NOT_SHOWN = "not for a screen: "
NUMBERS = {
    "S0 Notes": "1",
    "S0 Rules of Play": "3.b 3.c 6.a 7.a 7.b",
    "S0 Nexus Command": "6 7 10.a 10.b 10.c 10.d 10.e 10.f 10.g 10.h",
    "S3 Notes": "1",
    "S3 King's Bounty": "3",
    "S3 Blazing 7's (player)": "4 5 11.a 11.b 12 13.a 13.b 13.c 13.d 13.f 13.g 13.h",
    "S3 Blazing 7's (upcard)": "4 5 9.a 9.b 10 11.a 11.b 11.c 11.d 11.f 11.g 11.h",
    "S3 TriLux Progressive": "5 6 9.a 9.b 9.c 9.e 9.f 9.g 10",
    "S4 Placing Bets": "intro 1 2 3",
    "S4 Bonus Wager": "1 2 3 4 5 6 7",
    "S4 Starting a New Round": "1 2 3 4 5 6",
    "S4 Insurance Sequence": "intro 1 2 3 4",
    "S4 Player Surrender": "intro 1 2 3 4",
    "S4 Playing": "intro 1 2 3 4 5 6 7 8",
}
"""
The numbered sentences of each section that a screen obeys.

All of S4 is about screens and keys. What else S0 and S3 ask of a hand-dealt progressive, number by
number, is listed in `tests/devices/coverage`.
"""


def test_every_numbered_rule_that_a_screen_obeys_is_listed_in_its_order() -> None:
    assert numbers_listed(ROWS) == {name: numbers.split() for name, numbers in NUMBERS.items()}


def test_the_numbers_of_a_progressive_section_are_numbers_of_the_document() -> None:
    listed = numbers_listed(rows_in(FOLDER.parent / "devices"))
    sections = [name for name in NUMBERS if name in listed]

    assert len(sections) == 4
    for name in sections:
        assert set(NUMBERS[name].split()) <= set(listed[name])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.citation} {row.sentence}"[:60])
def test_a_sentence_is_shown_in_the_browser_or_is_nothing_a_screen_can_show(row: Row) -> None:
    check_row(row, TESTS, NOT_SHOWN)


def test_each_test_of_s4_is_named_by_a_sentence() -> None:
    unnamed = {f"test_s4.py::{test}" for test in TESTS["test_s4.py"]}

    assert unnamed - names_shown(ROWS) == set()
