"""Orders about the devices at the tables, and how a device signs its own messages."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.room.enrolled_devices import DeviceKind


@dataclass(frozen=True, slots=True)
class EnrolDevice:
    """Give a device its name, its table and a key of its own. Needs a second person."""

    device: str
    kinds: tuple[DeviceKind, ...]
    table: str


@dataclass(frozen=True, slots=True)
class RevokeDevice:
    """Take a device out of use; its key is no longer good. Needs a second person."""

    device: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeviceSignature:
    """
    A device whose key fits: it does what its kinds allow at its own table, and nothing else.

    *number* is the number of its message. No member has such a badge: it has a blank in it.
    """

    device: str
    enrolment: str
    number: int
    pin: None = None

    @property
    def badge(self) -> str:
        """What records call it."""
        return f"device {self.device}"

    @property
    def order_id(self) -> str:
        """
        The id of the order in its message: sent again, it is the same order.

        >>> DeviceSignature("rail-1", "9f2c", 7).order_id
        'device rail-1 9f2c 7'
        """
        return f"device {self.device} {self.enrolment} {self.number}"
