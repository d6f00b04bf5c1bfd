"""Snapshots: a state at some entry, so that a start replays only what came after."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from upcard.journal.canonical import canonical, digest
from upcard.journal.engines import reading
from upcard.journal.entries import Payload
from upcard.journal.journals import Journal
from upcard.journal.refusals import JournalCode, JournalRefused, StartRefused
from upcard.journal.tables import ENTRIES, SNAPSHOTS


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a state was after an entry."""

    name: str
    sequence: int
    payload: Payload


def save_snapshot(journal: Journal, snapshot: Snapshot) -> None:
    """Keep *snapshot*, sealed with the hash of its entry; one that is there already stays."""
    text = canonical(snapshot.payload)
    with journal.engine.begin() as connection:
        seal = _seal(connection, snapshot.name, snapshot.sequence, text)
        key = (SNAPSHOTS.c.name == snapshot.name, SNAPSHOTS.c.sequence == snapshot.sequence)
        if connection.scalar(select(SNAPSHOTS.c.sequence).where(*key)) is None:
            row = {"name": snapshot.name, "sequence": snapshot.sequence}
            connection.execute(insert(SNAPSHOTS), {**row, "payload": text, "seal": seal})


def latest_snapshot(journal: Journal, name: str) -> Snapshot | None:
    """The newest snapshot of that name; one that was changed is refused."""
    query = select(SNAPSHOTS).where(SNAPSHOTS.c.name == name)
    with reading(journal.engine) as connection:
        row = connection.execute(query.order_by(SNAPSHOTS.c.sequence.desc()).limit(1)).first()
        if row is None:
            return None
        if _seal(connection, name, row.sequence, row.payload) != row.seal:
            raise StartRefused(
                JournalCode.SNAPSHOT_BROKEN,
                f"snapshot {name} at entry {row.sequence} is not what was sealed: "
                "replay the journal from the start",
            )
        return Snapshot(name, row.sequence, json.loads(row.payload))


def _seal(connection: Connection, name: str, sequence: int, text: str) -> str:
    query = select(ENTRIES.c.hash).where(ENTRIES.c.sequence == sequence)
    hash_ = connection.scalar(query)
    if hash_ is None:
        raise JournalRefused(
            JournalCode.SEQUENCE_UNKNOWN, f"entry {sequence} is not there: nothing to snapshot"
        )
    return digest(canonical([name, sequence, hash_, digest(text) if text.isascii() else text]))
