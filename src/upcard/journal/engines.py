"""Connections to SQLite and PostgreSQL, set up so that acknowledged entries are on disk."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url

SQLITE_PRAGMAS: Final = {
    "journal_mode": "PERSIST",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "trusted_schema": "OFF",
    # REPLACE must not slip past the triggers that refuse DELETE.
    "recursive_triggers": "ON",
}
BUSY_S: Final = 60.0
READS: Final = "upcard_reads"
"""The execution option of a connection that only reads: it does not queue up with the writers."""


def engine_for(url: str | URL, pragmas: dict[str, str] | None = None) -> Engine:
    """An engine on the database at *url*, with the settings that `settings.check` asks for."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        return _sqlite(address, {**SQLITE_PRAGMAS, **(pragmas or {})})
    return create_engine(address, pool_pre_ping=True, pool_size=4, max_overflow=16)


def reading(engine: Engine) -> Connection:
    """A connection for reading only: all it reads is of one moment, while others write."""
    if engine.dialect.name == "postgresql":
        return engine.connect().execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    return engine.connect().execution_options(**{READS: True})


def _sqlite(address: URL, pragmas: dict[str, str]) -> Engine:
    engine = create_engine(address, connect_args={"timeout": BUSY_S})

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, _: object) -> None:
        # The driver would begin transactions by itself, and too late.
        connection.isolation_level = None
        cursor = connection.cursor()
        for name, value in pragmas.items():
            cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        only_reads = connection.get_execution_options().get(READS)
        connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")

    return engine
