"""Reading entries back, in order, each proved by the chain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from sqlalchemy import Connection, Table, select

from upcard.journal.archives import archived, archived_entries
from upcard.journal.chains import Fault, broken, checked
from upcard.journal.entries import START, Checkpoint, Entry
from upcard.journal.rows import Query, Stored, asked_together
from upcard.journal.seals import Seals
from upcard.journal.tables import ARCHIVES, ENTRIES, EVENTS, HEAD, TRANSFERS

CHUNK: Final = 1000
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
    if hash_ is not None:
        return Checkpoint(sequence, hash_)
    query = select(ARCHIVES.c.hash).where(ARCHIVES.c.last == sequence)
    if (ended := connection.scalar(query)) is not None:
        return Checkpoint(sequence, ended)
    for entry in archived_entries(connection, sequence, sequence):
        return entry.point
    raise broken(Fault(sequence, "it is missing"))


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
        if at.sequence == sequence:
            return at.hash
        named = "nobody names it"
        if sequence <= archived(connection).sequence:
            found = point_at(connection, sequence)
            after = archived_entries(connection, sequence + 1, sequence + 1)
            named = next((entry.previous for entry in after), found.hash)
    return str(named)


def stored_entries(
    connection: Connection, first: int, last: int, read: Sequence[list[Stored]] | None = None
) -> Iterator[Entry]:
    """
    The entries from *first* to *last* as they lie in the tables, proved by nobody.

    An audit reads millions of them, so the rows come from the driver as they are. *read* are the
    rows of the first piece, where somebody has asked for them already.
    """
    may_be_archived = True
    while first <= last:
        stop = min(first + CHUNK - 1, last)
        rows = read or asked_together(connection, stored_queries(first, stop))
        read = None
        is_there = bool(rows[0]) and rows[0][0][0] == first
        if may_be_archived and not is_there:
            may_be_archived, asked = False, first
            for entry in archived_entries(connection, first, last):
                yield entry
                first = entry.sequence + 1
            if first > asked:
                continue
        yield from _entries_in(*rows)
        first, may_be_archived = stop + 1, False


def stored_queries(first: int, last: int) -> tuple[Query, Query, Query]:
    """The queries for the rows of some entries: their own, their events, their transfers."""
    return (
        Query(_text(ENTRIES, _ENTRY_COLUMNS, "sequence"), (first, last)),
        Query(_text(EVENTS, _EVENT_COLUMNS, _PLACED), (first, last)),
        Query(_text(TRANSFERS, _MOVED_COLUMNS, _PLACED), (first, last)),
    )


def _entries_in(
    rows: Sequence[Stored], events: Sequence[Stored], transfers: Sequence[Stored]
) -> Iterator[Entry]:
    """The entries that were read with `stored_queries`."""
    told_by, moved_by = _Following(events), _Following(transfers)
    for sequence, command_id, at, body, answer, previous, hash_ in rows:
        told, are_numbered = told_by.of(sequence)
        money, are_all = moved_by.of(sequence)
        yield Entry(
            sequence,
            command_id,
            at,
            body,
            answer,
            tuple([one[2] for one in told]),
            tuple([dict(zip(TRANSFER_COLUMNS, one[2:], strict=True)) for one in money]),
            previous,
            hash_,
            are_numbered and are_all,
        )


_ENTRY_COLUMNS: Final = ("sequence", "command_id", "at", "body", "answer", "previous", "hash")
_EVENT_COLUMNS: Final = ("sequence", "position", "payload")
_MOVED_COLUMNS: Final = ("sequence", "position", *TRANSFER_COLUMNS)
_PLACED: Final = "sequence, position"


@cache
def _text(table: Table, columns: tuple[str, ...], order: str) -> str:
    named = ", ".join(f'"{name}"' for name in columns)
    return f"SELECT {named} FROM {table.name} WHERE sequence BETWEEN ? AND ? ORDER BY {order}"


class _Following:
    """Rows in the order of their entries, asked for entry by entry."""

    def __init__(self, rows: Sequence[Stored]) -> None:
        self._rows, self._next = rows, 0

    def of(self, sequence: int) -> tuple[Sequence[Stored], bool]:
        """The rows of an entry, and whether they are numbered from 1 without a gap."""
        rows, first = self._rows, self._next
        while first < len(rows) and rows[first][0] < sequence:
            first += 1
        end, is_numbered = first, True
        while end < len(rows) and rows[end][0] == sequence:
            end += 1
            is_numbered = is_numbered and rows[end - 1][1] == end - first
        self._next = end
        return rows[first:end], is_numbered
