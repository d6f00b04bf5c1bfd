"""Opening a journal: made if there is none, refused by name if it could not be trusted."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from upcard.journal.engines import engine_for, reading
from upcard.journal.journals import Journal
from upcard.journal.migrations.running import check_version, migrate
from upcard.journal.seals import Seals
from upcard.journal.settings import check_settings
from upcard.journal.verifying import check_start


def open_journal(
    url: str | URL, seals: Seals | None = None, *, pragmas: dict[str, str] | None = None,
    archive: Path | None = None,
) -> Journal:  # fmt: skip
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
