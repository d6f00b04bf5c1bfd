"""Another program for the room, which two people accept."""

from __future__ import annotations

from upcard.room.events import SoftwareAccepted
from upcard.room.orders import AcceptSoftware
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.procedures.opening_checks import Outside
from upcard.room.refusals import RoomRefusal, RoomRefused


def accept_software(
    happenings: Happenings,
    wish: AcceptSoftware,
    by: Member,
    approved_by: Member,
    outside: Outside | None,
) -> None:
    """Another program, if it is the one that runs: nobody accepts what is not there."""
    running = outside.software() if outside else wish.hash
    if wish.hash != running:
        raise RoomRefused(
            RoomRefusal.SOFTWARE_DIFFERS,
            f"hash is {wish.hash[:12]}: the running program is {running[:12]}; look again",
        )
    if not wish.reason.strip():
        raise RoomRefused(
            RoomRefusal.REASON_MISSING, "reason is empty: write why the program changed"
        )
    happenings.add(
        SoftwareAccepted(
            version=wish.version,
            hash=wish.hash,
            reason=wish.reason.strip(),
            by=by.badge,
            approved_by=approved_by.badge,
        )
    )
