"""What happened to the things a room runs on: power, printer, links to those outside."""

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
    """Somebody outside whom the room tells its checkpoints cannot be reached."""

    device: str
    """The address."""
    why: str


@dataclass(frozen=True, slots=True)
class LinkRestored:
    """They are back, and have been told everything that they missed."""

    device: str


DeviceEvent = ServerInterrupted | PrintFailed | LinkLost | LinkRestored
