"""Copy a whole journal to another database, and compare every row."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine, MetaData, Table, inspect, select, text

from upcard.journal.canonical import canonical
from upcard.journal.migrations.steps import check_version, upgrade_in
from upcard.journal.refusals import JournalCode, JournalRefused
from upcard.journal.seals import Seals
from upcard.journal.transactions import take_turn

ROWS: Final = 1000
"""How many rows are read and written at once."""
_NOT_COPIED: Final = "alembic_version"
"""The migrations write it."""
_TRIGGER_FUNCTIONS: Final = (
    "SELECT oid::regprocedure::text FROM pg_proc "
    "WHERE pronamespace = current_schema()::regnamespace AND prorettype = 'trigger'::regtype "
    "AND pg_get_userbyid(proowner) = current_user"
)


@dataclass(slots=True)
class Content:
    """What a table holds, in whatever order a database tells it."""

    rows: int = 0
    total: int = 0
    """The hashes of all rows, added up."""

    def add(self, row: dict[str, object]) -> None:
        """Count a row."""
        self.rows += 1
        hash_ = hashlib.sha256(canonical(row).encode()).digest()
        self.total = (self.total + int.from_bytes(hash_)) % 2**256


def is_empty(engine: Engine) -> bool:
    """Whether a database has no tables at all."""
    with engine.connect() as connection:
        return not inspect(connection).get_table_names()


def clear(engine: Engine) -> None:
    """
    Drop every table again that was created in an empty database.

    The functions that guard the tables go, too: with them there, the tables cannot be made again.
    """
    with engine.begin() as connection:
        known = MetaData()
        known.reflect(connection)
        known.drop_all(connection)
        if engine.dialect.name == "postgresql":
            for (name,) in connection.execute(text(_TRIGGER_FUNCTIONS)).all():
                connection.execute(text(f"DROP FUNCTION {name}"))


@contextmanager
def turn_held(engine: Engine, seals: Seals | None) -> Iterator[Connection]:
    """
    A connection that reads one moment and has the turn to write: nobody adds an entry meanwhile.

    Other writers wait; on SQLite for a minute, after which their order is not recorded.
    """
    check_version(engine)
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        take_turn(connection, seals)
        yield connection


def copy_tables(here: Connection, target: Engine) -> dict[str, int]:
    """
    Copy every table that *here* reads into the empty *target*; how many rows each has.

    All of it is one transaction: if it does not compare, it is as if it had never been there.
    """
    with target.begin() as there:
        upgrade_in(there)
        known = MetaData()
        known.reflect(there)
        tables = [table for table in known.sorted_tables if table.name != _NOT_COPIED]
        for table in reversed(tables):
            there.execute(table.delete())  # A migration may have written first rows.
        return {table.name: _copied(here, there, table) for table in tables}


def _copied(here: Connection, there: Connection, table: Table) -> int:
    read, written = Content(), Content()
    for rows in _pieces(here, table):
        there.execute(table.insert(), rows)
        for row in rows:
            read.add(row)
    for rows in _pieces(there, table):
        for row in rows:
            written.add(row)
    if written != read:
        raise JournalRefused(
            JournalCode.NOT_RECORDED,
            f"the {written.rows} rows of table {table.name} differ from the {read.rows} of the "
            "source: nothing was copied",
        )
    return read.rows


def _pieces(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    """The rows of a table, some at a time, in the order of its key."""
    query = select(table).order_by(*table.primary_key.columns)
    streamed = connection.execute(query, execution_options={"yield_per": ROWS})
    for piece in streamed.mappings().partitions(ROWS):
        yield [dict(row) for row in piece]
