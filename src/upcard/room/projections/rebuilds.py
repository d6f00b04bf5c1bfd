"""Rebuild facts from the journal, and compare them with the stored ones."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import zip_longest
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from upcard.journal import Entry, Journal, Seals
from upcard.journal.engines import engine_for, reading
from upcard.journal.entries import START, Fact, Name
from upcard.journal.facts import all_facts, drop_facts, fact_named, save_facts
from upcard.journal.readers import entries_between
from upcard.journal.tables import FACTS
from upcard.journal.transactions import take_turn
from upcard.room.events import RoomEvent
from upcard.room.projections.entry_facts import FORM, PROJECTED, project
from upcard.room.projections.kept_totals import totals_difference, write_totals
from upcard.room.projections.notebooks import FactChange
from upcard.room.projections.setup_facts import PARAMETERS, PLAYS
from upcard.room.room_records import day_of, events_of
from upcard.room.state import RoomState, apply_all

KEPT: Final = 20_000
"""How many facts are held in memory before they are written."""
Told = Callable[[int], None]


def has_facts(journal: Journal) -> bool:
    """Whether the facts of a journal are in the form that this program reads."""
    found = journal.fact(PROJECTED)
    return found is not None and json.loads(found.payload)["form"] == FORM


def rebuild_facts(journal: Journal, told: Told = lambda _: None) -> int:
    """Rebuild every fact of *journal*, or none; returns how many entries were read."""
    with journal.engine.begin() as connection:
        head = take_turn(connection, journal.seals)
        drop_facts(connection)
        projecting = Projecting(connection, journal.seals)
        state = RoomState()
        for entry in entries_between(connection, 1, head.sequence, START):
            before, events = state, events_of(entry)
            state = apply_all(state, events)
            projecting.take(entry, events, before, state)
            if entry.sequence % KEPT == 0:
                told(entry.sequence)
        projecting.write()
        write_totals(connection, journal.seals, head.sequence)
    return head.sequence


class FactsBeside:
    """Facts rebuilt separately from those of a journal, to compare the two."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="upcard-facts-")
        pragmas = {"journal_mode": "OFF", "synchronous": "OFF"}
        self._engine = engine_for(f"sqlite:///{Path(self._folder.name) / 'facts'}", pragmas)
        FACTS.metadata.create_all(self._engine, [FACTS])
        self._connection = self._engine.connect()
        self._transaction = self._connection.begin()
        self.projecting = Projecting(self._connection, None)

    def __enter__(self) -> FactsBeside:
        return self

    def __exit__(self, *_: object) -> None:
        self._transaction.close()
        self._connection.close()
        self._engine.dispose()
        self._folder.cleanup()

    def difference(self, journal: Journal, last: int) -> str:
        """The first fact up to an entry that is not the same; empty where all are."""
        self.projecting.write()
        with reading(journal.engine) as connection:
            kept = all_facts(connection, journal.seals)
            return _difference(all_facts(self._connection, None), kept, last) or totals_difference(
                self._connection, connection, journal.seals, last
            )


def _difference(made: Iterable[Fact], kept: Iterable[Fact], last: int) -> str:
    """The first fact that is not the same; what was written meanwhile is passed by."""
    for one, other in zip_longest(made, (fact for fact in kept if fact.sequence <= last)):
        if one != other:
            wrong = one or other
            kind, subject, number = wrong.name if wrong else PROJECTED
            what = "is missing" if other is None else "is not what the entries make"
            return f"the fact {kind} {subject} {number} {what}"
    return ""


class Projecting:
    """Entries on their way into a table of facts: the last facts in memory, the others there."""

    def __init__(self, connection: Connection, seals: Seals | None) -> None:
        self._connection, self._seals = connection, seals
        self._held: dict[Name, Fact] = {}
        self._fixed: dict[Name, Fact] = {}
        self._last: date | None = None

    def take(
        self, entry: Entry, events: Sequence[RoomEvent], before: RoomState, after: RoomState
    ) -> None:
        """Project the next entry, which makes *after* of *before*."""
        change = FactChange(
            sequence=entry.sequence,
            at=entry.at,
            day=day_of(entry, after),
            by=json.loads(entry.body).get("by", ""),
            events=events,
            before=before,
            after=after,
        )
        for fact in project(self._look, change, self._last):
            self._held[fact.name] = fact
            if fact.name.kind in (PLAYS, PARAMETERS):
                self._fixed[fact.name] = fact
        self._last = change.day
        if len(self._held) >= KEPT:
            self.write()

    def write(self) -> None:
        """Write what is held."""
        save_facts(self._connection, self._seals, self._held.values())
        self._held.clear()

    def _look(self, name: Name) -> Fact | None:
        found = self._held.get(name) or self._fixed.get(name)
        return found or fact_named(self._connection, self._seals, name)
