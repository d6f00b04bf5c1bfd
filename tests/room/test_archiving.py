"""Closed days leave the database for files that verify alone, and are found and read as before."""

from __future__ import annotations

import json
import lzma
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from tests.commands.desks import CommandDesk
from tests.postgres import postgres_or_skip
from tests.room.houses import PIN, PINS, House, new_house, place_in
from tests.room.test_procedures import GAMES
from upcard.books import REPORTS, Period
from upcard.books.histories import Stamp
from upcard.journal import Answer, JournalCode, JournalRefused, StartRefused, verify_bundle
from upcard.journal.archives import let_go, read_archive
from upcard.journal.entries import Entry
from upcard.journal.requests import Note
from upcard.journal.tables import ENTRIES, EVENTS
from upcard.journal.transactions import Writing
from upcard.room.care import archive_moves
from upcard.room.care.archive_moves import archive_days, checked_archives, days_to_archive
from upcard.room.care.audits import audit_room
from upcard.room.orders import Order, Signature
from upcard.room.projections.rebuilds import rebuild_facts
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.room_openings import open_room
from upcard.room.rooms import Room
from upcard.screens.chronicles import Chronicle
from upcard.screens.recalls import RoundRecall
from upcard.table.commands import EndGame

START = datetime(2026, 11, 2, 12, tzinfo=UTC)
STAMP = Stamp(version="1", package="0" * 64, generated="2026-11-15T00:00:00Z")
EVERYTHING = Period(date(2026, 11, 1), date(2026, 11, 30))


