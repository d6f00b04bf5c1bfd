"""What the display of a progressive gets, as plain data for the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from upcard.money import Cents
from upcard.room.events import RoomKind
from upcard.screens.frame_types import LevelView


class JackpotLevel(LevelView):
    """A meter on the display of its progressive."""

    hands: Sequence[str]
    """What wins it, in the words of the placard."""


class Winner(TypedDict):
    """The newest award of a progressive."""

    level: str
    amount: Cents
    table: str
    spot: int
    at: str


class JackpotFrame(TypedDict):
    """What the display of a progressive shows."""

    progressive: str
    title: str
    version: int
    training: bool
    kind: RoomKind
    is_available: bool
    is_house_jackpot: bool
    levels: Sequence[JackpotLevel]
    winner: Winner | None
    message: str
