"""Reports as files: the same bytes every time, read back whole; what was altered shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.books.histories import ALL_DAYS, STAMP, Recording, tampered
from tests.memory_facts import MemoryFacts
from upcard.books import (
    REPORTS,
    as_csv,
    as_html,
    as_json,
    as_pdf,
    package_hash,
    read_csv,
    read_json,
)
from upcard.books.adjustments import AdjustmentsReport
from upcard.books.exports import ExportError
from upcard.books.histories import Period, PeriodError
from upcard.books.meter_charts import awards_chart, meters_chart, thinned
from upcard.books.printed_reports import SHEETS, printed
from upcard.jackpot import BooksBroken
from upcard.jackpot.accounts import Account, Fund, Move, TransferReason
from upcard.jackpot.events import Contributed
from upcard.money import Cents
from upcard.plain import CodecError
from upcard.room.money_events import JackpotHappened, SlipIssued
from upcard.room.projections import flows
from upcard.room.projections.level_days import FLOW
from upcard.room.projections.notebooks import FactChange, Notebook
from upcard.room.state import RoomState

NAMES = list(REPORTS)


def built(story: Recording, name: str) -> Any:
    return REPORTS[name].build(MemoryFacts(story.entries), ALL_DAYS, STAMP)


@pytest.fixture(scope="module")
def adjusted(story: Recording) -> AdjustmentsReport:
    """A report with a line of free text."""
    report: AdjustmentsReport = built(story, "adjustments")
    return report


@pytest.mark.parametrize("name", NAMES)
def test_a_report_is_read_back_whole(story: Recording, name: str) -> None:
    report, kind = built(story, name), REPORTS[name].kind

    assert read_csv(kind, as_csv(report)) == report
    assert read_json(kind, as_json(report)) == report


@pytest.mark.parametrize("name", NAMES)
def test_the_same_entries_give_the_same_bytes(story: Recording, name: str) -> None:
    first, again = built(story, name), built(story, name)

    assert as_csv(first) == as_csv(again)
    assert as_json(first) == as_json(again)
    assert as_html(first) == as_html(again)
    assert as_pdf(first) == as_pdf(again)


@pytest.mark.parametrize("name", NAMES)
def test_every_report_says_what_made_it(story: Recording, name: str) -> None:
    report = built(story, name)
    text = as_html(report).decode()

    assert report.header.report == name
    assert report.header.title == REPORTS[name].title
    for said in (
        STAMP.version,
        STAMP.package,
        "2026-11-18 12:00:00 UTC",
        "The Lantern",
        "gaming days 2026-11-15 to 2026-11-17",
        story.entries[-1].hash,
    ):
        assert said in text


def test_a_report_of_days_gone_by_does_not_change_with_what_comes_later(story: Recording) -> None:
    first = Period(ALL_DAYS.first, ALL_DAYS.first)
    early = [entry for entry in story.entries if entry.day == ALL_DAYS.first]

    for name, kind in REPORTS.items():
        now, then = (
            kind.build(MemoryFacts(entries), first, STAMP) for entries in (story.entries, early)
        )
        assert as_csv(now) == as_csv(then), name


def test_every_report_can_be_printed() -> None:
    assert set(SHEETS) == set(REPORTS)


@pytest.mark.parametrize("name", NAMES)
def test_a_report_of_nothing_says_so(name: str) -> None:
    report = REPORTS[name].build(MemoryFacts(), ALL_DAYS, STAMP)

    assert read_csv(REPORTS[name].kind, as_csv(report)) == report
    assert all(section.blocks for section in printed(report).sections)


@settings(max_examples=60, deadline=None)
@given(evidence=st.text(st.characters(codec="utf-8")), amount=st.integers(-(10**13), 10**13))
def test_any_text_and_amount_survive_a_spreadsheet(
    adjusted: AdjustmentsReport, evidence: str, amount: int
) -> None:
    row = replace(adjusted.adjustments[0], evidence=evidence, delta=Cents(amount))
    report = replace(adjusted, adjustments=(row, *adjusted.adjustments))

    assert read_csv(AdjustmentsReport, as_csv(report)) == report
    assert read_json(AdjustmentsReport, as_json(report)) == report


def test_text_that_a_spreadsheet_would_run_is_made_harmless(story: Recording) -> None:
    assert b",'=memo 7," in as_csv(built(story, "adjustments"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("adjustments\r\n", "adjusted\r\n"),
        ("sequence,day", "number,day"),
        ("-1.50", "-1.5"),
        (",gross-receipts,", ",because,"),
        (",overflow,", ","),
    ],
)
def test_a_file_that_is_not_ours_is_refused(story: Recording, before: str, after: str) -> None:
    text = as_csv(built(story, "adjustments")).decode()

    with pytest.raises(ExportError):
        read_csv(AdjustmentsReport, text.replace(before, after).encode())


def test_json_with_a_field_too_many_is_refused(story: Recording) -> None:
    data = json.loads(as_json(built(story, "slips")))

    with pytest.raises(CodecError):
        read_json(REPORTS["slips"].kind, json.dumps({**data, "more": 1}).encode())


def test_a_decrease_without_a_reason_is_flagged(story: Recording) -> None:
    entry = next(
        one
        for one in story.entries
        if any(
            isinstance(e, JackpotHappened) and isinstance(e.event, Contributed) for e in one.events
        )
    )
    meter, away = (Account("prog", "meter", fund) for fund in (Fund.METER, Fund.WITHDRAWN))
    theft = Move(TransferReason.ADJUSTMENT, meter, away, Cents(100))
    events = tuple(
        JackpotHappened(replace(e.event, moves=(theft,)))
        if isinstance(e, JackpotHappened) and isinstance(e.event, Contributed)
        else e
        for e in entry.events
    )
    clean = built(story, "meters")
    change = FactChange(
        sequence=entry.sequence,
        at=entry.at,
        day=ALL_DAYS.first,
        by="",
        events=events,
        before=RoomState(),
        after=RoomState(),
    )
    book = Notebook(lambda _: None)
    flows.take(book, change)
    (found,) = [json.loads(one.payload) for one in book.changed.values() if one.name.kind == FLOW]
    first = replace(clean.days[0], unexplained=Cents(found["unexplained"]))

    assert [day.unexplained for day in clean.days] == [0, 0, 0]
    assert found["unexplained"] == 100
    assert first.is_flagged
    flagged = printed(replace(clean, days=(first, *clean.days[1:])))
    assert any("flagged" in repr(section) for section in flagged.sections)
    # Nobody can fold such an entry: a room with one does not open.
    with pytest.raises(BooksBroken):
        MemoryFacts(tampered(story.entries, entry.sequence, events=events))


def test_a_win_page_that_is_gone_leaves_a_gap(story: Recording) -> None:
    entry = next(e for e in story.entries if any(isinstance(x, SlipIssued) for x in e.events))
    events = tuple(e for e in entry.events if not isinstance(e, SlipIssued))
    report = REPORTS["slips"].build(
        MemoryFacts(tampered(story.entries, entry.sequence, events=events)), ALL_DAYS, STAMP
    )

    assert [(gap.number, gap.problem) for gap in report.gaps] == [(1, "missing")]


def test_charts_are_drawn_the_same_every_time(story: Recording) -> None:
    first, again = (
        (
            meters_chart(built(story, "meters"), "prog"),
            awards_chart(built(story, "awards")),
        )
        for _ in range(2)
    )

    assert first == again
    assert all(svg.startswith("<svg") for svg in first)
    assert meters_chart(built(story, "meters"), "another") == ""


def test_a_chart_does_not_depend_on_the_zone_of_the_machine() -> None:
    script = (
        "from datetime import date\n"
        "from upcard.books.meter_charts import readings_chart\n"
        "from upcard.books.meter_days import MeterReading\n"
        "svg = readings_chart([MeterReading(progressive='p', level='m', sequence=n,"
        " display=n * 100, at=f'2026-11-15T{n:02}:00:00Z', day=date(2026, 11, 15),"
        " paid=0) for n in (1, 23)])\n"
    )
    here: dict[str, Any] = {}
    exec(script, here)
    there = subprocess.run(
        [sys.executable, "-c", f"{script}print(svg, end='')"],
        env={**os.environ, "TZ": "Pacific/Auckland"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout

    assert there == here["svg"]


def test_a_long_history_is_thinned_and_keeps_its_awards(story: Recording) -> None:
    one = built(story, "meters").readings[-1]
    many = [replace(one, sequence=n, paid=Cents(5) if n == 1001 else Cents(0)) for n in range(5000)]
    kept = thinned(many)

    assert len(kept) <= 602
    assert {kept[0].sequence, kept[-1].sequence} == {0, 4999}
    assert any(reading.paid for reading in kept)


def test_a_period_ends_after_it_begins() -> None:
    with pytest.raises(PeriodError, match="write a last day on or after the first"):
        Period(ALL_DAYS.last, ALL_DAYS.first)


def test_the_package_hash_is_the_same_until_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.room.integrity.files", lambda _: tmp_path)
    found: list[str] = []
    for content in ("1", "1", "2"):
        (tmp_path / "rules.toml").write_text(content)
        (tmp_path / "__pycache__").mkdir(exist_ok=True)
        (tmp_path / "__pycache__" / f"{len(found)}.pyc").touch()
        package_hash.cache_clear()
        found.append(package_hash())
    package_hash.cache_clear()

    assert found[0] == found[1] != found[2]
