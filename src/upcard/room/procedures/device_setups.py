"""Enrol and revoke devices."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from upcard.quotes import quoted
from upcard.room.device_orders import EnrolDevice, RevokeDevice
from upcard.room.enrolled_devices import DeviceEnrolled, DeviceKind, DeviceRevoked
from upcard.room.people.staff import Member
from upcard.room.procedures.happenings import Happenings
from upcard.room.refusals import RoomRefusal, RoomRefused

DEVICES_MAX: Final = 200
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


def enrolment_of(order_id: str) -> str:
    """
    What the enrolment that an order makes is known by.

    >>> enrolment_of("order 1")
    'f3d6f0d55b053fde'
    """
    return hashlib.sha256(order_id.encode()).hexdigest()[:16]


def enrol_device(
    happenings: Happenings, wish: EnrolDevice, by: Member, approved_by: Member, order_id: str
) -> None:
    """Let a device speak for its table from now on."""
    happenings.table(wish.table)
    if not _NAME.fullmatch(wish.device):
        raise RoomRefused(
            RoomRefusal.DEVICE_NOT_ALLOWED,
            f"device is {quoted(wish.device)}: write 1 to 32 small letters, digits and hyphens",
        )
    if wish.device in happenings.state.devices:
        raise RoomRefused(
            RoomRefusal.DEVICE_NOT_ALLOWED,
            f"{wish.device} is already enrolled: choose another name, or revoke it first",
        )
    if not wish.kinds or len(set(wish.kinds)) < len(wish.kinds):
        raise RoomRefused(
            RoomRefusal.DEVICE_NOT_ALLOWED,
            f"kinds is {', '.join(wish.kinds) or 'empty'}: name one or more of "
            f"{', '.join(DeviceKind)}, each once",
        )
    if len(happenings.state.devices) >= DEVICES_MAX:
        raise RoomRefused(
            RoomRefusal.DEVICE_NOT_ALLOWED,
            f"the room has {DEVICES_MAX} devices, which is the most: revoke one first",
        )
    happenings.add(
        DeviceEnrolled(
            device=wish.device,
            kinds=wish.kinds,
            table=wish.table,
            enrolment=enrolment_of(order_id),
            by=by.badge,
            approved_by=approved_by.badge,
        )
    )


def revoke_device(
    happenings: Happenings, wish: RevokeDevice, by: Member, approved_by: Member
) -> None:
    """Take a device out of use; nothing that it has told changes."""
    if wish.device not in happenings.state.devices:
        known = ", ".join(happenings.state.devices) or "none"
        raise RoomRefused(
            RoomRefusal.DEVICE_UNKNOWN, f"device is {quoted(wish.device)}: the room has {known}"
        )
    if not wish.reason.strip():
        raise RoomRefused(
            RoomRefusal.REASON_MISSING, "reason is empty: write why the device is revoked"
        )
    happenings.add(
        DeviceRevoked(
            device=wish.device,
            reason=wish.reason.strip()[:200],
            by=by.badge,
            approved_by=approved_by.badge,
        )
    )
