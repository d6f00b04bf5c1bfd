"""Reading entries back, in order, each proved by the chain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, select

from upcard.journal.chains import Fault, broken, checked
from upcard.journal.entries import START, Checkpoint, Entry
from upcard.journal.seals import Seals
from upcard.journal.tables import ENTRIES, EVENTS, HEAD, TRANSFERS

CHUNK: Final = 500
TRANSFER_COLUMNS: Final = ("amount", "award", "id", "reason", "source", "target")


def head(connection: Connection, seals: Seals | None = None) -> Checkpoint:
    """The last entry's number and hash; with *seals*, only if this room wrote them."""
    row = connection.execute(select(HEAD.c.sequence, HEAD.c.hash, HEAD.c.seal)).one()
    point = Checkpoint(row.sequence, row.hash)
    if seals is not None:
        seals.check_head(point, row.seal)
    return point


def entry_of(connection: Connection, command_id: str) -> Entry | None:
    """The entry of a command, proved to be what its hash was made of."""
    query = select(ENTRIES).where(ENTRIES.c.command_id == command_id)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    before = point_at(connection, row.sequence - 1)
    (entry,) = entries_between(connection, row.sequence, row.sequence, before)
    return entry


def point_at(connection: Connection, sequence: int) -> Checkpoint:
    """The place of an entry in the chain, as it lies in the tables."""
    if sequence == START.sequence:
        return START
    hash_ = connection.scalar(select(ENTRIES.c.hash).where(ENTRIES.c.sequence == sequence))
    if hash_ is None:
        raise broken(Fault(sequence, "it is missing"))
    return Checkpoint(sequence, hash_)


def entries_between(
    connection: Connection, first: int, last: int, after: Checkpoint | None = None
) -> Iterator[Entry]:
    """
    The entries from *first* to *last*, both included, each proved by the chain.

    *after* is the entry before them, where it is known better than from the tables. The entry
    behind the last one must name it, so that nobody can exchange the last one alone.
    """
    if last < first:
        return
    start = after or point_at(connection, first - 1)
    end = Checkpoint(last, _named_after(connection, last))
    yield from checked(stored_entries(connection, first, last), start, end)


def _named_after(connection: Connection, sequence: int) -> str:
    """The hash of an entry as the entry behind it, or else the head, names it."""
    query = select(ENTRIES.c.previous).where(ENTRIES.c.sequence == sequence + 1)
    named = connection.scalar(query)
    if named is None:
        at = head(connection)
        named = at.hash if at.sequence == sequence else "nobody names it"
    return str(named)


def stored_entries(connection: Connection, first: int, last: int) -> Iterator[Entry]:
    """The entries from *first* to *last* as they lie in the tables, proved by nobody."""
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
