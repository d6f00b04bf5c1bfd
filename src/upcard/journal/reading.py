"""Reading entries back, in order, as they lie in the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, select

from upcard.journal.entries import Checkpoint, Entry
from upcard.journal.tables import ENTRIES, EVENTS, HEAD, TRANSFERS

CHUNK: Final = 500
TRANSFER_COLUMNS: Final = ("amount", "award", "id", "reason", "source", "target")


def head(connection: Connection) -> Checkpoint:
    """The last entry's number and hash, as the head says."""
    row = connection.execute(select(HEAD.c.sequence, HEAD.c.hash)).one()
    return Checkpoint(row.sequence, row.hash)


def entry_of(connection: Connection, command_id: str) -> Entry | None:
    """The entry of a command."""
    query = select(ENTRIES).where(ENTRIES.c.command_id == command_id)
    row = connection.execute(query).one_or_none()
    return next(_entries(connection, [row]), None) if row else None


def entries_between(connection: Connection, first: int, last: int) -> Iterator[Entry]:
    """The entries from *first* to *last*, both included."""
    for start in range(first, last + 1, CHUNK):
        stop = min(start + CHUNK - 1, last)
        query = select(ENTRIES).where(ENTRIES.c.sequence.between(start, stop))
        rows = connection.execute(query.order_by(ENTRIES.c.sequence)).all()
        yield from _entries(connection, rows)


def _entries(connection: Connection, rows: Any) -> Iterator[Entry]:
    rows = list(rows)
    if not rows:
        return
    low, high = rows[0].sequence, rows[-1].sequence
    events = _by_sequence(connection, select(EVENTS), low, high)
    transfers = _by_sequence(connection, select(TRANSFERS), low, high)
    for row in rows:
        yield Entry(
            sequence=row.sequence,
            command_id=row.command_id,
            at=row.at,
            body=row.body,
            answer=row.answer,
            events=tuple(event.payload for event in events[row.sequence]),
            rows=tuple(_transfer_row(one) for one in transfers[row.sequence]),
            is_numbered=_is_numbered(events[row.sequence])
            and _is_numbered(transfers[row.sequence]),
            previous=row.previous,
            hash=row.hash,
        )


def _transfer_row(row: Row[Any]) -> dict[str, Any]:
    return {name: row._mapping[name] for name in TRANSFER_COLUMNS}


def _is_numbered(rows: list[Row[Any]]) -> bool:
    return [row.position for row in rows] == list(range(1, len(rows) + 1))


def _by_sequence(
    connection: Connection, query: Select[Any], low: int, high: int
) -> dict[int, list[Row[Any]]]:
    columns = query.selected_columns
    query = query.where(columns.sequence.between(low, high))
    found: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(query.order_by(columns.sequence, columns.position)):
        found[row.sequence].append(row)
    return found
