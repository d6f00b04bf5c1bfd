"""Copy a room to another database, and prove that it is the same room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from upcard.journal import Checkpoint, Journal
from upcard.journal.copies import copy_tables, turn_held
from upcard.journal.engines import engine_for
from upcard.room.care.audits import Audit, audit_room
from upcard.room.care.backups import SEEDS, copy_file, room_files, state_digest
from upcard.room.care.empty_places import check_free, made_at
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.folds import folded
from upcard.room.keys import has_keys, keys_in
from upcard.room.recorded_rules import rules_to_record
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.room_openings import ARCHIVE, Place, no_room, open_room
from upcard.room.state import RoomState


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomCopy:
    """What was copied, and that both rooms are the same."""

    head: Checkpoint
    state: str
    """The digest of the room, folded from its first entry on: the same at both places."""
    rows: dict[str, int]
    """How many rows each table has."""
    files: int

    def as_data(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "entries": self.head.sequence,
            "head": self.head.hash,
            "state": self.state,
            "rows": self.rows,
            "files": self.files,
        }


@dataclass(frozen=True, slots=True)
class _Told:
    """What a room's journal tells: enough to say whether two are the same."""

    head: Checkpoint
    state: str
    balances: dict[str, int]


def copy_room(source: Place, target: Place) -> RoomCopy:
    """
    The room at *source*, whose tables are closed, put at *target*, where nothing is.

    Every table of the database is copied while nobody can write to the source; then the files of
    its folder, as a backup has them. The copy is then audited, compared and opened.
    """
    check_free(target)
    with _journal(source) as journal, turn_held(journal.engine, journal.seals) as here:
        _check_sound(journal)
        _check_at_rest(folded(journal.entries()))
        with made_at(target) as made:
            rows = _copy_database(here, made)
            files = room_files(source.folder)
            for path in files:
                copy_file(source.folder, made.folder, path)
            told = _check_same(journal, made)
            open_room(made, any_software=True).close()
    return RoomCopy(head=told.head, state=told.state, rows=rows, files=len(files))


@contextmanager
def _journal(place: Place) -> Iterator[Journal]:
    """The journal of a room, opened as it is."""
    if not place.exists:
        raise no_room(place)
    seals = keys_in(place.folder).seals if has_keys(place.folder) else None
    journal = Journal(engine_for(place.url), seals, place.folder / ARCHIVE)
    try:
        yield journal
    finally:
        journal.close()


def _check_sound(journal: Journal) -> None:
    """Refuse to carry on what is broken already."""
    if fault := audit_room(journal).fault:
        raise RoomRefused(
            RoomRefusal.ROOM_NOT_SOUND,
            f"the room is not sound: {fault}; change nothing, and run `upcard audit verify`",
        )


def _check_at_rest(state: RoomState) -> None:
    """Refuse a room in play, and one that this version has not upgraded."""
    if rules_to_record(state):
        raise RoomRefused(
            RoomRefusal.UPGRADE_NEEDED,
            "the room has an older version: run `upcard room upgrade` first",
        )
    for name, table in state.tables.items():
        if table.is_open or table.happened:
            what = f"open with dealer {table.dealer}" if table.is_open else "in mid-round"
            raise RoomRefused(
                RoomRefusal.ROOM_IN_PLAY,
                f"{name} is {what}: close every table and stop the server, then copy the room",
            )


def _copy_database(here: Connection, target: Place) -> dict[str, int]:
    engine = engine_for(target.url)
    try:
        return copy_tables(here, engine)
    finally:
        engine.dispose()


def _check_same(journal: Journal, target: Place) -> _Told:
    """The copy audited whole, and compared with the room that was copied."""
    with _journal(target) as copied:
        audit = audit_room(copied, vault=FileVault(target.folder / SEEDS))
        before, after = _told(journal), _told(copied)
    if audit.fault is not None or before != after:
        raise RoomRefused(
            RoomRefusal.BACKUP_BROKEN,
            f"do not use {target.folder}: {_difference(audit, before, after)}",
        )
    return after


def _told(journal: Journal) -> _Told:
    balances = {account: int(held) for account, held in journal.balances().items()}
    return _Told(journal.head(), state_digest(folded(journal.entries())), balances)


def _difference(audit: Audit, before: _Told, after: _Told) -> str:
    if audit.fault is not None:
        return str(audit.fault)
    if before.head != after.head:
        return f"its last entry is {after.head}, but {before.head} in the original"
    return "balances differ" if before.balances != after.balances else "its room differs"
