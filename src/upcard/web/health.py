"""Health: whether the server can do its work, part by part, with a sentence for each."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from upcard.room.rooms import Room

LOG: Final = logging.getLogger("upcard.health")
KEPT_SECONDS: Final = 1.0
"""How long an answer is valid: more frequent requests get the same one."""
PATIENCE_SECONDS: Final = 5.0
"""How long the checks may take together; a hanging database counts as failing."""
CLOCK_SLACK_SECONDS: Final = 5.0
"""How far two servers of one room may be apart."""
MIB: Final = 1024 * 1024
FREE_MIN: Final = 100 * MIB
FREE_ENOUGH: Final = 1024 * MIB


class Status(StrEnum):
    """How a part is."""

    OK = "ok"
    WARNING = "warning"
    """Somebody has to look, and the server goes on."""
    FAILING = "failing"
    """The server cannot do its work: send nobody here."""


Found = tuple[Status, str]
Look = Callable[[Room], Found]
_WORST: Final = tuple(Status)


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was looked at. The sentence is for strangers, too: it tells no secret."""

    name: str
    status: Status
    says: str


@dataclass(frozen=True, slots=True)
class HealthReport:
    """How the server is."""

    parts: tuple[Part, ...]

    @property
    def status(self) -> Status:
        """The worst of its parts."""
        return max((part.status for part in self.parts), key=_WORST.index, default=Status.OK)

    @property
    def is_ready(self) -> bool:
        """Whether people may be sent to this server."""
        return self.status is not Status.FAILING

    def as_data(self) -> dict[str, object]:
        """The report for the wire."""
        parts = [{"name": p.name, "status": p.status.value, "says": p.says} for p in self.parts]
        return {"ok": self.is_ready, "status": self.status.value, "parts": parts}


class Health:
    """
    Looks at a server's room when somebody asks, at most once a second.

    It has a thread of its own: a database that hangs takes none of the staff's.
    """

    def __init__(self, room: Room | None) -> None:
        self._room = room
        self.patience = PATIENCE_SECONDS
        self._looking: asyncio.Future[HealthReport] | None = None
        self._began = 0.0
        self._report: HealthReport | None = None
        self._at = 0.0

    async def report(self) -> HealthReport:
        """How the server is now, or that it does not answer."""
        if self._room is None:
            return HealthReport((Part("room", Status.OK, "This server has no room."),))
        if self._report is not None and time.monotonic() - self._at < KEPT_SECONDS:
            return self._report
        if self._looking is None or self._looking.done():
            self._began = time.monotonic()
            self._looking = _looked(self._room)
        left = self._began + self.patience - time.monotonic()
        try:
            report = await asyncio.wait_for(asyncio.shield(self._looking), max(0.0, left))
        except TimeoutError:
            seconds = round(time.monotonic() - self._began)
            says = f"The database has not answered for {seconds} s."
            return HealthReport((Part("database", Status.FAILING, says),))
        self._tell(report)
        self._report, self._at = report, time.monotonic()
        return report

    def _tell(self, report: HealthReport) -> None:
        """Log what has changed since the last look."""
        before = {part.name: part.status for part in self._report.parts} if self._report else {}
        for part in report.parts:
            if part.status is not before.get(part.name, Status.OK):
                level = logging.INFO if part.status is Status.OK else logging.WARNING
                LOG.log(level, "health: %s is %s: %s", part.name, part.status, part.says)


def _looked(room: Room) -> asyncio.Future[HealthReport]:
    """What a thread will find; the process does not wait for it when it ends."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[HealthReport] = loop.create_future()

    def look() -> None:
        report = report_of(room)
        with suppress(RuntimeError):  # The server has stopped in between.
            loop.call_soon_threadsafe(found.set_result, report)

    threading.Thread(target=look, name="health", daemon=True).start()
    return found


def report_of(room: Room) -> HealthReport:
    """Everything that is looked at, now."""
    return HealthReport(tuple(_part(name, look, room) for name, look in LOOKS.items()))


def _part(name: str, look: Look, room: Room) -> Part:
    try:
        status, says = look(room)
    except Exception as error:
        # What the error itself says could name a path or an address.
        kind = type(error).__name__
        return Part(name, Status.FAILING, f"This part cannot be checked ({kind}).")
    return Part(name, status, says)


def _database(room: Room) -> Found:
    head = room.journal.head()
    return Status.OK, f"The database answers; its last entry is {head.sequence}."


def _disk(room: Room) -> Found:
    free = shutil.disk_usage(room.folder).free
    if not os.access(room.folder, os.W_OK):
        return Status.FAILING, "The room's folder cannot be written."
    says = f"{free // MIB:,} MiB are free for the room's folder"
    if free < FREE_MIN:
        return Status.FAILING, f"Only {says}: free some space before you deal."
    if free < FREE_ENOUGH:
        return Status.WARNING, f"Only {says}."
    return Status.OK, f"{says}."


def _clock(room: Room) -> Found:
    head = room.journal.head().sequence
    (last,) = room.journal.entries(head, head)
    behind = (datetime.fromisoformat(last.at) - room.clock()).total_seconds()
    if behind > CLOCK_SLACK_SECONDS:
        says = f"The clock is {behind:.0f} s behind the journal's last entry: correct it."
        return Status.FAILING, says
    return Status.OK, "The clock is not behind the journal."


def _seeds(room: Room) -> Found:
    faults = room.seed_faults()
    shoes = sum(table.shoe is not None for table in room.state.tables.values())
    if not faults:
        return Status.OK, f"The seeds of all {shoes} shoes on tables can be read."
    named = ", ".join(fault.table for fault in faults)
    says = f"These tables have stopped because the seed of their shoe is lost or wrong: {named}."
    # The other tables play on, so the server is still the right one to send people to.
    return Status.FAILING if len(faults) == shoes else Status.WARNING, says


def _witnesses(room: Room) -> Found:
    making = room.checkpointing
    if making is None:
        return Status.OK, "This server makes no checkpoints."
    told = making.told()
    away, all_ = sum(not is_told for is_told in told.values()), len(told)
    if away:
        says = f"{away} of {all_} witnesses cannot be reached or lack the last checkpoint."
        return Status.WARNING, f"{says} The desk says which."
    return Status.OK, f"All {all_} witnesses have the last checkpoint."


LOOKS: Final[dict[str, Look]] = {
    "database": _database,
    "disk": _disk,
    "clock": _clock,
    "seeds": _seeds,
    "witnesses": _witnesses,
}
