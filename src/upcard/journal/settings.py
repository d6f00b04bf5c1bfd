"""The settings without which an acknowledged entry could be lost, asserted by name at start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from upcard.journal.refusals import JournalCode, StartRefused

SQLITE: Final[dict[str, tuple[str, ...]]] = {
    "journal_mode": ("persist",),
    "synchronous": ("2",),
    "foreign_keys": ("1",),
    "trusted_schema": ("0",),
}
POSTGRESQL: Final[dict[str, tuple[str, ...]]] = {
    "fsync": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write"),
    "full_page_writes": ("on",),
    "data_checksums": ("on",),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the database: what it is, and what it may be."""

    name: str
    found: str
    allowed: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether it is as it must be."""
        return self.found in self.allowed


def settings(connection: Connection) -> list[Setting]:
    """Every setting that must be right, as *connection* has it."""
    if connection.dialect.name == "postgresql":
        query, required = "SHOW {}", POSTGRESQL
    else:
        query, required = "PRAGMA {}", SQLITE
    return [
        Setting(name, str(connection.exec_driver_sql(query.format(name)).scalar()), allowed)
        for name, allowed in required.items()
    ]


def check_settings(connection: Connection) -> None:
    """Refuse a database on which an acknowledged entry could be lost."""
    for setting in settings(connection):
        if not setting.is_right:
            raise StartRefused(
                JournalCode.SETTING_WRONG,
                f"{setting.name} is {setting.found}: it must be {' or '.join(setting.allowed)}",
            )
