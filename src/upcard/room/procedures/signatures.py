"""Who signed an order: badge, role, PIN, passkey, and the second person."""

from __future__ import annotations

from upcard.room.orders import Order, Signature
from upcard.room.people.roles import Act
from upcard.room.people.staff import (
    Member,
    PinFailed,
    Pins,
    StaffRefusal,
    StaffRefused,
    check_act,
    identify,
    member_with,
    needs_pin,
)
from upcard.room.people.tries import SHELL
from upcard.room.procedures.acts import SECOND_ACTS
from upcard.room.procedures.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused


class WrongPin(Exception):
    """A PIN that did not fit; its failure is already among the events."""

    def __init__(self, refusal: StaffRefused) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


def signed(
    happenings: Happenings, pins: Pins, order: Order, signature: Signature, act: Act
) -> Member:
    """The member who signed, if badge, role and PIN are good for *act*."""
    member = member_with(happenings.state.staff, signature.badge)
    check_act(member, act)
    if not needs_pin(act):
        return member
    _check_passkey(order, member)
    staff, origin = happenings.state.staff, order.origin.name
    found = identify(staff, pins, signature.badge, signature.pin, origin)
    if isinstance(found, PinFailed):
        happenings.add(found)
        raise WrongPin(
            StaffRefused(StaffRefusal.PIN_WRONG, f"the PIN of badge {member.badge} is wrong")
        )
    if member.failures or found.renewed:
        happenings.add(found)
    return member


def _check_passkey(order: Order, member: Member) -> None:
    """
    Refuse the PIN alone of a badge that has a passkey.

    At the server's own shell no browser can ask for one, and a person there controls the server.
    """
    if member.passkeys and member.badge not in order.proved and order.origin != SHELL:
        raise StaffRefused(
            StaffRefusal.PASSKEY_NEEDED, f"badge {member.badge} must also sign with its passkey"
        )


def second_signed(happenings: Happenings, pins: Pins, order: Order, first: Member) -> Member | None:
    """The second person who signed; None where an order takes one."""
    act = SECOND_ACTS.get(type(order.wish))
    if act is None:
        return None
    if order.second is None:
        raise RoomRefused(
            RoomRefusal.SECOND_PERSON_NEEDED, "this needs two people: add a second badge and PIN"
        )
    if order.second.badge == first.badge:
        raise RoomRefused(
            RoomRefusal.SAME_PERSON, f"{first.name} signed twice: this needs two different people"
        )
    return signed(happenings, pins, order, order.second, act)
