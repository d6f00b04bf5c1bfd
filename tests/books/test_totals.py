"""Totals of days: kept once, always what the rounds add up to, and read instead of them."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from benchmarks import grow
from tests.books.histories import (
    ALL_DAYS,
    FIRST,
    NOTHING,
    SECOND,
    STAMP,
    THIRD,
    Story,
    first_day,
    second_day,
    story_in,
    third_day,
)
from tests.memory_facts import MemoryFacts
from upcard.books import REPORTS, Period
from upcard.books.histories import FactSource
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.journal import Checkpoint, Journal
from upcard.journal.entries import Fact, Name
from upcard.journal.facts import TOTAL, Wanted
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.money_orders import AdjustMeter, RecordDeposit
from upcard.room.projections.kept_totals import bring_up_to_date, totals_until
from upcard.room.projections.level_days import FLOW, LevelDay
from upcard.room.projections.past_rounds import ROUND
from upcard.room.projections.rebuilds import rebuild_facts
from upcard.room.rooms import Room

DAY = timedelta(days=1)


@dataclass
class Counting:
    """A journal that counts the facts it gives out, by kind."""

    journal: Journal
    read: Counter[str] = field(default_factory=Counter)

    def fact(self, name: Name) -> Fact | None:
        """The fact of that name."""
        self.read[name.kind] += 1
        return self.journal.fact(name)

    def facts(self, wanted: Wanted) -> list[Fact]:
        """The facts that somebody asks for."""
        found = self.journal.facts(wanted)
        self.read[wanted.kind] += len(found)
        return found

    def head(self) -> Checkpoint:
        """The last entry."""
        return self.journal.head()

    def hash_of(self, sequence: int) -> str:
        """The hash of an entry."""
        return self.journal.hash_of(sequence)

    def keep(self, fact: Fact) -> None:
        """Keep a fact that follows from no entry."""
        self.journal.keep(fact)


def reports(record: FactSource, *periods: Period) -> dict[tuple[str, Period], Any]:
    """Every report of each period."""
    return {
        (name, period): kind.build(record, period, STAMP)
        for name, kind in REPORTS.items()
        for period in periods
    }


def compare(room: Room, *periods: Period) -> None:
    """Reports come out as if there were no totals, and days open as the days before add up."""
    by_rounds = reports(MemoryFacts(room.entries()), *periods)
    assert reports(room.journal, *periods) == by_rounds
    days: dict[str, list[Fact]] = {}
    for fact in room.journal.facts(Wanted(FLOW)):
        days.setdefault(fact.name.subject, []).append(fact)
    for level in days.values():
        held = dict.fromkeys(Fund, 0)
        for fact in sorted(level, key=lambda one: one.day):
            day = LevelDay.of(json.loads(fact.payload))
            assert {fund: day.opening.get(fund, 0) for fund in Fund} == held
            held = day.closing


PERIODS = (ALL_DAYS, *(Period(day, day) for day in ALL_DAYS.days), Period(SECOND, THIRD))


def test_reports_with_totals_are_those_without_at_any_moment(tmp_path: Path) -> None:
    with story_in(tmp_path / "room") as story:
        room = story.house.room
        for tell in (first_day, second_day, third_day):
            tell(story)
            compare(room, *PERIODS)
            assert bring_up_to_date(room.journal) == room.sequence
            compare(room, *PERIODS)
        # The clock is set back to a day that is over, and then the day after goes on.
        for day in (FIRST, SECOND, THIRD):
            story.day(day, hour=20)
            story.deal("t1", "deal-2", NOTHING)
            story.end("t1", "deal-2")
            compare(room, *PERIODS)
            bring_up_to_date(room.journal)
            compare(room, *PERIODS)
        assert audit_room(room.journal).fault is None
        kept = room.journal.facts(Wanted(TOTAL))
        rebuild_facts(room.journal)
        assert room.journal.facts(Wanted(TOTAL)) == kept
        compare(room, *PERIODS)


@pytest.fixture
def grown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A room like those that are measured, of four short days."""
    monkeypatch.setattr(grow, "ROUNDS_A_DAY", 25)
    monkeypatch.setattr(grow, "TOGETHER", 200)
    growing = grow.Growing(tmp_path)
    growing.play(80)
    yield growing.room
    growing.room.close()


