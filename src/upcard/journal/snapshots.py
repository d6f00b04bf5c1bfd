"""Snapshots: a state at some entry, so that a start replays only what came after."""

from __future__ import annotations

import hmac
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.exc import DBAPIError

from upcard.journal.canonical import canonical
from upcard.journal.engines import reading
from upcard.journal.entries import Checkpoint, Payload
from upcard.journal.journals import Journal
from upcard.journal.reading import point_at
from upcard.journal.refusals import JournalCode, StartRefused
from upcard.journal.tables import SNAPSHOTS

KEPT: Final = 5
"""How many snapshots are kept."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a state was after an entry."""

    name: str
    point: Checkpoint
    """The entry it is of; its hash is sealed with the rest."""
    payload: Payload


def save_snapshot(journal: Journal, snapshot: Snapshot) -> None:
    """Keep *snapshot*, sealed with the room's key; a journal without a key keeps none."""
    if journal.seals is None:
        return
    text = canonical(snapshot.payload)
    row = {"name": snapshot.name, "sequence": snapshot.point.sequence, "payload": text}
    row["seal"] = journal.seals.of_snapshot(snapshot.name, snapshot.point, text)
    key = (SNAPSHOTS.c.name == row["name"], SNAPSHOTS.c.sequence == row["sequence"])
    with journal.engine.begin() as connection:
        if connection.scalar(select(SNAPSHOTS.c.sequence).where(*key)) is None:
            connection.execute(insert(SNAPSHOTS), row)
    _drop_old(journal)


def _drop_old(journal: Journal) -> None:
    """Keep the newest snapshots alone: a start takes the last one, and an audit compares a few."""
    newest = select(SNAPSHOTS.c.sequence).order_by(SNAPSHOTS.c.sequence.desc()).limit(KEPT)
    # A role of an earlier version may add to the table and not more.
    with suppress(DBAPIError), journal.engine.begin() as connection:
        kept = connection.scalars(newest).all()
        connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.sequence < min(kept)))


class StoredSnapshots:
    """Every snapshot of one form as it lies in the tables, for an audit to compare."""

    def __init__(self, journal: Journal, name: str) -> None:
        self._journal, self._name = journal, name
        query = select(SNAPSHOTS.c.sequence).where(SNAPSHOTS.c.name == name)
        with reading(journal.engine) as connection:
            self.sequences = frozenset(connection.scalars(query))

    def text(self, sequence: int) -> str:
        """What the snapshot of an entry says."""
        return str(self._row(sequence).payload)

    def is_sealed(self, point: Checkpoint) -> bool:
        """Whether the room made it; without the room's key only its text can be compared."""
        seals, row = self._journal.seals, self._row(point.sequence)
        if seals is None:
            return True
        return hmac.compare_digest(seals.of_snapshot(self._name, point, row.payload), row.seal)

    def _row(self, sequence: int) -> Row[Any]:
        key = (SNAPSHOTS.c.name == self._name, SNAPSHOTS.c.sequence == sequence)
        with reading(self._journal.engine) as connection:
            return connection.execute(select(SNAPSHOTS).where(*key)).one()


def newest_name(journal: Journal, beginning: str) -> str | None:
    """The form of the newest snapshot whose name begins like that."""
    query = select(SNAPSHOTS.c.name).where(SNAPSHOTS.c.name.startswith(beginning))
    with reading(journal.engine) as connection:
        return connection.scalar(query.order_by(SNAPSHOTS.c.sequence.desc()).limit(1))


def latest_snapshot(journal: Journal, name: str) -> Snapshot | None:
    """
    The newest snapshot of that name, proved by its seal; one that was changed is refused.

    Nobody can read a snapshot without the key it was sealed with: to them it is as if it were not
    there.
    """
    if journal.seals is None:
        return None
    query = select(SNAPSHOTS).where(SNAPSHOTS.c.name == name)
    with reading(journal.engine) as connection:
        row = connection.execute(query.order_by(SNAPSHOTS.c.sequence.desc()).limit(1)).first()
        if row is None:
            return None
        point = point_at(connection, row.sequence)
        seal = journal.seals.of_snapshot(name, point, row.payload)
    if not hmac.compare_digest(seal, row.seal):
        raise StartRefused(
            JournalCode.SNAPSHOT_BROKEN,
            f"snapshot {name} at entry {row.sequence} was not made by this room: drop it with "
            "`upcard audit drop-snapshots`, and the room starts from its entries",
        )
    return Snapshot(name, point, json.loads(row.payload))
