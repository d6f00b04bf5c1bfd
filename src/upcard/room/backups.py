"""A copy of a room while it is played in, checked whole, and a room made of it again."""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from upcard.journal import Journal, JournalError
from upcard.journal.canonical import canonical, digest
from upcard.journal.engines import engine_for
from upcard.journal.migrations.running import NEWEST, migrate, version
from upcard.plain import CodecError, read, written
from upcard.room.auditing import audit_room
from upcard.room.files import write_private
from upcard.room.folding import folded
from upcard.room.keys import has_keys, keys_in
from upcard.room.opening import DATABASE, TRAINING, Place
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.running import FOLDER as RUNNING
from upcard.room.shoes import FileVault
from upcard.room.snapshots import NAME, snapshot_data
from upcard.room.state import RoomState

SEEDS: Final = "seeds"
SUMMARY: Final = "backup.json"
LEFT_OUT: Final = frozenset(
    {DATABASE, f"{DATABASE}-journal", SUMMARY, TRAINING, "sessions.json", RUNNING}
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
    """One hash of everything the room knows; what lies face down is not in it."""
    return digest(canonical(snapshot_data(state)))


def back_up(place: Place, folder: Path) -> Backup:
    """
    Copy the room at *place* into an empty *folder*, of one moment, while others play in it.

    The seeds are copied after the database: a seed is there before its shoe is recorded.
    """
    if not place.is_sqlite:
        raise RoomRefused(
            RoomRefusal.BACKUP_NOT_ALLOWED,
            "the room is in PostgreSQL: copy it with the server's own tools, and the folder of "
            "seeds after it",
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise RoomRefused(
            RoomRefusal.BACKUP_NOT_ALLOWED, f"{folder} is not empty: name a new folder"
        )
    _copy_database(place.folder / DATABASE, folder / DATABASE)
    for path in room_files(place.folder):
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
            raise _broken(folder, f"{name} is not as it was copied")
    if hashes:
        raise _broken(folder, f"{min(hashes)} was not copied")
    if not _is_same(_found(folder), kept):
        raise _broken(folder, "its entries do not make the room that was copied")
    return kept


def _is_same(found: Backup, kept: Backup) -> bool:
    """Whether two say the same; states are compared where both were told in the same form."""
    if found.form != kept.form:
        found = replace(found, form=kept.form, state=kept.state)
    return found == kept


def restore(folder: Path, place: Place) -> Backup:
    """
    A copy put back at *place*, where no room is, checked before and after.

    Two people sign for it before it goes on: `RestoreRoom`.
    """
    check_free(place)
    backup = check_backup(folder)
    for name, _ in backup.files:
        copy_file(folder, place.folder, Path(name))
    if not _is_same(_found(place.folder, dict(backup.files)), backup):
        raise _broken(folder, "what was copied back is not the same")
    return backup


def check_free(place: Place) -> None:
    """Refuse to put a copy where something is."""
    if not place.is_sqlite or (place.folder.exists() and any(place.folder.iterdir())):
        raise RoomRefused(
            RoomRefusal.ROOM_EXISTS,
            f"{place.folder} is not empty: name a new folder, and keep what is broken",
        )


@contextmanager
def beside(place: Place) -> Iterator[Place]:
    """A place next to *place*, which becomes it if all goes well, and is gone if not."""
    new = Place.at(place.folder.with_name(f"{place.folder.name}.{secrets.token_hex(4)}"))
    try:
        yield new
        if place.folder.exists():
            place.folder.rmdir()  # It is empty.
        new.folder.rename(place.folder)
    finally:
        shutil.rmtree(new.folder, ignore_errors=True)


def room_files(folder: Path) -> list[Path]:
    """What belongs to a room beside its database: seeds, keys, printed pages, whatever it keeps."""
    paths = (path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file())
    return [path for path in paths if path.parts[0] not in LEFT_OUT]


def copy_file(source: Path, target: Path, path: Path) -> None:
    """One file of a room into another folder, where nobody but the room's user reads it."""
    (target / path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy2(source / path, target / path)
    (target / path).chmod(0o600)


def _broken(folder: Path, what: str) -> RoomRefused:
    return RoomRefused(RoomRefusal.BACKUP_BROKEN, f"{folder} is no good copy: {what}")


def _copy_database(source: Path, target: Path) -> None:
    """SQLite's own copy: all pages of one moment, also while others write."""
    target.touch(mode=0o600)
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=60)) as here,
        closing(sqlite3.connect(target)) as there,
    ):
        here.backup(there)


def _found(folder: Path, only: dict[str, str] | None = None) -> Backup:
    """What the files in *folder* hold, read from the first entry on."""
    seals = keys_in(folder).seals if has_keys(folder) else None
    try:
        with _readable(folder / DATABASE) as engine:
            journal = Journal(engine, seals)
            vault = FileVault(folder / SEEDS)
            audit = audit_room(journal, with_snapshots=False, vault=vault)
            if audit.fault is not None:
                raise _broken(folder, str(audit.fault))
            state = folded(journal.entries())
    except (JournalError, DatabaseError, OSError, CodecError) as error:
        raise _broken(folder, str(error)) from error
    return Backup(
        form=NAME,
        sequence=audit.head.sequence,
        head=audit.head.hash,
        state=state_digest(state),
        files=tuple(pair for pair in _hashes(folder) if only is None or pair[0] in only),
        seeds=audit.seeds,
    )


@contextmanager
def _readable(database: Path) -> Iterator[Engine]:
    """The tables as this version knows them: of an earlier one, in a copy that is gone again."""
    with TemporaryDirectory() as scratch:
        engine = engine_for(f"sqlite:///{database}")
        try:
            if version(engine) != NEWEST:
                engine.dispose()
                _copy_database(database, Path(scratch) / DATABASE)
                engine = engine_for(f"sqlite:///{Path(scratch) / DATABASE}")
                migrate(engine)
            yield engine
        finally:
            engine.dispose()


def _hashes(folder: Path) -> list[tuple[str, str]]:
    return [
        (path.as_posix(), hashlib.sha256((folder / path).read_bytes()).hexdigest())
        for path in (Path(DATABASE), *room_files(folder))
    ]


def backup_record(backup: Backup) -> dict[str, Any]:
    """A copy as it is told: how far it goes, and what it makes."""
    return {
        "entries": backup.sequence,
        "head": backup.head,
        "state": backup.state,
        "files": len(backup.files),
        "seeds": list(backup.seeds),
    }
