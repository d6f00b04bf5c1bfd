"""What asks the journal for an entry."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from upcard.journal.entries import Payload
from upcard.journal.refusals import JournalCode, JournalRefused

COMMAND_ID_MAX: Final = 200


class Asked(Protocol):
    """
    Anything that becomes an entry, once: the same id with the same body is the same thing.

    What it comes to is decided in its turn, when nobody else writes.
    """

    @property
    def id(self) -> str:
        """What it is known by when it is sent again."""

    @property
    def body(self) -> Payload:
        """What is recorded of it."""

    @property
    def mark(self) -> str:
        """A keyed fingerprint of what is secret in it; empty where nothing is."""


class Note(NamedTuple):
    """Something to record that is no order."""

    id: str
    body: Payload
    mark: str = ""


def check_command_id(command_id: str) -> None:
    """Refuse an id that could not be told apart or printed."""
    if not 1 <= len(command_id) <= COMMAND_ID_MAX or not command_id.isprintable():
        raise JournalRefused(
            JournalCode.COMMAND_ID_NOT_ALLOWED,
            f"command id is {command_id[:40]!r}: write 1 to {COMMAND_ID_MAX} printable characters",
        )
