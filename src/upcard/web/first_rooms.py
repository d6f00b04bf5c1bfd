"""A server that has no room yet: the person with the printed link sets it up, once."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

from upcard.journal import StartRefused
from upcard.room.events import RoomKind
from upcard.room.people.staff import StaffRefused
from upcard.room.refusals import RoomRefused
from upcard.room.room_openings import FirstMember, Place, make_room
from upcard.web.refusals import NOT_FOUND, NOT_THIS_ROLE, REFUSED, WebRefused

CODE_BYTES = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRoom:
    """A room as the person who sets it up wants it."""

    name: str
    location: str
    kind: RoomKind
    day_starts_at: int
    members: Sequence[FirstMember]


@dataclass(slots=True)
class FirstRoom:
    """Where the room is to be, and the code that only the server's own terminal shows."""

    place: Place
    code: str = field(default_factory=lambda: secrets.token_urlsafe(CODE_BYTES))
    is_made: bool = False
    when_made: Callable[[], None] = lambda: None
    """Called when the room is there and its maker has been answered: the server opens it."""
    _making: Lock = field(default_factory=Lock)

    def make(self, code: str, asked: AskedRoom) -> None:
        """Make the room, if *code* is the printed one and nobody has made it yet."""
        if not hmac.compare_digest(code.encode(), self.code.encode()):
            raise WebRefused(
                "code-wrong",
                "this link is not the one that the server printed when it started: copy the "
                "whole line",
                NOT_THIS_ROLE,
            )
        if not asked.location:
            raise WebRefused(
                "room-not-allowed", "location is empty: write the licensed premises", REFUSED
            )
        with self._making:
            if self.is_made:
                raise WebRefused("room-exists", "the room is set up already: sign in", REFUSED)
            try:
                make_room(
                    self.place,
                    name=asked.name,
                    location=asked.location,
                    kind=asked.kind,
                    day_starts_at=asked.day_starts_at,
                    members=asked.members,
                ).close()
            except (RoomRefused, StaffRefused, StartRefused) as refused:
                raise WebRefused(str(refused.code), str(refused), REFUSED) from None
            self.is_made = True


def no_first_room() -> WebRefused:
    """The refusal of a server that has its room, or that was not asked to set one up."""
    return WebRefused(
        "nothing-to-set-up",
        "no room is to be set up here: start the server with --set-up and a --data that holds none",
        NOT_FOUND,
    )
