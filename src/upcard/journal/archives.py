"""Archives: entries of closed days in files that can be verified alone and read back."""

from __future__ import annotations

import hashlib
import hmac
import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from upcard.journal.canonical import canonical
from upcard.journal.entries import START, Checkpoint, Entry
from upcard.journal.refusals import JournalBroken, JournalCode, JournalRefused
from upcard.journal.seals import Seals
from upcard.journal.tables import ARCHIVES, ENTRIES, EVENTS
from upcard.plain import Decoded

PRESET: Final = 2
"""How hard a file is compressed: higher takes several times as long for a tenth less."""
OPTION: Final = "upcard_archive"
"""The execution option of an engine: the folder of the files."""


class Archive(NamedTuple):
    """One file: the entries of a gaming day, from its first to its last."""

    number: int
    first: int
    last: int
    hash: str
    """Of the last entry, so that the entries in the tables follow from it."""
    day: str
    file: str
    sha256: str

    @property
    def point(self) -> Checkpoint:
        """Its last entry's place in the chain."""
        return Checkpoint(self.last, self.hash)


_COLUMNS: Final = [ARCHIVES.c[name] for name in Archive._fields]


def archives_in(connection: Connection, seals: Seals | None = None) -> list[Archive]:
    """Every archive, oldest first; with *seals*, only if this room wrote them."""
    rows = connection.execute(select(*_COLUMNS, ARCHIVES.c.seal).order_by(ARCHIVES.c.number))
    found = []
    for row in rows:
        archive = Archive(*row[:-1])
        if seals is not None and not hmac.compare_digest(seals.of_archive(archive), row.seal):
            raise JournalBroken(
                JournalCode.CHAIN_BROKEN,
                f"this room did not list archive {archive.number} of {archive.day}",
            )
        found.append(archive)
    return found


def archived(connection: Connection) -> Checkpoint:
    """The last entry that is in an archive; the start where none is."""
    query = select(ARCHIVES.c.last, ARCHIVES.c.hash).order_by(ARCHIVES.c.number.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return Checkpoint(row.last, row.hash) if row else START


def archived_entries(connection: Connection, first: int, last: int) -> Iterator[Entry]:
    """The entries from *first* to *last* that are in archives, as the files tell them."""
    query = select(*_COLUMNS).where(ARCHIVES.c.last >= first, ARCHIVES.c.first <= last)
    for row in connection.execute(query.order_by(ARCHIVES.c.number)).all():
        archive = Archive(*row)
        folder = connection.get_execution_options().get(OPTION)
        path = Path(folder) / archive.file if folder else None
        if path is None or not path.is_file():
            raise JournalRefused(
                JournalCode.ARCHIVED,
                f"entries {archive.first} to {archive.last} ({archive.day}) are in the archive "
                f"{archive.file}, which is missing: put it back into the room's archive folder",
            )
        for entry in read_archive(path):
            if first <= entry.sequence <= last:
                yield entry
            elif entry.sequence > last:
                return


def write_archive(path: Path, lines: Iterable[str]) -> str:
    """Write a file, whole or not at all; its SHA-256."""
    beside = path.with_suffix(".new")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lzma.open(beside, "wt", preset=PRESET, encoding="ascii") as file:
        for line in lines:
            file.write(f"{line}\n")
    beside.chmod(0o600)
    beside.rename(path)
    return sha256_of(path)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_archive(path: Path) -> Iterator[Entry]:
    """The entries of a file; the reader checks them by the chain."""
    with lzma.open(path, "rt", encoding="ascii") as file:
        for line in file:
            data = json.loads(line)
            if data["kind"] == "entry":
                yield _entry(data)


def _entry(data: Decoded) -> Entry:
    content = data["content"]
    return Entry(
        sequence=data["sequence"],
        command_id=content["command_id"],
        at=content["at"],
        body=canonical(content["body"]),
        answer=canonical(content["answer"]),
        events=tuple(map(canonical, content["events"])),
        rows=tuple(content["transfers"]),
        previous=data["previous"],
        hash=data["hash"],
    )


def let_go(connection: Connection, seals: Seals | None, archive: Archive) -> None:
    """List *archive*, and take its entries and events out of the tables; the caller commits."""
    seal = seals.of_archive(archive) if seals else ""
    connection.execute(insert(ARCHIVES), {**archive._asdict(), "seal": seal})
    for table in (EVENTS, ENTRIES):
        is_in = table.c.sequence.between(archive.first, archive.last)
        connection.execute(delete(table).where(is_in))
