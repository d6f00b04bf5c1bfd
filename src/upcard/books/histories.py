"""What was recorded, up to the end of a period, with the gaming day of each entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from upcard.jackpot import Event as JackpotEvent
from upcard.room.clocks import gaming_day
from upcard.room.events import JackpotHappened, RoomEvent, RoomKind, RoomOpened
from upcard.room.records import Recorded
from upcard.room.staff import AccessRecovered, MemberAdded

DAYS_MAX: Final = 36_600
"""The longest period of a report: a hundred years."""


class PeriodError(ValueError):
    """A period that is none. *code* is stable."""

    code = "period-not-allowed"


@dataclass(frozen=True, slots=True)
class Period:
    """
    Gaming days, the first and the last included.

    >>> len(Period(date(2026, 11, 9), date(2026, 11, 15)).days)
    7
    """

    first: date
    last: date

    def __post_init__(self) -> None:
        if not 0 <= (self.last - self.first).days < DAYS_MAX:
            raise PeriodError(
                f"period is {self.first} to {self.last}: the last day follows the first, "
                f"by {DAYS_MAX} days at most"
            )

    @property
    def days(self) -> tuple[date, ...]:
        """Every day of it."""
        count = (self.last - self.first).days + 1
        return tuple(self.first + timedelta(days=number) for number in range(count))

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What a report says of its making. No clock is asked: the caller brings the time."""

    version: str
    package: str
    """The hash of the software's files."""
    generated: str
    """When it was made, as it is printed."""
    checkpoint: str = ""
    """The checkpoint that the period's last day was closed with, in short; empty while open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The head of every report (OPERATIONS 69)."""

    report: str
    title: str
    room: str
    location: str
    kind: RoomKind
    first: date
    last: date
    version: str
    package: str
    generated: str
    entry: int
    """The last entry of the journal that was read: later ones say nothing of the period."""
    entry_hash: str
    """The hash of that entry, which the whole journal before it hangs on."""
    checkpoint: str = ""
    """The signed checkpoint that the last day was closed with, in short; empty while it is open."""


class Happened(NamedTuple):
    """One event with the entry it is in and its gaming day."""

    entry: Recorded
    day: date
    event: RoomEvent


class JackpotHad(NamedTuple):
    """One event of a progressive with its entry and gaming day."""

    entry: Recorded
    day: date
    event: JackpotEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """
    Everything recorded up to the last day of a period, from the room's first entry.

    A report of a period that is over comes out the same whenever it is made: what happened
    later is not looked at.
    """

    period: Period
    entries: tuple[tuple[Recorded, date], ...]

    def events(self) -> Iterator[Happened]:
        """Every event, in the order of the journal."""
        for entry, day in self.entries:
            for event in entry.events:
                yield Happened(entry, day, event)

    def jackpot_events(self) -> Iterator[JackpotHad]:
        """Every event of a progressive, in order."""
        for entry, day, event in self.events():
            if isinstance(event, JackpotHappened):
                yield JackpotHad(entry, day, event.event)

    @property
    def room(self) -> RoomOpened | None:
        """How the room was set up."""
        found = (event for _, _, event in self.events() if isinstance(event, RoomOpened))
        return next(found, None)

    @property
    def names(self) -> dict[str, str]:
        """Whose badge each one is."""
        return {
            event.badge: event.name for _, _, event in self.events()
            if isinstance(event, MemberAdded | AccessRecovered)
        }  # fmt: skip

    def header(self, report: str, title: str, stamp: Stamp) -> Header:
        """The head of a report on this history."""
        room = self.room
        last = self.entries[-1][0] if self.entries else None
        return Header(
            report=report,
            title=title,
            room=room.name if room else "",
            location=room.location if room else "",
            kind=room.purpose if room else RoomKind.LIVE,
            first=self.period.first,
            last=self.period.last,
            version=stamp.version,
            package=stamp.package,
            generated=stamp.generated,
            entry=last.sequence if last else 0,
            entry_hash=last.hash if last else "",
            checkpoint=stamp.checkpoint,
        )


def read_history(entries: Iterable[Recorded], period: Period) -> History:
    """
    *entries*, from the room's first, as far as they belong to *period* or the time before it.

    An entry belongs to the gaming day it was ordered on, even where the clock was set back
    later: sums by day do not depend on the order of the days.
    """
    starts_at, found = 0, []
    for entry in entries:
        for event in entry.events:
            if isinstance(event, RoomOpened):
                starts_at = event.day_starts_at
        day = entry.day or gaming_day(time_of(entry.at), starts_at)
        if day <= period.last:
            found.append((entry, day))
    return History(period=period, entries=tuple(found))


def time_of(at: str) -> datetime:
    """
    A moment as the journal writes it.

    >>> time_of("2026-11-15T09:00:00Z").hour
    9
    """
    return datetime.fromisoformat(at)
