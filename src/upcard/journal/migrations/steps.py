"""Bringing the tables up to date: forward only, and never tables that a newer version made."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

from upcard import __version__
from upcard.journal.refusals import JournalCode, StartRefused

NEWEST: Final = "r0004"
LOCK: Final = 7_212_021
"""Any number: who holds it on PostgreSQL migrates, the others wait."""


def migrate(engine: Engine) -> None:
    """Bring the tables to the newest revision; several processes may try at once."""
    if version(engine) == NEWEST:
        return
    check_known(engine)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        upgrade_in(connection)


def version(engine: Engine) -> str | None:
    """The revision the tables are at; None for an empty database."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found


def revisions() -> dict[str, str]:
    """
    Every revision that this program knows, oldest first, and what it brings.

    >>> list(revisions())[0], revisions()["r0001"]
    ('r0001', 'entries and ledger')
    """
    stems = sorted(path.stem for path in (Path(__file__).parent / "versions").glob("r*.py"))
    return {stem.partition("_")[0]: stem.partition("_")[2].replace("_", " ") for stem in stems}


def pending(engine: Engine) -> dict[str, str]:
    """The revisions that the tables are still to be brought to, oldest first."""
    check_known(engine)
    found = version(engine) or ""
    return {name: title for name, title in revisions().items() if name > found}


def check_known(engine: Engine) -> None:
    """Refuse tables that a newer version of the program made."""
    found = version(engine)
    if found is not None and found not in revisions():
        raise StartRefused(
            JournalCode.SCHEMA_UNKNOWN,
            f"the database is at revision {found}: Upcard {__version__} knows revisions up to "
            f"{NEWEST}; a newer version made it: use that version, or restore an older backup",
        )


def check_version(engine: Engine) -> None:
    """Refuse tables that are not at the newest revision, as those do who must change nothing."""
    check_known(engine)
    found = version(engine)
    if found != NEWEST:
        raise StartRefused(
            JournalCode.SCHEMA_UNKNOWN,
            f"the database is at revision {found}: Upcard {__version__} reads {NEWEST}; upgrade it "
            "with `upcard room upgrade`",
        )


def upgrade_in(connection: Connection, to: str = "head") -> None:
    """Bring the tables to a revision, within a transaction that somebody else commits."""
    # Only here, because importing alembic takes longer than opening a journal.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)

    def steps(revision: str, _: object) -> object:
        return script._upgrade_revs(to, revision)

    # The environment is made here and not in an env.py: that file can only be run by alembic's own
    # command, and every module of this package can be imported.
    with EnvironmentContext(config, script, fn=steps, destination_rev=to) as environment:
        environment.configure(connection=connection)
        with environment.begin_transaction():
            environment.run_migrations()