def test_a_grown_room_has_the_same_reports_with_totals_and_without(grown: Room) -> None:
    first = grow.FIRST_DAY
    periods = Period(first, first + 4 * DAY), Period(first + DAY, first + 2 * DAY)
    compare(grown, *periods)
    bring_up_to_date(grown.journal)
    compare(grown, *periods)


def test_a_report_of_a_closed_day_reads_no_round(grown: Room) -> None:
    bring_up_to_date(grown.journal)
    record = Counting(grown.journal)
    day = grow.FIRST_DAY + DAY
    for name in ("holds", "rounds"):
        REPORTS[name].build(record, Period(day, day), STAMP)

    assert record.read[ROUND] == 0
    # One of each table that played on the day, for both reports.
    assert 2 <= record.read[TOTAL] <= 2 * grow.TABLES


def test_the_totals_of_a_day_are_kept_when_it_closes(tmp_path: Path) -> None:
    with story_in(tmp_path / "room") as story:
        first_day(story)
        room = story.house.room
        closing = room.sequence
        assert totals_until(room.journal.fact) < closing
        second_day(story)
        until = time.monotonic() + 60
        while totals_until(room.journal.fact) < closing and time.monotonic() < until:
            time.sleep(0.02)

        assert totals_until(room.journal.fact) >= closing
        assert [one.day for one in room.journal.facts(Wanted(TOTAL))] == [FIRST.isoformat()] * 2


def test_the_audit_names_a_total_that_is_not_what_its_rounds_add_up_to(tmp_path: Path) -> None:
    with story_in(tmp_path / "room") as story:
        first_day(story)
        journal = story.house.room.journal
        bring_up_to_date(journal)
        fact, *_ = journal.facts(Wanted(TOTAL, subject="t1"))
        data = json.loads(fact.payload)
        data["wagers"][0][2] += 1
        journal.keep(fact._replace(says=json.dumps(data, sort_keys=True)))
        found = audit_room(journal).fault
        assert found is not None
        assert found.message == "the total of t1 on 2026-11-15 is not what its rounds add up to"

        journal.keep(fact)
        assert audit_room(journal).is_sound
        stray = fact._replace(name=fact.name._replace(number=1), day="0001-01-01")
        journal.keep(stray)
        found = audit_room(journal).fault
        assert found is not None
        assert found.message == "there is a total of a day on which nothing is recorded"


def raise_the_meter(story: Story, day: date) -> None:
    """Something moves on the level."""
    story.day(day)
    adjustment = AdjustMeter(
        progressive="prog",
        level="meter",
        reason=AdjustmentReason.DISPLAY_ERROR,
        direction=AdjustmentDirection.RAISE,
        fund=Fund.METER,
        amount=Cents(100),
        evidence="memo",
    )
    story.house.done("acct-1", adjustment, "exec-1")


def test_what_is_owed_is_told_without_reading_every_day_since_the_room_began(
    tmp_path: Path,
) -> None:
    with story_in(tmp_path / "room") as story:
        room, days = story.house.room, [FIRST + number * DAY for number in range(120)]
        for day in days[:-3]:
            raise_the_meter(story, day)
        owed = room.state.jackpots.liability
        story.house.done("acct-1", RecordDeposit("prog", owed, "slip 1"))
        for day in days[-3:]:
            raise_the_meter(story, day)
        last = Period(days[-1], days[-1])
        compare(room, last, Period(days[50], days[60]), Period(days[-2], days[-1] + DAY))

        record = Counting(room.journal)
        (line,) = REPORTS["liabilities"].build(record, last, STAMP).progressives
        assert line.oldest == days[-3]
        assert record.read[FLOW] <= 40
        record.read.clear()
        REPORTS["meters"].build(record, last, STAMP)
        REPORTS["accruals"].build(record, last, STAMP)
        assert record.read[FLOW] == 2
