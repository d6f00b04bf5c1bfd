"""Moving closed days out of the database, into files that verify alone and are read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from sqlalchemy import delete, func, select

from upcard.journal import Checkpoint, Fault, Journal
from upcard.journal.archives import (
    Archive,
    archived,
    archives_in,
    let_go,
    read_archive,
    sha256_of,
    write_archive,
)
from upcard.journal.bundles import bundle_lines
from upcard.journal.chains import broken, checked
from upcard.journal.engines import reading
from upcard.journal.readers import stored_entries
from upcard.journal.tables import CHECKPOINTS, SNAPSHOTS
from upcard.journal.verification import derived_balances
from upcard.room.files import write_private
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.room_openings import ARCHIVE
from upcard.room.rooms import Room
from upcard.room.snapshot_saves import save
from upcard.witness import SignedCheckpoint
from upcard.witness.checkpoints import CheckpointReason

KEPT_ENTRIES: Final = 1000
"""How many of the last entries stay in the tables in any case: a start looks at them."""
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Archived:
    """What was moved."""

    days: tuple[str, ...]
    entries: int
    size: int
    """Of the files, in bytes."""


def days_to_archive(room: Room, before: date) -> list[SignedCheckpoint]:
    """The closings of the days before *before* that are still in the tables, oldest first."""
    query = select(CHECKPOINTS.c.payload).where(
        CHECKPOINTS.c.reason == CheckpointReason.DAY_CLOSED, CHECKPOINTS.c.day < before.isoformat()
    )
    with reading(room.journal.engine) as connection:
        last = archived(connection).sequence
        texts = connection.scalars(query.order_by(CHECKPOINTS.c.number)).all()
    found = [SignedCheckpoint.read(text) for text in texts]
    end = room.sequence - KEPT_ENTRIES
    return [point for point in found if last < point.sequence <= end]


def archive_days(room: Room, before: date, told: Told = lambda _: None) -> Archived:
    """
    Move every closed day before *before* into a file of its own, and check each before it leaves.

    The ledger, checkpoints and facts stay in the database: reports, meters and recall find them,
    and recall reads the entries of a round from the day's file.
    """
    days = days_to_archive(room, before)
    if not days:
        raise RoomRefused(
            RoomRefusal.NOTHING_TO_ARCHIVE,
            f"there is no closed day before {before} left in the database; the last "
            f"{KEPT_ENTRIES} entries always stay there",
        )
    save(room)  # A start must not need what leaves.
    entries = size = 0
    for closing in days:
        archive, bytes_ = _archived_day(room, closing)
        entries += archive.last - archive.first + 1
        size += bytes_
        told(f"{archive.day}: entries {archive.first} to {archive.last} in {archive.file}")
    _drop_old_snapshots(room.journal)
    return Archived(days=tuple(one.day for one in days), entries=entries, size=size)


def _archived_day(room: Room, closing: SignedCheckpoint) -> tuple[Archive, int]:
    journal, folder = room.journal, room.folder / ARCHIVE
    with reading(journal.engine) as connection:
        start = archived(connection)
        first, number = start.sequence + 1, len(archives_in(connection)) + 1
        entries = checked(stored_entries(connection, first, closing.sequence), start, closing.point)
        opening = derived_balances(connection, first)
        path = folder / f"{closing.day}-{first}.jsonl.xz"
        lines = bundle_lines(entries, first, closing.sequence, opening, is_whole=True)
        sha256 = write_archive(path, lines)
    write_private(path.with_suffix("").with_suffix(".checkpoint"), f"{closing.text}\n".encode())
    archive = Archive(number, first, closing.sequence, closing.hash, closing.day, path.name, sha256)
    _check_file(path, archive, start)
    with journal.engine.begin() as connection:
        let_go(connection, journal.seals, archive)
    return archive, path.stat().st_size


def _check_file(path: Path, archive: Archive, start: Checkpoint) -> None:
    """Read the file back: it must be whole, and lead from *start* to the day's closing."""
    if sha256_of(path) != archive.sha256:
        raise broken(Fault(archive.first, f"{path.name} differs from what was written"))
    for _ in checked(read_archive(path), start, archive.point):
        pass


def checked_archives(journal: Journal) -> Iterator[tuple[Archive, str]]:
    """Each archive with what is wrong with its file; empty where nothing is."""
    with reading(journal.engine) as connection:
        archives = archives_in(connection, journal.seals)
    for archive in archives:
        path = journal.archive / archive.file if journal.archive else None
        if path is None or not path.is_file():
            yield archive, "its file is missing"
        elif sha256_of(path) != archive.sha256:
            yield archive, "its file was changed"
        else:
            yield archive, ""


def _drop_old_snapshots(journal: Journal) -> None:
    """Snapshots of entries that have left say nothing that a start could go on from."""
    with journal.engine.begin() as connection:
        last = archived(connection).sequence
        newest = connection.scalar(select(func.max(SNAPSHOTS.c.sequence))) or 0
        if newest > last:
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.sequence <= last))
