"""What a report says of its making: the software, the time, and the day's signed checkpoint."""

from __future__ import annotations

from datetime import date
from functools import cache

from upcard import __version__
from upcard.books.histories import Stamp
from upcard.journal import Journal
from upcard.room.integrity import software_hash
from upcard.witness.kept_checkpoints import closing_of


@cache
def package_hash() -> str:
    """
    The SHA-256 of the installed package: names and contents of its files, in one order.

    It is the hash that the room accepts its software by.

    >>> len(package_hash())
    64
    """
    return software_hash()


def stamp_of(journal: Journal, last: date, generated: str) -> Stamp:
    """The stamp of a report up to gaming day *last*, made at the time *generated*."""
    closing = closing_of(journal, last)
    return Stamp(
        version=__version__,
        package=package_hash(),
        generated=generated,
        checkpoint=f"{closing.short} (entry {closing.sequence})" if closing else "",
    )
