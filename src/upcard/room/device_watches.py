"""Watch the devices: which are heard, and which have been silent for too long."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from upcard.journal import JournalError
from upcard.room.clocks import moment
from upcard.room.enrolled_devices import DeviceBack, DeviceLost, EnrolledDevice
from upcard.room.events import RoomEvent
from upcard.room.rooms import Room
from upcard.room.state import RoomState

HEARTBEAT_SECONDS: Final = 5.0
"""How often a device says that it is there."""
LOST_SECONDS: Final = 15.0
"""A device that was silent for so long is lost: it has missed three heartbeats, not one."""
LOOK_SECONDS: Final = 1.0
TOUCH_SECONDS: Final = 1.0
FOLDER: Final = "heard"
"""
In the room's folder: a file for each device, whose time says when it was heard last.

Every server of the room sees them, so any of them can tell that a device is lost. The journal
has only what changed: nobody needs to keep a heartbeat.
"""


class DeviceWatch:
    """One server's watch over the devices of its room."""

    def __init__(
        self,
        room: Room,
        lost_seconds: float = LOST_SECONDS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._room = room
        self._lost_seconds = lost_seconds
        self._clock = clock
        self._folder = room.folder / FOLDER
        self._seen: dict[str, float] = {}
        """When this server first knew of each enrolment: nobody is lost before it could speak."""
        self._touched: dict[str, float] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="devices", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def heard(self, device: EnrolledDevice) -> None:
        """A device has just said something; that a lost one is back is recorded, once."""
        now, name = self._clock(), device.device
        if now - self._touched.get(device.enrolment, 0.0) >= TOUCH_SECONDS:
            self._touched[device.enrolment] = now
            self._folder.mkdir(mode=0o700, exist_ok=True)
            path = self._folder / device.enrolment
            path.touch(mode=0o600)
            os.utime(path, (now, now))

        def news(state: RoomState) -> list[RoomEvent]:
            return [DeviceBack(name)] if _is(state, device) and state.devices[name].is_lost else []

        self._room.note_news(f"device {name} is back", news)

    def look(self) -> None:
        """Record which devices are lost now. Whichever server is first records it."""
        for device in self._room.state.devices.values():
            self._seen.setdefault(device.enrolment, self._clock())
            if self._is_silent(device):
                self._note_lost(device)

    def _is_silent(self, device: EnrolledDevice) -> bool:
        heard = _heard_at(self._room, device) or 0.0
        return self._clock() - max(heard, self._seen[device.enrolment]) > self._lost_seconds

    def _note_lost(self, device: EnrolledDevice) -> None:
        name, at = device.device, last_heard(self._room, device)

        def news(state: RoomState) -> list[RoomEvent]:
            is_news = _is(state, device) and not state.devices[name].is_lost
            return [DeviceLost(name, at)] if is_news and self._is_silent(device) else []

        self._room.note_news(f"device {name} is lost", news)

    def _watch(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            # What cannot be recorded now is recorded at the next look.
            with suppress(SQLAlchemyError, JournalError, OSError):
                self.look()


def last_heard(room: Room, device: EnrolledDevice) -> str:
    """When a device was heard last, by any server of the room; empty if it never was."""
    heard = _heard_at(room, device)
    return moment(datetime.fromtimestamp(heard, UTC)) if heard else ""


def _heard_at(room: Room, device: EnrolledDevice) -> float | None:
    try:
        return (room.folder / FOLDER / device.enrolment).stat().st_mtime
    except OSError:
        return None


def _is(state: RoomState, device: EnrolledDevice) -> bool:
    """Whether the device is still enrolled as it was."""
    found = state.devices.get(device.device)
    return found is not None and found.enrolment == device.enrolment
