"""Bringing the tables up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, inspect, text

from upcard.journal.refusals import JournalCode, StartRefused

NEWEST: Final = "r0003"
_LOCK: Final = 7_212_021
"""Any number: who holds it on PostgreSQL migrates, the others wait."""


def migrate(engine: Engine) -> None:
    """Bring the tables to the newest revision; several processes may try at once."""
    if version(engine) == NEWEST:
        return
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        _upgrade(connection)


def version(engine: Engine) -> str | None:
    """The revision the tables are at; None for an empty database."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return found


def check_version(engine: Engine) -> None:
    """Refuse tables of another revision than this program knows."""
    found = version(engine)
    if found != NEWEST:
        raise StartRefused(
            JournalCode.SCHEMA_UNKNOWN,
            f"the journal's tables are at revision {found}: this program knows {NEWEST}",
        )


def _upgrade(connection: Connection) -> None:
    # Only here, because importing alembic takes longer than opening a journal.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)

    def steps(revision: Any, _: Any) -> Any:
        return script._upgrade_revs("head", revision)

    # The environment is made here and not in an env.py: that file can only be run by alembic's own
    # command, and every module of this package can be imported.
    with EnvironmentContext(config, script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection)
        with environment.begin_transaction():
            environment.run_migrations()
