"""Back a room up during play, check the backup, and restore it."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from upcard.journal import Journal, JournalError
from upcard.journal.canonical import canonical, digest
from upcard.journal.copies import copy_tables
from upcard.journal.engines import engine_for, reading
from upcard.journal.migrations.steps import NEWEST, migrate, version
from upcard.plain import CodecError, read, written
from upcard.room.care.audits import audit_room
from upcard.room.care.dumps import check_pg_dump, dump, loaded
from upcard.room.care.empty_places import made_at
from upcard.room.device_watches import FOLDER as HEARD
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.files import write_private
from upcard.room.folds import folded
from upcard.room.keys import has_keys, keys_in
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.room_checkpoints import OWN_FOLDER
from upcard.room.room_openings import ARCHIVE, DATABASE, TRAINING, Place
from upcard.room.room_snapshots import NAME, snapshot_data
from upcard.room.running_servers import FOLDER as RUNNING
from upcard.room.state import RoomState

SEEDS: Final = "seeds"
SUMMARY: Final = "backup.json"
DUMP: Final = "room.pgdump"
DATABASES: Final = (DATABASE, DUMP)
"""The database in a copy: a SQLite file, or what `pg_dump` wrote."""
LEFT_OUT: Final = frozenset(
    {
        *DATABASES,
        f"{DATABASE}-journal",
        SUMMARY,
        TRAINING,
        "sessions",
        "sessions.json",
        RUNNING,
        HEARD,
    }
)
"""What is copied in another way, or not at all: no sessions and no servers are restored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """What a copy holds: the last entry in it, the state it makes, and each file's SHA-256."""

    sequence: int
    head: str
    state: str
    """The digest of the room, folded from its first entry on."""
    files: tuple[tuple[str, str], ...]
    seeds: tuple[str, ...] = ()
    """Seeds of shoes on the tables that are lost or wrong: the copy is good, those tables stop."""
    form: str = ""
    """What the digest was made of: another version may know more of a room, or say it otherwise."""


def state_digest(state: RoomState) -> str:
    """One hash of everything the room knows, except face-down cards."""
    return digest(canonical(snapshot_data(state)))


def back_up(place: Place, folder: Path) -> Backup:
    """
    Copy the room at *place* into an empty *folder*, of one moment, while others play in it.

    The room's own checkpoints are copied before the database, so that none is of an entry that
    the copy does not have; seeds after it, because a seed is there before its shoe is recorded.
    """
    if folder.exists() and any(folder.iterdir()):
        raise RoomRefused(
            RoomRefusal.BACKUP_NOT_ALLOWED, f"{folder} is not empty: name a new folder"
        )
    if not place.is_sqlite:
        check_pg_dump(place.url)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in room_files(place.folder):
        if path.parts[0] == OWN_FOLDER:
            copy_file(place.folder, folder, path)
    if place.is_sqlite:
        _copy_database(place.folder / DATABASE, folder / DATABASE)
    else:
        dump(place.url, folder / DUMP)
    for path in room_files(place.folder):
        if path.parts[0] != OWN_FOLDER:
            copy_file(place.folder, folder, path)
    backup = _found(folder)
    summary = json.dumps(written(backup), indent=1) + "\n"
    write_private(folder / SUMMARY, summary.encode())
    return backup


def check_backup(folder: Path) -> Backup:
    """What a copy holds, if every file is as it was and the journal makes the same room."""
    try:
        kept: Backup = read(json.loads((folder / SUMMARY).read_text("utf-8")), Backup)
    except (OSError, ValueError, CodecError) as error:
        raise _broken(folder, f"{SUMMARY} cannot be read ({error})") from None
    hashes = dict(_hashes(folder))
    for name, expected in kept.files:
        if hashes.pop(name, None) != expected:
            raise _broken(folder, f"{name} has changed since it was copied")
    if hashes:
        raise _broken(folder, f"{min(hashes)} was not copied")
    if not _is_same(_found(folder), kept):
        raise _broken(folder, "its entries do not make the same room")
    return kept


def _is_same(found: Backup, kept: Backup) -> bool:
    """Whether two summaries agree; states are compared if both have the same form."""
    if found.form != kept.form:
        found = replace(found, form=kept.form, state=kept.state)
    return found == kept


def restore(folder: Path, place: Place) -> Backup:
    """
    A copy put back at *place*, where nothing is, checked before and after.

    Two people sign for it before it goes on: `RestoreRoom`.
    """
    with made_at(place) as new:
        return put_back(folder, new)


