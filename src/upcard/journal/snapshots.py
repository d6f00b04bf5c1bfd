"""Snapshots: a state at some entry, so that a start replays only what came after."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import DBAPIError

from upcard.journal.canonical import canonical
from upcard.journal.engines import reading
from upcard.journal.entries import Checkpoint, Payload
from upcard.journal.journals import Journal
from upcard.journal.readers import point_at
from upcard.journal.refusals import JournalCode, StartRefused
from upcard.journal.tables import SNAPSHOTS

KEPT: Final = 5
"""How many of the newest snapshots are kept; of older ones, one for each doubling of their age."""


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
    """Keep the newest for a start, and a few older ones that an audit goes on from."""
    every = select(SNAPSHOTS.c.sequence).order_by(SNAPSHOTS.c.sequence.desc())
    # A role of an earlier version may add to the table and not more.
    with suppress(DBAPIError), journal.engine.begin() as connection:
        kept = thinned(connection.scalars(every).all())
        connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.sequence.not_in(kept)))


def thinned(newest_first: Sequence[int]) -> list[int]:
    """
    Which snapshots stay: the last few, and one for each doubling of the age.

    However old a checkpoint is, some snapshot before it is not very much older.

    >>> thinned([9000, 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000])
    [9000, 8000, 7000, 6000, 5000, 1000]
    """
    recent, older = newest_first[:KEPT], newest_first[KEPT:]
    oldest = {(recent[0] - sequence).bit_length(): sequence for sequence in older}
    return [*recent, *sorted(oldest.values(), reverse=True)]


class StoredSnapshots:
    """
    Every snapshot of one form as it lies in the tables, for an audit to compare.

    All are read at once: who reads one while reading entries would wait for a writer who waits.
    """

    def __init__(self, journal: Journal, name: str) -> None:
        self._seals, self._name = journal.seals, name
        with reading(journal.engine) as connection:
            rows = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.name == name))
            self._rows = {row.sequence: row for row in rows}
        self.sequences = frozenset(self._rows)

    def text(self, sequence: int) -> str:
        """What the snapshot of an entry says."""
        return str(self._rows[sequence].payload)

    def is_sealed(self, point: Checkpoint) -> bool:
        """Whether the room made it; without the room's key only its text can be compared."""
        seals, row = self._seals, self._rows[point.sequence]
        if seals is None:
            return True
        return hmac.compare_digest(seals.of_snapshot(self._name, point, row.payload), row.seal)


def newest_name(journal: Journal, beginning: str) -> str | None:
    """The form of the newest snapshot whose name begins like that."""
    query = select(SNAPSHOTS.c.name).where(SNAPSHOTS.c.name.startswith(beginning))
    with reading(journal.engine) as connection:
        return connection.scalar(query.order_by(SNAPSHOTS.c.sequence.desc()).limit(1))


def latest_snapshot(journal: Journal, name: str, last: int | None = None) -> Snapshot | None:
    """
    The newest snapshot of that name, up to entry *last* if that is given.

    It is proved by its seal; one that was changed is refused.

    Nobody can read a snapshot without the key it was sealed with: to them it is as if it were not
    there.
    """
    if journal.seals is None:
        return None
    query = select(SNAPSHOTS).where(SNAPSHOTS.c.name == name)
    if last is not None:
        query = query.where(SNAPSHOTS.c.sequence <= last)
    with reading(journal.engine) as connection:
        row = connection.execute(query.order_by(SNAPSHOTS.c.sequence.desc()).limit(1)).first()
        if row is None:
            return None
        point = point_at(connection, row.sequence)
        seal = journal.seals.of_snapshot(name, point, row.payload)
    if not hmac.compare_digest(seal, row.seal):
        raise StartRefused(
            JournalCode.SNAPSHOT_BROKEN,
            f"this room did not make snapshot {name} at entry {row.sequence}: delete it with "
            "`upcard audit drop-snapshots`, and the room starts from its entries",
        )
    return Snapshot(name, point, json.loads(row.payload))
