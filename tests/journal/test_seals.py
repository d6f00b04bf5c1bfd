"""Nobody but the room appends to its journal, and nobody is shown an entry that was changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.faults.counts import count
from tests.journal.journals import AT, SEALS, filled, fresh_url, put, unguarded
from upcard.journal import (
    Checkpoint,
    Entry,
    Journal,
    JournalBroken,
    JournalCode,
    JournalRefused,
    Note,
    Seals,
    StartRefused,
    Writing,
    open_journal,
    verify,
)
from upcard.journal.engines import engine_for
from upcard.journal.entries import START
from upcard.journal.grants import grant_to
from upcard.journal.snapshots import Snapshot, latest_snapshot, save_snapshot

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"])
NOT_OURS = "this room did not write entry"
ENTRIES = 24


@pytest.fixture
def url(database: str, tmp_path: Path) -> str:
    """An empty database."""
    return fresh_url(database, tmp_path)


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    """A journal with some entries."""
    opened = filled(url, ENTRIES)
    yield opened
    opened.close()


@BOTH
def test_an_entry_that_somebody_else_appended_is_built_on_by_nobody(
    url: str, journal: Journal
) -> None:
    known = journal.head()
    # Somebody with the rights of the application, and the program itself, but not the key.
    forger = Journal(engine_for(url))
    put(forger, "make me executive")
    forger.close()
    with pytest.raises(JournalBroken, match=NOT_OURS) as refused:
        put(journal, "the next key")
    assert refused.value.code is JournalCode.HEAD_NOT_SEALED
    reads: list[Callable[[], object]] = [
        journal.head,
        lambda: list(journal.entries_after(known)),
        lambda: list(journal.entries()),
    ]
    for read in reads:
        with pytest.raises(JournalBroken, match=NOT_OURS):
            read()
    assert "did not write" in str(verify(journal).fault)
    with pytest.raises(StartRefused, match=NOT_OURS):
        open_journal(url, SEALS)


@pytest.mark.parametrize("database", ["postgresql"])
def test_the_insert_only_role_cannot_append_without_the_key_either(
    url: str, journal: Journal
) -> None:
    with journal.engine.begin() as connection:
        connection.execute(text("DROP ROLE IF EXISTS upcard_forger"))
        connection.execute(text("CREATE ROLE upcard_forger LOGIN"))
        grant_to(connection, "upcard_forger")
    forger = Journal(engine_for(url.replace("postgres@", "upcard_forger@")))
    put(forger, "make me executive")
    snapshot = Snapshot("room", journal_end(forger), {"staff": "me"})
    save_snapshot(Journal(forger.engine, Seals(b"a key of my own")), snapshot)
    forger.close()
    with pytest.raises(StartRefused, match=NOT_OURS):
        open_journal(url, SEALS)
    with pytest.raises(StartRefused, match="this room did not make snapshot"):
        latest_snapshot(journal, "room")
    with journal.engine.begin() as connection:
        connection.execute(text("DROP OWNED BY upcard_forger"))
        connection.execute(text("DROP ROLE upcard_forger"))


def journal_end(journal: Journal) -> Checkpoint:
    """The last entry as the tables have it."""
    *_, last = journal.stored()
    return last.point


@BOTH
def test_a_head_whose_seal_is_removed_is_refused(url: str, journal: Journal) -> None:
    unguarded(journal.engine, "UPDATE head SET seal = ''")
    with pytest.raises(StartRefused, match=NOT_OURS):
        open_journal(url, SEALS)


@BOTH
def test_control_without_a_key_the_forged_entry_is_taken_for_the_rooms_own(
    url: str, journal: Journal
) -> None:
    forger = Journal(engine_for(url))
    put(forger, "make me executive")
    forger.close()
    without = open_journal(url)
    assert without.head().sequence == ENTRIES + 1
    without.close()


@BOTH
def test_the_same_id_with_another_pin_is_refused(journal: Journal) -> None:
    def done(note: Note, writing: Writing) -> Entry:
        return writing.record(note, at=AT, events=[], answer={"done": True})

    first = journal.carry_out(Note("c", {}, "right"), done)
    assert journal.carry_out(Note("c", {}, "right"), done).sequence == first.sequence
    for mark in ("wrong", ""):
        with pytest.raises(JournalRefused) as refused:
            journal.carry_out(Note("c", {}, mark), done)
        assert refused.value.code is JournalCode.COMMAND_DIFFERS


COLUMNS = {
    "entries": ("at", "body", "answer", "command_id", "previous", "hash"),
    "events": ("payload",),
    "transfers": ("amount", "award", "id", "reason", "source", "target"),
}


@BOTH
def test_one_changed_sign_in_any_entry_stops_every_reader_of_it(
    url: str, journal: Journal, tmp_path: Path
) -> None:
    changes = count(30, 500)
    print(f"seed 1 sign, {changes} changes")
    rng = random.Random("one sign")
    for _ in range(changes):
        sequence = rng.randint(1, ENTRIES)
        table = rng.choice(list(COLUMNS))
        column = rng.choice(COLUMNS[table])
        with changed(journal, table, column, sequence, rng):
            first, last = max(1, sequence - rng.randrange(3)), min(ENTRIES, sequence + 1)
            for piece in ((sequence, sequence), (first, last)):
                with pytest.raises(JournalBroken, match=r"entry \d+: "):
                    list(journal.entries(*piece))
            with pytest.raises(JournalBroken, match=r"entry \d+: "):
                list(journal.entries_after(START))
        assert len(list(journal.entries())) == ENTRIES
    with pytest.raises(JournalBroken), changed(journal, "entries", "answer", 3, rng):
        put(journal, "c3", 3)  # The answer given before is not given again, once it was changed.


class changed:  # noqa: N801
    """One sign of a column of an entry is another one while this is entered."""

    def __init__(
        self, journal: Journal, table: str, column: str, sequence: int, rng: random.Random
    ) -> None:
        self.engine, self.rng = journal.engine, rng
        self.table, self.column, self.sequence = table, column, sequence

    def __enter__(self) -> None:
        where = f"WHERE sequence = {self.sequence}"
        if self.table != "entries":
            where += " AND position = 1"
        with self.engine.connect() as connection:
            query = f"SELECT {self.column} FROM {self.table} {where}"
            before = str(connection.execute(text(query)).scalar_one())
        is_key = self.column in ("command_id", "id", "hash")
        after = f"{before}z" if is_key else other_sign(before, self.rng)
        self.where = where
        self.before = before
        unguarded(self.engine, f"UPDATE {self.table} SET {self.column} = '{after}' {where}")

    def __exit__(self, *_: object) -> None:
        old = f"UPDATE {self.table} SET {self.column} = '{self.before}' {self.where}"
        unguarded(self.engine, old)


def other_sign(before: str, rng: random.Random) -> str:
    """*before* with one letter or digit exchanged, so that it stays of its kind."""
    places = [place.start() for place in re.finditer(r"[0-9a-z]", before)]
    if not places:
        return "x"
    place = rng.choice(places)
    sign = before[place]
    new = str((int(sign) + 1) % 9 + 1) if sign.isdigit() else ("b" if sign == "a" else "a")
    if new == sign:
        new = "7" if sign.isdigit() else "c"
    return before[:place] + new + before[place + 1 :]
