"""Recovering the last way in: an executive's PIN set at the server's own shell, and recorded."""

from __future__ import annotations

from upcard.room.orders import Signature
from upcard.room.people.roles import Act, Role
from upcard.room.people.staff import (
    AccessRecovered,
    StaffRefusal,
    StaffRefused,
    check_act,
    checked_badge,
    checked_name,
    checked_pin,
    member_with,
    signers,
)
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.rooms import Room


def recover_access(
    room: Room,
    *,
    badge: str,
    name: str,
    pin: str,
    operator: str,
    reason: str,
    second: Signature | None,
) -> int:
    """
    Give an executive's badge another PIN, or the room a new executive; the entry it is recorded in.

    Anyone here has the server's shell, so this guards against nobody: it makes the act one
    that takes two people where there are two, and that every desk and report shows.
    """
    staff = room.state.staff
    known = staff.get(badge)
    if known is not None and known.role is not Role.EXECUTIVE:
        raise StaffRefused(
            StaffRefusal.ROLE_NOT_ENOUGH,
            f"{known.name} is {known.role}: you can only recover an executive here; executives "
            "set the other PINs",
        )
    if not reason.strip():
        raise RoomRefused(RoomRefusal.REASON_MISSING, "reason is empty: write why")
    others = [one for one in signers(staff, Act.APPROVE_STAFF) if one.badge != badge]
    if others:
        _check_second(room, badge, second)
    return room.note(
        AccessRecovered(
            badge=checked_badge(badge),
            name=checked_name(name or (known.name if known else "")),
            pin=room.pins.kept(checked_pin(pin)),
            operator=operator,
            second=second.badge if others and second else "",
            reason=reason.strip(),
        )
    )


def _check_second(room: Room, badge: str, second: Signature | None) -> None:
    if second is None:
        raise RoomRefused(
            RoomRefusal.SECOND_PERSON_NEEDED,
            "other people in the room can sign: bring one of them, with badge and PIN (--second)",
        )
    if second.badge == badge:
        raise RoomRefused(
            RoomRefusal.SAME_PERSON,
            f"badge {badge} is the one you are recovering: the second person needs another badge",
        )
    member = member_with(room.state.staff, second.badge)
    check_act(member, Act.APPROVE_STAFF)
    if second.pin is None or not room.pins.fits(member.pin, second.pin):
        raise StaffRefused(StaffRefusal.PIN_WRONG, f"the PIN of badge {member.badge} is wrong")
