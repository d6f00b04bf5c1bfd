"""Badges, PINs and passkeys: given, changed and taken back."""

from __future__ import annotations

from upcard.room.people.staff import (
    Member,
    Pins,
    added,
    passkey_added,
    passkey_removed,
    pin_changed,
    removed,
)
from upcard.room.procedures.happenings import Happenings
from upcard.room.staff_orders import (
    AddMember,
    AddPasskey,
    ChangeOwnPin,
    ChangePin,
    RemoveMember,
    RemovePasskey,
)

StaffChange = AddMember | RemoveMember | ChangePin | ChangeOwnPin | AddPasskey | RemovePasskey


def change_staff(happenings: Happenings, pins: Pins, wish: StaffChange, member: Member) -> None:
    """Let happen what a member wishes about badges, PINs and passkeys."""
    staff = happenings.state.staff
    match wish:
        case AddMember(badge=badge, name=name, role=role, pin=pin):
            happenings.add(added(staff, pins, badge=badge, name=name, role=role, pin=pin))
        case RemoveMember(badge):
            happenings.add(removed(staff, badge))
        case ChangePin(badge, pin):
            happenings.add(pin_changed(staff, pins, badge, pin))
        case AddPasskey(passkey):
            happenings.add(passkey_added(staff, member.badge, passkey))
        case RemovePasskey(badge, id_):
            happenings.add(passkey_removed(staff, badge, id_))
        case ChangeOwnPin(pin):
            happenings.add(pin_changed(staff, pins, member.badge, pin))
