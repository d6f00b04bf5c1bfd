"""Hearing of entries that other processes write."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from sqlalchemy import Connection

from upcard.journal.journals import Journal

CHANNEL: Final = "upcard_journal"
POLL_S: Final = 0.05


class Listener(Protocol):
    """Somebody who waits for the next entry."""

    def wait(self, after: int, timeout_s: float) -> int:
        """The last entry's number: once it is more than *after*, or when the time is up."""


@contextmanager
def listening(journal: Journal) -> Iterator[Listener]:
    """Listen to *journal*: PostgreSQL tells, SQLite is asked again and again."""
    if journal.engine.dialect.name != "postgresql":
        yield _Asking(journal)
        return
    with journal.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        yield _Told(journal, connection)
        connection.invalidate()


class _Told:
    def __init__(self, journal: Journal, connection: Connection) -> None:
        self._journal, self._connection = journal, connection
        self._is_sure = False
        """Whether everything up to now is known; notices from before we listened are lost."""

    def wait(self, after: int, timeout_s: float) -> int:
        if not self._is_sure and (last := self._journal.head().sequence) > after:
            return last
        self._is_sure = True
        driver = self._connection.connection.driver_connection
        assert driver is not None
        for notice in driver.notifies(timeout=timeout_s):
            if int(notice.payload) > after:
                return int(notice.payload)
        self._is_sure = False  # Nothing for a while: ask, in case a word was lost.
        return after


class _Asking:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def wait(self, after: int, timeout_s: float) -> int:
        until = time.monotonic() + timeout_s
        while True:
            last = self._journal.head().sequence
            if last > after or time.monotonic() >= until:
                return last
            time.sleep(POLL_S)
