"""Events of the equipment: power, printer, connections to witnesses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerInterrupted:
    """A server of the room ended without being stopped; the next one found out when it began."""

    host: str
    began: str
    """When the server that was cut off had begun."""


@dataclass(frozen=True, slots=True)
class PrintFailed:
    """A win page was to be printed and was not."""

    number: int
    why: str
    by: str


@dataclass(frozen=True, slots=True)
class LinkLost:
    """A witness that gets the room's checkpoints cannot be reached."""

    device: str
    """The address."""
    why: str


@dataclass(frozen=True, slots=True)
class LinkRestored:
    """A witness is back, and has received everything that it missed."""

    device: str


DeviceEvent = ServerInterrupted | PrintFailed | LinkLost | LinkRestored