def put_back(folder: Path, place: Place) -> Backup:
    """The same at a place created for it."""
    backup = check_backup(folder)
    for name, _ in backup.files:
        if name not in DATABASES:
            copy_file(folder, place.folder, Path(name))
    if place.is_sqlite and (folder / DATABASE).exists():
        copy_file(folder, place.folder, Path(DATABASE))
    else:
        _copy_rows(folder, place)
    if not _is_same(_found_at(place, backup), backup):
        raise _broken(folder, "the restored room differs")
    return backup


def _copy_rows(folder: Path, place: Place) -> None:
    """Every row of a copy into a database whose tables this version makes."""
    target = engine_for(place.url)
    try:
        with _readable(folder) as engine, reading(engine) as here:
            copy_tables(here, target)
    finally:
        target.dispose()


def room_files(folder: Path) -> list[Path]:
    """What belongs to a room beside its database: seeds, keys, printed pages, whatever it keeps."""
    paths = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    return [path for path in paths if path.parts[0] not in LEFT_OUT]


def copy_file(source: Path, target: Path, path: Path) -> None:
    """Copy one file of a room to another folder, where only the room's user can read it."""
    (target / path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy2(source / path, target / path)
    (target / path).chmod(0o600)


def _broken(folder: Path, what: str) -> RoomRefused:
    return RoomRefused(RoomRefusal.BACKUP_BROKEN, f"{folder} is not a good backup: {what}")


def _copy_database(source: Path, target: Path) -> None:
    """SQLite's own copy: all pages of one moment, also while others write."""
    target.touch(mode=0o600)
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=60)) as here,
        closing(sqlite3.connect(target)) as there,
    ):
        here.backup(there)


def _found(folder: Path) -> Backup:
    """What a copy holds, read from the first entry on."""
    with _faults_told(folder), _readable(folder) as engine:
        return _told(engine, folder, _hashes(folder))


def _found_at(place: Place, backup: Backup) -> Backup:
    """What was put back at *place*; a database of another kind than the copy's has no hash."""
    copied = dict(backup.files)
    hashes = {name: one for name, one in copied.items() if name in DATABASES}
    hashes |= {name: one for name, one in _hashes(place.folder) if name in copied}
    files = [(name, hashes[name]) for name in copied if name in hashes]
    with _faults_told(place.folder):
        if place.is_sqlite:
            with _readable(place.folder) as engine:
                return _told(engine, place.folder, files)
        engine = engine_for(place.url)
        try:
            return _told(engine, place.folder, files)
        finally:
            engine.dispose()


def _told(engine: Engine, folder: Path, files: Iterable[tuple[str, str]]) -> Backup:
    """What a database and the files in *folder* make."""
    seals = keys_in(folder).seals if has_keys(folder) else None
    journal = Journal(engine, seals, folder / ARCHIVE)
    audit = audit_room(journal, with_snapshots=False, vault=FileVault(folder / SEEDS))
    if audit.fault is not None:
        raise _broken(folder, str(audit.fault))
    return Backup(
        form=NAME,
        sequence=audit.head.sequence,
        head=audit.head.hash,
        state=state_digest(folded(journal.entries())),
        files=tuple(files),
        seeds=audit.seeds,
    )


@contextmanager
def _faults_told(folder: Path) -> Iterator[None]:
    try:
        yield
    except (JournalError, DatabaseError, OSError, CodecError) as error:
        raise _broken(folder, str(error)) from error


@contextmanager
def _readable(folder: Path) -> Iterator[Engine]:
    """A copy's tables as this version knows them; if that takes changes, in a scratch copy."""
    with TemporaryDirectory() as name:
        scratch = Path(name) / DATABASE
        if not (folder / DATABASE).exists() and (folder / DUMP).exists():
            with loaded(folder / DUMP, scratch) as engine:
                migrate(engine)
                yield engine
            return
        engine = engine_for(f"sqlite:///{folder / DATABASE}")
        try:
            if version(engine) != NEWEST:
                engine.dispose()
                _copy_database(folder / DATABASE, scratch)
                engine = engine_for(f"sqlite:///{scratch}")
                migrate(engine)
            yield engine
        finally:
            engine.dispose()


def _hashes(folder: Path) -> list[tuple[str, str]]:
    databases = [Path(name) for name in DATABASES if (folder / name).exists()]
    return [(path.as_posix(), _hash(folder / path)) for path in (*databases, *room_files(folder))]


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def backup_record(backup: Backup) -> dict[str, object]:
    """The summary of a backup: its last entry, and the room it makes."""
    return {
        "entries": backup.sequence,
        "head": backup.head,
        "state": backup.state,
        "files": len(backup.files),
        "seeds": list(backup.seeds),
    }
