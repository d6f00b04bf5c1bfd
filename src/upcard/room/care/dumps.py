"""A PostgreSQL database as an archive of `pg_dump`, and such an archive read without a server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from sqlalchemy import Connection, Engine, Integer, MetaData, Table

from upcard.journal import JournalCode, StartRefused
from upcard.journal.engines import engine_for
from upcard.journal.migrations.steps import NEWEST, revisions, upgrade_in
from upcard.room.refusals import RoomRefusal, RoomRefused

ROWS: Final = 1000
"""How many rows are written at once."""
UNGUARDED: Final = {"foreign_keys": "OFF", "synchronous": "OFF"}
"""For a copy that is read once: an archive has its tables in the order of their names."""
_VERSION: Final = re.compile(r"\(PostgreSQL\) (?P<text>(?P<major>\d+)\S*)")
_TABLE: Final = re.compile(r'COPY (?:.+\.)?"?(?P<name>\w+)"? \((?P<columns>.+)\) FROM stdin;')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_REVISION: Final = "alembic_version"


def check_pg_dump(url: str) -> None:
    """Refuse a `pg_dump` that does not know everything that the server at *url* has."""
    engine = engine_for(url)
    try:
        with engine.connect() as connection:
            number = int(connection.exec_driver_sql("SHOW server_version_num").scalar_one())
    finally:
        engine.dispose()
    server = number // 10_000
    package = f"install it: apt-get install postgresql-client-{server}"
    if shutil.which("pg_dump") is None:
        raise _refused(f"pg_dump is not installed: {package}")
    said = subprocess.run(["pg_dump", "--version"], capture_output=True, text=True, check=False)
    found = _VERSION.search(said.stdout)
    if found is None:
        raise _refused(f"pg_dump does not run: {_last_line(said.stderr)}")
    if int(found["major"]) < server:
        raise _refused(
            f"pg_dump is version {found['text']} and the server is version {server}: pg_dump must "
            f"be as new as the server; {package}"
        )


def dump(url: str, target: Path) -> None:
    """
    Write the database at *url* to the file *target*, of one moment, while others write to it.

    The password goes to `pg_dump` in its environment: everybody can read a command line.
    """
    engine = engine_for(url)
    _, parameters = engine.dialect.create_connect_args(engine.url)
    address, environment = _without_password(parameters)
    target.touch(mode=0o600)
    words = ("--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", "--no-password")
    done = subprocess.run(
        ["pg_dump", *words, f"--file={target}", f"--dbname={address}"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise _refused(f"pg_dump could not copy the database: {_last_line(done.stderr)}")


def _without_password(parameters: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """An address for a command line, and the environment that has the password."""
    from psycopg.conninfo import make_conninfo

    if "sslpassword" in parameters:
        raise _refused(
            "the address has an sslpassword, which pg_dump would show to everybody here: "
            "use a key without a password that only the room's user can read"
        )
    shown = {name: parameters[name] for name in parameters if name not in ("password", "context")}
    secret = parameters.get("password")
    return make_conninfo(**shown), {**os.environ, **({"PGPASSWORD": secret} if secret else {})}


def _refused(message: str) -> RoomRefused:
    return RoomRefused(RoomRefusal.BACKUP_NOT_ALLOWED, message)


def _last_line(text: str) -> str:
    return next(reversed(text.strip().splitlines()), "it gave no reason")


@contextmanager
def loaded(archive: Path, scratch: Path) -> Iterator[Engine]:
    """What is in an archive as a SQLite database in the file *scratch*, at the same revision."""
    engine = engine_for(f"sqlite:///{scratch}", UNGUARDED)
    try:
        with engine.begin() as connection:
            upgrade_in(connection, _revision(archive))
            _load(archive, connection)
        yield engine
    finally:
        engine.dispose()


def _revision(archive: Path) -> str:
    with _rows(archive, f"--table={_REVISION}") as rows:
        found = [row["version_num"] for _, row in rows]
    if len(found) != 1 or found[0] not in revisions():
        raise StartRefused(
            JournalCode.SCHEMA_UNKNOWN,
            f"the archive is at revision {', '.join(map(str, found)) or 'none'}: this version "
            f"knows {', '.join(revisions())}, the newest of them {NEWEST}",
        )
    return str(found[0])


def _load(archive: Path, connection: Connection) -> None:
    known = MetaData()
    known.reflect(connection)
    tables = {name: table for name, table in known.tables.items() if name != _REVISION}
    for table in tables.values():
        connection.execute(table.delete())  # A migration may have written first rows.
    with _rows(archive) as rows:
        for table, some in _by_table(rows, tables):
            connection.execute(table.insert(), some)


def _by_table(
    rows: Iterator[tuple[str, dict[str, str | None]]], tables: dict[str, Table]
) -> Iterator[tuple[Table, list[dict[str, object]]]]:
    """Rows of one table at a time, not too many, as its columns have them."""
    here: Table | None = None
    some: list[dict[str, object]] = []
    for name, row in rows:
        table = tables.get(name)
        if some and here is not None and (table is not here or len(some) == ROWS):
            yield here, some
            some = []
        here = table
        if table is not None:
            some.append({key: _value(table, key, value) for key, value in row.items()})
    if some and here is not None:
        yield here, some


def _value(table: Table, column: str, value: str | None) -> int | str | None:
    is_number = isinstance(table.c[column].type, Integer)
    return int(value) if is_number and value is not None else value


@contextmanager
def _rows(archive: Path, *words: str) -> Iterator[Iterator[tuple[str, dict[str, str | None]]]]:
    """Every row of an archive, with the name of its table."""
    if shutil.which("pg_restore") is None:
        raise _refused("pg_restore is not installed: apt-get install postgresql-client")
    command = ["pg_restore", "--data-only", "--file=-", *words, str(archive)]
    with (
        TemporaryFile("w+") as told,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told, encoding="utf-8") as process,
    ):
        assert process.stdout is not None, "it was asked for"
        process.stdout.reconfigure(newline="\n")  # type: ignore[attr-defined]
        yield _read(process.stdout)
        if process.wait():
            told.seek(0)
            raise _refused(
                f"pg_restore cannot read {archive.name} ({_last_line(told.read())}): it must be as "
                "new as the pg_dump that wrote it",
            )


def _read(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, str | None]]]:
    """Rows as `pg_restore` writes them: a line for each, between COPY and `\\.`."""
    for line in lines:
        if found := _TABLE.match(line):
            columns = [name.strip().strip('"') for name in found["columns"].split(",")]
            for row in lines:
                if row == "\\.\n":
                    break
                yield found["name"], _row(columns, row.removesuffix("\n"))


def _row(columns: Sequence[str], line: str) -> dict[str, str | None]:
    r"""
    One row, by column.

    >>> _row(["a", "b", "c"], "1\t\\N\tx\\ny\\\\n")
    {'a': '1', 'b': None, 'c': 'x\ny\\n'}
    """
    values = [None if text == "\\N" else _plain(text) for text in line.split("\t")]
    return dict(zip(columns, values, strict=True))


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text)
