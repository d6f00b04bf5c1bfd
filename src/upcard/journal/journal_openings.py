"""Opening a journal: made if there is none, refused by name if it could not be trusted."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import OperationalError

from upcard.journal.database_settings import check_new, check_settings
from upcard.journal.engines import engine_for, reading
from upcard.journal.journals import Journal
from upcard.journal.migrations.steps import check_version, migrate
from upcard.journal.refusals import JournalCode, StartRefused
from upcard.journal.seals import Seals
from upcard.journal.verification import check_start


def check_database(url: str | URL) -> None:
    """Refuse a database in which no journal can be made, and change nothing there."""
    engine = engine_for(url)
    try:
        with reading(engine) as connection:
            check_new(connection)
    except OperationalError as error:
        if "does not exist" not in str(error.orig):
            raise
        name, role = engine.url.database, engine.url.username
        raise StartRefused(
            JournalCode.SETTING_WRONG,
            f"{str(error.orig).strip()}; as a superuser, make what is missing: `CREATE ROLE "
            f'"{role}" LOGIN;` and `CREATE DATABASE "{name}" OWNER "{role}";`',
        ) from error
    finally:
        engine.dispose()


def open_journal(
    url: str | URL,
    seals: Seals | None = None,
    *,
    pragmas: dict[str, str] | None = None,
    archive: Path | None = None,
) -> Journal:
    """
    The journal at *url*, made if there is none; refused, by name, if it could not be trusted.

    Settings, revision, the last entries of the chain, the head's seal and every balance are
    checked first.
    """
    engine = engine_for(url, pragmas)
    try:
        with reading(engine) as connection:
            check_settings(connection)
        migrate(engine)
        check_version(engine)
        with reading(engine) as connection:
            check_start(connection, seals)
    except BaseException:
        engine.dispose()
        raise
    return Journal(engine, seals, archive)