class Days:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture(params=["sqlite", "postgresql"])
def played(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    """Five days of a room, each closed but the last."""
    monkeypatch.setattr(archive_moves, "KEPT_ENTRIES", 20)
    url = postgres_or_skip().new_database() if request.param == "postgresql" else None
    clock = Days()
    house = new_house(place_in(tmp_path / "room", url), GAMES["bahama"], clock=clock)
    for _ in range(5):
        for _ in range(2):
            house.start("t1")
            house.play_on("t1")
            house.key("t1", EndGame())
        clock.at += timedelta(days=1)
        assert house.room.checkpointing is not None
        house.room.checkpointing.make()
    yield house
    house.close()


def counted(room: Room) -> int:
    """How many entries are in the tables."""
    with room.journal.engine.connect() as connection:
        return connection.scalar(select(func.count()).select_from(ENTRIES)) or 0


def reports_of(room: Room) -> dict[str, object]:
    """Every report over everything."""
    return {name: one.build(room.journal, EVERYTHING, STAMP) for name, one in REPORTS.items()}


def recalled(room: Room) -> list[str | None]:
    """Every round of the table as its record tells it."""
    past = Chronicle(room)
    rounds = past.rounds("t1", most=100)
    return [RoundRecall(room.journal, one, past.game(one)).text() for one in rounds]


def again(house: House) -> Room:
    """The room in another process."""
    house.room.close()
    house.room = open_room(house.place, pins=PINS, clock=lambda: START + timedelta(days=5))
    return house.room


def test_an_order_of_an_archived_day_is_refused_by_name_when_it_is_sent_again(
    played: House,
) -> None:
    room = played.room
    orders = [
        Order(
            id=one.command_id,
            by=Signature(one.by, PIN),
            wish=one.wish,
            second=Signature(one.second, PIN) if one.second else None,
        )
        for one in room.entries(2, 60)
        if one.wish is not None
    ]
    archive_days(room, date(2026, 11, 5))
    before, sequence = room.state, room.sequence
    answers = [room.submit(order) for order in orders]

    assert len(answers) > 40
    assert {answer.code for answer in answers} == {"archived"}
    assert (room.state, room.sequence) == (before, sequence)
    assert "was carried out on a day that is now archived" in answers[0].message


def test_what_left_is_found_and_every_figure_is_the_same(played: House) -> None:
    room, before = played.room, counted(played.room)
    reports, rounds, state = reports_of(room), recalled(room), room.state
    found = archive_days(room, date(2026, 11, 5))

    assert found.days == ("2026-11-02", "2026-11-03", "2026-11-04")
    assert counted(room) == before - found.entries < before / 2
    assert reports_of(room) == reports
    assert recalled(room) == rounds
    assert len(rounds) == 10
    assert audit_room(room.journal).is_sound
    opened = again(played)
    assert opened.state == state
    assert reports_of(opened) == reports
    played.start("t1")
    assert audit_room(opened.journal).is_sound


def test_who_knows_only_entries_of_an_archived_day_reads_on_from_there(played: House) -> None:
    journal = played.room.journal
    known = next(journal.entries(3, 3)).point
    archive_days(played.room, date(2026, 11, 5))
    last, read = journal.head().sequence, list[int]()

    def decide(note: Note, writing: Writing) -> Entry:
        read.extend(entry.sequence for entry in writing.entries_after(known))
        return writing.record(note, at="2026-11-07T12:00:00.000Z", events=[], answer={})

    (answer,) = journal.carry_out_all([Note("a late one", {})], decide, known.sequence)

    assert isinstance(answer, Answer), answer
    assert read == list(range(4, last + 1))


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
def test_facts_and_state_are_made_anew_from_the_files(played: House) -> None:
    archive_days(played.room, date(2026, 11, 5))
    reports = reports_of(played.room)
    with played.room.journal.engine.begin() as connection:
        connection.execute(text("DELETE FROM snapshots"))
    state = played.room.state
    rebuild_facts(played.room.journal)

    assert reports_of(played.room) == reports
    assert again(played).state == state


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
def test_a_file_verifies_alone_with_the_checkpoint_that_is_signed_beside_it(played: House) -> None:
    archive_days(played.room, date(2026, 11, 4))
    folder = played.place.folder / "archive"
    files = sorted(folder.glob("*.xz"))
    point = json.loads((folder / files[0].name.replace(".jsonl.xz", ".checkpoint")).read_text())
    words = [sys.executable, verify_bundle.__file__, str(files[0])]
    told = subprocess.run(
        [*words, f"{point['sequence']}:{point['hash']}"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert len(files) == 2
    assert told.stdout.startswith("SOUND ")
    assert [wrong for _, wrong in checked_archives(played.room.journal)] == ["", ""]
    with lzma.open(files[0], "rt") as file:
        lines = file.read().replace('"amount":1', '"amount":2', 1)
    with lzma.open(files[0], "wt") as file:
        file.write(lines)
    assert subprocess.run(words, capture_output=True, check=False).returncode == 1
    assert [wrong for _, wrong in checked_archives(played.room.journal)] == [
        "its file was changed",
        "",
    ]
    assert not audit_room(played.room.journal).is_sound


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
def test_without_its_file_a_day_is_named_and_everything_else_goes_on(played: House) -> None:
    archive_days(played.room, date(2026, 11, 4))
    (first, *_) = sorted((played.place.folder / "archive").glob("*.xz"))
    first.unlink()

    with pytest.raises(JournalRefused, match=first.name) as refused:
        list(played.room.journal.entries(1, 5))
    assert refused.value.code is JournalCode.ARCHIVED
    room = again(played)
    played.start("t1")
    assert reports_of(room)
    assert [wrong for _, wrong in checked_archives(room.journal)] == ["its file is missing", ""]
    told = CommandDesk(played.place.folder).json("audit", "archives", code=1)
    assert [(one["day"], one["wrong"]) for one in told] == [
        ("2026-11-02", "its file is missing"),
        ("2026-11-03", ""),
    ]


def test_nothing_leaves_that_no_archive_has(played: House) -> None:
    archive_days(played.room, date(2026, 11, 3))
    for table in (ENTRIES, EVENTS):
        with (
            pytest.raises(DBAPIError, match="never changed"),
            played.room.journal.engine.begin() as connection,
        ):
            connection.execute(table.delete())


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
def test_an_archive_that_somebody_else_listed_is_refused(played: House) -> None:
    archive_days(played.room, date(2026, 11, 3))
    played.room.close()
    with sqlite3.connect(played.place.folder / "room.sqlite") as database:
        database.execute(
            "INSERT INTO archives SELECT number + 1, last + 1, last + 9, hash, day, file, sha256, "
            "seal FROM archives"
        )
    with pytest.raises(StartRefused, match="this room did not list archive"):
        open_room(played.place, pins=PINS)


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
def test_there_must_be_a_closed_day_to_archive(played: House) -> None:
    assert days_to_archive(played.room, date(2026, 11, 2)) == []
    with pytest.raises(RoomRefused) as refused:
        archive_days(played.room, date(2026, 11, 2))
    assert refused.value.code is RoomRefusal.NOTHING_TO_ARCHIVE
    archive_days(played.room, date(2026, 11, 4))
    with pytest.raises(RoomRefused):
        archive_days(played.room, date(2026, 11, 4))


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
def test_an_end_in_the_middle_leaves_the_day_in_one_place_or_the_other(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is there and the tables have not let go: the next try writes it again."""
    state = played.room.state

    def pulled(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("upcard.room.care.archive_moves.let_go", pulled)
    with pytest.raises(KeyboardInterrupt):
        archive_days(played.room, date(2026, 11, 3))
    assert audit_room(played.room.journal).is_sound
    monkeypatch.setattr("upcard.room.care.archive_moves.let_go", let_go)
    archive_days(played.room, date(2026, 11, 3))

    assert again(played).state == state
    assert audit_room(played.room.journal).is_sound


@pytest.mark.parametrize("played", ["sqlite"], indirect=True)
def test_entries_are_read_back_as_they_were(played: House) -> None:
    entries = list(played.room.journal.entries())
    archive_days(played.room, date(2026, 11, 5))

    assert list(played.room.journal.entries()) == entries
    files = sorted((played.place.folder / "archive").glob("*.xz"))
    assert [one for path in files for one in read_archive(path)] == entries[
        : sum(1 for path in files for _ in read_archive(path))
    ]
