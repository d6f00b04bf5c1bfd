"""Snapshots taken while a room is open, so that the next start is quick however long it ran."""

from __future__ import annotations

import threading
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from upcard.journal import JournalError
from upcard.journal.snapshots import Snapshot, save_snapshot
from upcard.room import room_snapshots
from upcard.room.rooms import Room


def save(room: Room) -> None:
    """Keep a snapshot of the room as it is."""
    state, point = room.as_of()
    data = room_snapshots.snapshot_data(state)
    save_snapshot(room.journal, Snapshot(room_snapshots.NAME, point, data))


class SnapshotSaver:
    """Watches a room and saves it once in a while, in a thread of its own."""

    def __init__(self, room: Room, saved: int) -> None:
        self._room, self._saved = room, saved
        self._busy = threading.Lock()
        self._thread: threading.Thread | None = None

    def __call__(self) -> None:
        """Something was recorded."""
        if self._room.sequence - self._saved < room_snapshots.EVERY:
            return
        if self._busy.acquire(blocking=False):
            self._thread = threading.Thread(target=self._save, name="saving", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Wait for a snapshot that is being taken; where much came after the last, take one."""
        if self._thread is not None:
            self._thread.join()
        if self._room.sequence - self._saved >= room_snapshots.EVERY_AT_END:
            with self._busy:
                self._take()

    def _save(self) -> None:
        try:
            self._take()
        finally:
            self._busy.release()

    def _take(self) -> None:
        self._saved = self._room.sequence
        # A snapshot is a convenience: where it cannot be kept, the journal still says it all.
        with suppress(SQLAlchemyError, JournalError):
            save(self._room)
