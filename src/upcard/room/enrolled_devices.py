"""Devices at the tables: what is enrolled, what each kind may do, and what happened to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType


class DeviceKind(StrEnum):
    """What a device does. One board may do several of these."""

    RAIL = "rail"
    """Sensors under the progressive wagers: it places and lifts them."""
    KEYPAD = "keypad"
    """The dealer's keys: START GAME, hand buttons, END GAME."""
    READER = "reader"
    """Tells the cards that the dealer deals."""
    LAMPS = "lamps"
    """Shows each spot whether it may wager, and says nothing."""
    DISPLAY = "display"
    """Shows the meters, and says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceEnrolled:
    """Two people gave a device its name, its table and a key of its own."""

    device: str
    kinds: tuple[DeviceKind, ...]
    table: str
    enrolment: str
    """What the key follows from, together with the room's own secret. It is no secret itself."""
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRevoked:
    """Two people took a device out of use: its key is no longer good."""

    device: str
    reason: str
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class DeviceSpoke:
    """A message of a device, with what it came to in the same entry."""

    device: str
    number: int
    dealer: str
    """The badge of the dealer who stood at the table."""


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """A device has not been heard for too long."""

    device: str
    heard: str
    """When it was heard last; empty if it never was."""


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """A lost device was heard again."""

    device: str


EnrolledEvent = DeviceEnrolled | DeviceRevoked | DeviceSpoke | DeviceLost | DeviceBack


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolledDevice:
    """A device that may speak to the room."""

    device: str
    kinds: tuple[DeviceKind, ...]
    table: str
    enrolment: str
    number: int = 0
    """The last of its messages that the journal has."""
    is_lost: bool = False
    heard: str = ""
    """When it was heard last before it was lost; empty if it never was."""

    @property
    def title(self) -> str:
        """
        How sentences name it.

        >>> rail = EnrolledDevice(device="r-1", kinds=(DeviceKind.RAIL,), table="t", enrolment="")
        >>> rail.title
        'Rail r-1'
        """
        return f"{' and '.join(self.kinds)} {self.device}".capitalize()

    @property
    def lost_sentence(self) -> str:
        """What is wrong with it, for the people at the table."""
        if not self.heard:
            return f"{self.title} has not connected yet"
        return f"{self.title} has not answered since {self.heard[11:19]} UTC"


Enrolled = Mapping[str, EnrolledDevice]
"""The devices of a room by name."""


def devices_after(devices: Enrolled, event: EnrolledEvent) -> Enrolled:
    """The devices after *event*."""
    if isinstance(event, DeviceRevoked):
        left = {name: one for name, one in devices.items() if name != event.device}
        return MappingProxyType(left)
    return MappingProxyType({**devices, event.device: _device_after(devices, event)})


def _device_after(
    devices: Enrolled, event: DeviceEnrolled | DeviceSpoke | DeviceLost | DeviceBack
) -> EnrolledDevice:
    match event:
        case DeviceEnrolled(device=name, kinds=kinds, table=table, enrolment=enrolment):
            return EnrolledDevice(device=name, kinds=kinds, table=table, enrolment=enrolment)
        case DeviceSpoke(name, number):
            return replace(devices[name], number=number)
        case DeviceLost(name, heard):
            return replace(devices[name], is_lost=True, heard=heard)
        case DeviceBack(name):
            return replace(devices[name], is_lost=False)


def lost_at(devices: Enrolled, table: str) -> Iterator[EnrolledDevice]:
    """The devices of a table that are lost."""
    return (one for one in devices.values() if one.is_lost and one.table == table)


def lost_rail(devices: Enrolled, table: str) -> EnrolledDevice | None:
    """A lost rail of a table: nobody can tell whether a wager lies on its sensors."""
    return next((one for one in lost_at(devices, table) if DeviceKind.RAIL in one.kinds), None)
