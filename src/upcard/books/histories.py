"""The facts recorded for a period, from which reports are made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple, Protocol

from upcard.books.figures import Figures, figures_fact, figures_from, figures_of, name_of
from upcard.jackpot import Parameters
from upcard.journal import Checkpoint
from upcard.journal.entries import Fact, Name
from upcard.journal.facts import TOTAL, Wanted
from upcard.plain import Decoded, untagged
from upcard.problems import UpcardError
from upcard.room.events import RoomKind, RoomOpened
from upcard.room.projections.funds import DAY, OPENED
from upcard.room.projections.kept_totals import ended, totals_until
from upcard.room.projections.past_rounds import ROUND, RoundFact
from upcard.room.projections.setup_facts import (
    PARAMETERS,
    PLAYS,
    Plays,
    key_of,
    parameters_from,
    plays_from,
)
from upcard.room.projections.totals import DayTotal

DAYS_MAX: Final = 36_600
"""The longest period of a report: a hundred years."""


class PeriodError(UpcardError, ValueError):
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
                f"period is {self.first} to {self.last}: write a last day on or after the first, "
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
    """The head of every report (operations 69)."""

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


class FactSource(Protocol):
    """Where facts are read: the journal of a room, or the facts of a few entries."""

    def fact(self, name: Name) -> Fact | None:
        """The fact of that name."""

    def facts(self, wanted: Wanted) -> list[Fact]:
        """The facts that somebody asks for."""

    def head(self) -> Checkpoint:
        """The last entry."""

    def hash_of(self, sequence: int) -> str:
        """The hash of an entry."""

    def keep(self, fact: Fact) -> None:
        """Keep a fact that follows from no entry."""


@dataclass(frozen=True, slots=True)
class Books:
    """A record with somebody else who works figures out: a server must not load the solver."""

    record: FactSource
    work_out: Callable[[Plays], Figures]

    def fact(self, name: Name) -> Fact | None:
        """The fact of that name."""
        return self.record.fact(name)

    def facts(self, wanted: Wanted) -> list[Fact]:
        """The facts that somebody asks for."""
        return self.record.facts(wanted)

    def head(self) -> Checkpoint:
        """The last entry."""
        return self.record.head()

    def hash_of(self, sequence: int) -> str:
        """The hash of an entry."""
        return self.record.hash_of(sequence)

    def keep(self, fact: Fact) -> None:
        """Keep a fact that follows from no entry."""
        self.record.keep(fact)


class Said(NamedTuple):
    """A fact, read."""

    fact: Fact
    data: Decoded

    @property
    def day(self) -> date:
        """The gaming day it belongs to."""
        return date.fromisoformat(self.fact.day)

    @property
    def sequence(self) -> int:
        """The entry it was last changed by."""
        return self.fact.sequence


@dataclass(frozen=True, slots=True)
class History:
    """
    What is recorded of a period.

    A report of a period that is over comes out the same whenever it is made: what happened
    later is not looked at. Something belongs to the gaming day it was ordered on, even where the
    clock was set back later: sums by day do not depend on the order of the days.
    """

    record: FactSource
    period: Period
    _known: dict[str, Plays] = field(default_factory=dict, compare=False, repr=False)
    """What is played, and its figures, by the names in rounds."""

    def within(self, kind: str) -> list[Said]:
        """What is said of the period, in the order of the entries."""
        first, last = self.period.first.isoformat(), self.period.last.isoformat()
        return self.said(Wanted(kind, days=(first, last)))

    def until(self, kind: str, subject: str | None = None) -> list[Said]:
        """What is said of the period and of the time before it."""
        days = "", self.period.last.isoformat()
        return self.said(Wanted(kind, subject=subject, days=days))

    def said(self, wanted: Wanted) -> list[Said]:
        """The facts that somebody asks for, read."""
        return [Said(fact, json.loads(fact.payload)) for fact in self.record.facts(wanted)]

    def named(self, name: Name) -> Decoded | None:
        """What one fact says."""
        fact = self.record.fact(name)
        return json.loads(fact.payload) if fact else None

    @property
    def totals(self) -> list[DayTotal]:
        """What each table came to on each day: kept totals, and rounds that ended since."""
        until = totals_until(self.record.fact)
        found: dict[Name, DayTotal] = {}
        for said in self.within(TOTAL):
            found[said.fact.name] = DayTotal.of(said.fact, said.data)
        counted = {name: total.last for name, total in found.items()}
        for played in self._rounds_after(until):
            total = DayTotal(played.table, played.day)
            if played.last > max(until, counted.get(total.name, 0)):
                found.setdefault(total.name, total).add(played)
        return list(found.values())

    def _rounds_after(self, until: int) -> Iterator[RoundFact]:
        """The rounds of the period that were changed after an entry, and are over."""
        for fact in self.record.facts(Wanted(ROUND, after=until)):
            if date.fromisoformat(fact.day) in self.period and (played := ended(fact)):
                yield played

    def plays(self, key: str) -> Plays:
        """What a table plays, by its name in a round."""
        if key not in self._known:
            fact = self.record.fact(Name(PLAYS, key, 0))
            assert fact is not None, f"what is played as {key} is kept"
            self._known[key] = plays_from(fact.payload)
        return self._known[key]

    def figures(self, key: str) -> Figures:
        """What the odds engine says of what is played, by its name in a round."""
        return kept_figures(self.record, self.plays(key))

    def parameters(self, key: str) -> Parameters:
        """How a progressive is set, by its name in a round."""
        fact = self.record.fact(Name(PARAMETERS, key, 0))
        assert fact is not None, f"the parameters {key} are kept"
        return parameters_from(fact.payload)

    @property
    def room(self) -> RoomOpened | None:
        """How the room was set up."""
        data = self.named(Name(OPENED, "", 0))
        found: RoomOpened | None = untagged(data["event"], _OPENED) if data else None
        return found

    @property
    def last_entry(self) -> int:
        """The last entry of the period or before it; 0 where there is none."""
        days = "", self.period.last.isoformat()
        newest = Wanted(DAY, subject="", days=days, most=1, newest_first=True)
        for began in self.record.facts(newest):
            after = Wanted(DAY, subject="", numbers=(began.name.number + 1, 2**60), most=1)
            later = self.record.facts(after)
            return later[0].name.number - 1 if later else self.record.head().sequence
        return 0

    def header(self, report: str, title: str, stamp: Stamp) -> Header:
        """The head of a report on this history."""
        room, entry = self.room, self.last_entry
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
            entry=entry,
            entry_hash=self.record.hash_of(entry) if entry else "",
            checkpoint=stamp.checkpoint,
        )


def kept_figures(record: FactSource, plays: Plays) -> Figures:
    """What the odds engine says of what is played: worked out the first time, then kept."""
    plays = plays.anywhere
    key = key_of(plays)
    kept = record.fact(name_of(key))
    if kept is not None:
        return figures_from(kept.payload)
    work_out = record.work_out if isinstance(record, Books) else figures_of
    figures = work_out(plays)
    record.keep(figures_fact(key, figures))
    return figures


_OPENED: Final = {"RoomOpened": RoomOpened}


def time_of(at: str) -> datetime:
    """
    A moment as the journal writes it.

    >>> time_of("2026-11-15T09:00:00Z").hour
    9
    """
    return datetime.fromisoformat(at)
