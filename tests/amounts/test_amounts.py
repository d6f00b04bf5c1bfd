"""Amounts as people type them: the cases that hold for the pages too, and what follows."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faults.counts import count
from upcard.amounts import FORMATS, AmountFormat, format_of, read_amount, show_amount, write_amount
from upcard.money import Cents, MoneyError

SHARED: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "frontend" / "tests" / "fixtures" / "amounts.json").read_text()
)
SIGNS = "05.,' "
LONGEST = count(6, 8)


def outcome(text: str, written: AmountFormat) -> dict[str, int | str]:
    """What reading *text* comes to, as the table of cases says it."""
    try:
        return {"cents": read_amount(text, written)}
    except MoneyError as refused:
        return {"refusal": str(refused)}


def test_the_pages_are_tested_with_the_locales_there_are() -> None:
    assert [asdict(one) for one in FORMATS.values()] == SHARED["formats"]


@pytest.mark.parametrize(
    "case", SHARED["cases"], ids=lambda case: f"{case['locale']} {case['text'][:20]!r}"
)
def test_an_amount_is_read_or_refused_as_the_shared_table_says(case: dict[str, Any]) -> None:
    expected = {key: case[key] for key in ("cents", "refusal") if key in case}

    assert outcome(case["text"], FORMATS[case["locale"]]) == expected


@pytest.mark.parametrize(("locale", "cents", "text"), SHARED["written"])
def test_an_amount_is_written_as_the_shared_table_says(locale: str, cents: int, text: str) -> None:
    assert write_amount(Cents(cents), FORMATS[locale]) == text


def test_no_text_means_one_amount_here_and_another_there() -> None:
    read = 0
    for length in range(1, LONGEST + 1):
        for signs in product(SIGNS, repeat=length):
            found = {read_or_none("".join(signs), one) for one in FORMATS.values()} - {None}
            assert len(found) <= 1, f"{''.join(signs)!r} is read as {found}"
            read += bool(found)

    assert read > 200


def read_or_none(text: str, written: AmountFormat) -> int | None:
    """The amount, if *text* is one."""
    try:
        return read_amount(text, written)
    except MoneyError:
        return None


@given(st.sampled_from([*FORMATS.values()]), st.integers(0, 10**14 - 1))
def test_what_is_written_is_read_back(written: AmountFormat, cents: int) -> None:
    amount = Cents(cents)

    assert read_amount(write_amount(amount, written), written) == amount
    assert read_amount(show_amount(amount, written), written) == amount


@given(st.sampled_from([*FORMATS.values()]), st.text(max_size=12))
def test_a_refusal_says_how_to_write_it(written: AmountFormat, text: str) -> None:
    said = outcome(text, written)

    assert "cents" in said or any(
        word in str(said["refusal"]) for word in ("write ", "at most", "0 or more")
    )


def test_a_suggestion_is_an_amount() -> None:
    for case in SHARED["cases"]:
        _, sign, suggested = case.get("refusal", "").rpartition(": write ")
        if sign and not suggested.startswith("dollars"):
            assert read_or_none(suggested, FORMATS[case["locale"]]) is not None, case


def test_an_unknown_locale_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        MoneyError, match=r"^locale is 'xx': write one of en-US, de-CH, de-DE, fr-FR"
    ):
        format_of("xx")
