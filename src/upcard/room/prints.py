"""Printing win pages: one that fails is recorded, and says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from upcard.room.devices import PrintFailed
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.rooms import Room

WHY_MAX: Final = 200


@contextmanager
def failures_recorded(room: Room, number: int, by: str) -> Iterator[None]:
    """While win page *number* is made and written: what goes wrong is a significant event."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        said = getattr(error, "strerror", None) or str(error) or type(error).__name__
        why = " ".join(said.split())[:WHY_MAX]
        room.note(PrintFailed(number, why, by))
        raise RoomRefused(
            RoomRefusal.PRINT_FAILED,
            f"win page {number} was not printed: {why}. The failure is recorded. Print the page "
            "again; it will say REPRINT.",
        ) from error
