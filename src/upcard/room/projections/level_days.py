"""One level on one gaming day: its opening, and what moved."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple

from upcard.jackpot.accounts import HELD, Fund, Move, TransferReason
from upcard.journal.entries import Fact, Name
from upcard.money import Cents
from upcard.room.projections.notebooks import Data, FactChange, Notebook, text_of

FLOW: Final = "flow"
NEWEST: Final = "flow-newest"
"""The last day on which anything moved on a level: the days before it hang on it."""


class LevelName(NamedTuple):
    """A level of a progressive."""

    progressive: str
    level: str

    def __str__(self) -> str:
        return f"{self.progressive}/{self.level}"


@dataclass(slots=True)
class Flow:
    """What moved on one level, on one day or in all."""

    moves: dict[tuple[Fund, Fund], int] = field(default_factory=lambda: defaultdict(int))
    reasons: dict[TransferReason, int] = field(default_factory=lambda: defaultdict(int))
    """By reason, what came into the held funds less what left them."""
    lowered: int = 0
    """What left the display with a reason that is recorded."""
    unexplained: int = 0
    """What left the display without one, or what a record says otherwise than the sum."""
    hits: int = 0
    returned: int = 0
    """Reversals, counted."""

    def add_all(self, moves: Iterable[Move]) -> None:
        """Count moves of one level."""
        for move in moves:
            source, target = move.source.fund, move.target.fund
            self.moves[source, target] += move.amount
            change = (target in HELD) - (source in HELD)
            self.reasons[move.reason] += change * move.amount

    def into(self, target: Fund, source: Fund) -> Cents:
        """What went from *source* to *target*."""
        return Cents(self.moves.get((source, target), 0))

    def change(self, fund: Fund) -> int:
        """By how much a fund grew."""
        grew = sum(amount for (_, target), amount in self.moves.items() if target is fund)
        return grew - sum(amount for (source, _), amount in self.moves.items() if source is fund)

    @property
    def held(self) -> int:
        """By how much what is owed grew."""
        return sum(self.change(fund) for fund in HELD)

    @property
    def paid(self) -> int:
        """What players were paid, less what came back."""
        return self.change(Fund.PAID)

    @property
    def accrued(self) -> int:
        """What became owed: what is owed now and was not, and what was paid meanwhile."""
        return self.held + self.paid


class DisplayShown(NamedTuple):
    """What a display showed after an event that changed it."""

    sequence: int
    at: str
    display: int
    paid: int
    """The award that was paid with this event; 0 where none was."""
    place: int
    """Its place among the levels that the event moved."""


@dataclass(slots=True)
class LevelDay:
    """One level on one gaming day."""

    flow: Flow = field(default_factory=Flow)
    charges: dict[tuple[str, str, str], int] = field(default_factory=lambda: defaultdict(int))
    """By table, wager and paytable."""
    shown: list[DisplayShown] = field(default_factory=list)
    """Readings at an award and just before one, and the last one of the day."""
    opening: dict[Fund, int] = field(default_factory=dict)
    """What the days before brought into each fund, less what they took out."""
    previous: int = 0
    """The last day before it on which anything moved; 0 where there is none."""
    following: int = 0
    """The first day after it: 0 but where a clock was set back."""

    @property
    def closing(self) -> dict[Fund, int]:
        """The same with this day."""
        return {fund: self.opening.get(fund, 0) + self.flow.change(fund) for fund in Fund}

    def read(self, one: DisplayShown) -> None:
        """
        Note another reading.

        Of readings without an award only the last is kept, and the last before an award.
        """
        if not one.paid and self.shown and not self.shown[-1].paid:
            self.shown[-1] = one
        else:
            self.shown.append(one)

    def copy(self) -> LevelDay:
        """The same day, to go on from."""
        flow = replace(self.flow, moves=self.flow.moves.copy(), reasons=self.flow.reasons.copy())
        return replace(
            self,
            flow=flow,
            charges=self.charges.copy(),
            shown=self.shown.copy(),
            opening=self.opening.copy(),
        )

    def to_data(self) -> Data:
        """As it is kept."""
        flow = self.flow
        return {
            "moves": [(*key, amount) for key, amount in sorted(flow.moves.items())],
            "reasons": dict(sorted(flow.reasons.items())),
            "lowered": flow.lowered,
            "unexplained": flow.unexplained,
            "hits": flow.hits,
            "returned": flow.returned,
            "charges": [(*key, amount) for key, amount in sorted(self.charges.items())],
            "shown": self.shown,
            "opening": {fund: amount for fund, amount in sorted(self.opening.items()) if amount},
            "previous": self.previous,
            "following": self.following,
        }

    @classmethod
    def of(cls, data: Data) -> LevelDay:
        """As `to_data` wrote it."""
        found = cls()
        flow = found.flow
        for source, target, amount in data["moves"]:
            flow.moves[Fund(source), Fund(target)] = amount
        for reason, amount in data["reasons"].items():
            flow.reasons[TransferReason(reason)] = amount
        flow.lowered, flow.unexplained = data["lowered"], data["unexplained"]
        flow.hits, flow.returned = data["hits"], data["returned"]
        for table, wager, paytable, amount in data["charges"]:
            found.charges[table, wager, paytable] = amount
        found.shown = [DisplayShown(*one) for one in data["shown"]]
        found.opening = {Fund(fund): amount for fund, amount in data["opening"].items()}
        found.previous, found.following = data["previous"], data["following"]
        return found


def new_day(book: Notebook, change: FactChange, level: LevelName) -> LevelDay:
    """A day on which nothing has moved yet: it opens as the day before it closed."""
    name, today = Name(NEWEST, str(level), 0), change.day.toordinal()
    newest = book.get(name)
    day = LevelDay(previous=newest["day"] if newest else 0)
    while day.previous > today:
        day.following = day.previous
        day.previous = _day(book, level, day.previous).previous
    if day.previous:
        before = _day(book, level, day.previous)
        before.following, day.opening = today, before.closing
        _write(book, change, level, day.previous, before)
    if day.following:
        after = _day(book, level, day.following)
        after.previous = today
        _write(book, change, level, day.following, after)
    else:
        book.put(name, change, {"day": today}, dated=False)
    return day


def keep_day(
    book: Notebook, change: FactChange, level: LevelName, day: LevelDay, moves: Iterable[Move]
) -> None:
    """
    Write a level's day down, on which an entry has made *moves*.

    Where a clock was set back, later days have happened: they open with what moved now.
    """
    _write(book, change, level, change.day.toordinal(), day)
    moved, ordinal = Flow(), day.following
    moved.add_all(moves if ordinal else ())
    while ordinal:
        later = _day(book, level, ordinal)
        for fund in Fund:
            later.opening[fund] = later.opening.get(fund, 0) + moved.change(fund)
        _write(book, change, level, ordinal, later)
        ordinal = later.following


def day_kept(book: Notebook, level: LevelName, ordinal: int) -> LevelDay | None:
    """A level's day as it is now, for the caller to change; None before anything moved on it."""
    fact = book.fact(Name(FLOW, str(level), ordinal))
    if fact is None:
        return None
    kept = fact.says
    return kept.day.copy() if isinstance(kept, _KeptDay) else LevelDay.of(json.loads(fact.payload))


def _day(book: Notebook, level: LevelName, ordinal: int) -> LevelDay:
    found = day_kept(book, level, ordinal)
    assert found is not None, f"day {ordinal} of {level} is kept"
    return found


class _KeptDay:
    """A level's day that nobody changes any more, as a fact says it."""

    def __init__(self, level: LevelName, day: LevelDay) -> None:
        self.level, self.day = level, day

    @cached_property
    def text(self) -> str:
        """As JSON."""
        names = {"progressive": self.level.progressive, "level": self.level.level}
        return text_of({**names, **self.day.to_data()})


def _write(
    book: Notebook, change: FactChange, level: LevelName, ordinal: int, day: LevelDay
) -> None:
    name, on = Name(FLOW, str(level), ordinal), date.fromordinal(ordinal).isoformat()
    book.changed[name] = Fact(name, on, change.sequence, _KeptDay(level, day))
