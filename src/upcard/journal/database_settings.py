"""The settings without which an acknowledged entry could be lost, each with what puts it right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Row, text

from upcard.journal.refusals import JournalCode, StartRefused

SQLITE: Final[dict[str, tuple[str, ...]]] = {
    "journal_mode": ("persist",),
    "synchronous": ("2",),
    "foreign_keys": ("1",),
    "trusted_schema": ("0",),
}
POSTGRESQL: Final[dict[str, tuple[str, ...]]] = {
    "in_hot_standby": ("off",),
    "fsync": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write"),
    "full_page_writes": ("on",),
    "data_checksums": ("on",),
}
_FOUND: Final = text(
    "SELECT s.name, s.setting, s.source, current_user AS role, current_database() AS database, "
    "(SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder "
    "FROM pg_settings s WHERE s.name = ANY(:names)"
)
_NEW: Final = text(
    "SELECT pg_encoding_to_char(encoding) AS encoding, current_user AS role, "
    "current_database() AS database, coalesce(current_schema(), 'public') AS schema, "
    "current_schema() IS NOT NULL AND has_schema_privilege(current_schema(), 'CREATE') "
    "AS may_create FROM pg_database WHERE datname = current_database()"
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the database: what it is, what it may be, and what puts it right."""

    name: str
    found: str
    allowed: tuple[str, ...]
    remedy: str
    """How to put it right, with the command."""

    @property
    def is_right(self) -> bool:
        """Whether it is as it must be."""
        return self.found in self.allowed

    def __str__(self) -> str:
        return f"{self.name} is {self.found}: it must be {' or '.join(self.allowed)}; {self.remedy}"


def settings(connection: Connection) -> list[Setting]:
    """Every setting that must be right, as *connection* has it."""
    if connection.dialect.name == "postgresql":
        rows = {
            row.name: row for row in connection.execute(_FOUND, {"names": list(POSTGRESQL)}).all()
        }
        # Before PostgreSQL 14 there is no in_hot_standby.
        names = [name for name in POSTGRESQL if name in rows]
        return [
            Setting(name, rows[name].setting, POSTGRESQL[name], _remedy(rows[name]))
            for name in names
        ]
    remedy = "close every other program that has the database open, then run `upcard doctor`"
    return [
        Setting(name, str(connection.exec_driver_sql(f"PRAGMA {name}").scalar()), allowed, remedy)
        for name, allowed in SQLITE.items()
    ]


def _remedy(row: Row[tuple[str, ...]]) -> str:
    """The command that puts a setting of PostgreSQL right, by where it was set."""
    if row.name == "in_hot_standby":
        return (
            "this server is a standby: use the primary's address or, if the primary is lost for "
            "good, promote this one with `SELECT pg_promote();`"
        )
    if row.name == "data_checksums":
        return (
            f"stop the server, run `pg_checksums --enable --pgdata={row.folder or 'DATA-FOLDER'}` "
            "as its user, and start it again (a new data folder has them with "
            "`initdb --data-checksums`)"
        )
    match row.source:
        case "client":
            return f"remove {row.name} from the address or from PGOPTIONS; no restart is needed"
        case "command line":
            return (
                f"remove {row.name} from the options that start the server, and restart the server"
            )
        case "user":
            command = f'ALTER ROLE "{row.role}" RESET {row.name};'
        case "database":
            command = f'ALTER DATABASE "{row.database}" RESET {row.name};'
        case "database user":
            command = f'ALTER ROLE "{row.role}" IN DATABASE "{row.database}" RESET {row.name};'
        case _:
            command = f"ALTER SYSTEM SET {row.name} = on; SELECT pg_reload_conf();"
    return f"as a superuser, run `{command}`; no restart is needed"


def check_settings(connection: Connection) -> None:
    """Refuse a database on which an acknowledged entry could be lost; name all that is wrong."""
    _check(settings(connection))


def check_new(connection: Connection) -> None:
    """Refuse a database that no room can be made in, before anything is made."""
    found = settings(connection)
    if connection.dialect.name == "postgresql":
        found += _of_new(connection)
    _check(found)


def _of_new(connection: Connection) -> Iterator[Setting]:
    row = connection.execute(_NEW).one()
    yield Setting(
        "server_encoding",
        row.encoding,
        ("UTF8",),
        f'create another database: `CREATE DATABASE {row.database}_utf8 OWNER "{row.role}" '
        "ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;`",
    )
    yield Setting(
        f"the right of {row.role} to create tables in schema {row.schema}",
        "granted" if row.may_create else "missing",
        ("granted",),
        f"as a superuser, in this database, run `GRANT CREATE, USAGE ON SCHEMA {row.schema} TO "
        f'"{row.role}";`; no restart is needed',
    )


def _check(found: Iterable[Setting]) -> None:
    if wrong := [setting for setting in found if not setting.is_right]:
        raise StartRefused(JournalCode.SETTING_WRONG, ". ".join(map(str, wrong)))
