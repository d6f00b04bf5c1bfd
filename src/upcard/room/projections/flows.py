"""The money of every level, day by day, from the moves that are recorded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot.accounts import HELD, Fund, Move, Reason
from upcard.jackpot.events import (
    Adjusted,
    AwardClaimed,
    AwardPosted,
    AwardReversed,
    AwardVoided,
    Contributed,
    FundsTransferred,
    ProgressiveOpened,
)
from upcard.journal.entries import Name
from upcard.money import Cents
from upcard.room.events import JackpotHappened
from upcard.room.projections.awards import AWARD
from upcard.room.projections.notebooks import Change, Data, Notebook
from upcard.room.projections.playing import paytable_at

FLOW: Final = "flow"
LEVEL: Final = "level"
"""A level, on the day it was opened."""
LOWERING: Final = (
    AwardClaimed,
    AwardVoided,
    AwardPosted,
    AwardReversed,
    Adjusted,
    FundsTransferred,
)
"""The events that may lower a display; any other that does is a finding (OPERATIONS 72)."""


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
    reasons: dict[Reason, int] = field(default_factory=lambda: defaultdict(int))
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


class Shown(NamedTuple):
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
    shown: list[Shown] = field(default_factory=list)
    """Readings at an award and just before one, and the last one of the day."""

    def read(self, one: Shown) -> None:
        """
        Note another reading.

        Of readings without an award only the last is kept, and the last before an award.
        """
        if not one.paid and self.shown and not self.shown[-1].paid:
            self.shown[-1] = one
        else:
            self.shown.append(one)

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
        }

    @classmethod
    def of(cls, data: Data) -> LevelDay:
        """As `to_data` wrote it."""
        found = cls()
        flow = found.flow
        for source, target, amount in data["moves"]:
            flow.moves[Fund(source), Fund(target)] = amount
        for reason, amount in data["reasons"].items():
            flow.reasons[Reason(reason)] = amount
        flow.lowered, flow.unexplained = data["lowered"], data["unexplained"]
        flow.hits, flow.returned = data["hits"], data["returned"]
        for table, wager, paytable, amount in data["charges"]:
            found.charges[table, wager, paytable] = amount
        found.shown = [Shown(*one) for one in data["shown"]]
        return found


CONCERNS: Final = frozenset({JackpotHappened})


def take(book: Notebook, change: Change) -> None:
    """Write down what an entry moves on the levels of progressives."""
    events = [one.event for one in change.events if isinstance(one, JackpotHappened)]
    if not events:
        return
    days, shown = dict[LevelName, LevelDay](), dict[LevelName, int]()
    for event in events:
        if isinstance(event, ProgressiveOpened):
            _opened(book, change, event)
        _moved(book, change, event, days, shown)
    for level, day in days.items():
        name = Name(FLOW, str(level), change.day.toordinal())
        data = {"progressive": level.progressive, "level": level.level, **day.to_data()}
        book.put(name, change, data)


def _opened(book: Notebook, change: Change, event: ProgressiveOpened) -> None:
    for place, one in enumerate(event.parameters.levels):
        level = LevelName(event.parameters.name, one.name)
        data = {"progressive": level.progressive, "level": level.level, "place": place}
        book.put(Name(LEVEL, str(level), 0), change, data)


def _moved(
    book: Notebook, change: Change, event: JackpotEvent, days: dict[LevelName, LevelDay],
    shown: dict[LevelName, int],
) -> None:  # fmt: skip
    for place, (level, moves) in enumerate(moves_by_level(event.moves)):
        day = _day_of(book, change, level, days)
        day.flow.add_all(moves)
        moved = display_change(moves)
        shown[level] = _display(change, level, shown) + moved
        if moved < 0 and isinstance(event, LOWERING):
            day.flow.lowered -= moved
        elif moved < 0:
            day.flow.unexplained -= moved
        paid = event.amount if isinstance(event, AwardPosted) else 0
        if moved or paid:
            day.read(Shown(change.sequence, change.at, shown[level], paid, place))
    _compare(book, change, event, days, shown)
    _charge(book, change, event, days)


def _day_of(
    book: Notebook, change: Change, level: LevelName, days: dict[LevelName, LevelDay]
) -> LevelDay:
    if level not in days:
        data = book.get(Name(FLOW, str(level), change.day.toordinal()))
        days[level] = LevelDay.of(data) if data else LevelDay()
    return days[level]


def _display(change: Change, level: LevelName, shown: dict[LevelName, int]) -> int:
    """What the display shows now: before the entry, as the room knows it."""
    if level in shown:
        return shown[level]
    found = change.before.jackpots.progressives.get(level.progressive)
    known = found.levels.get(level.level) if found else None
    return known.display if known else 0


def _compare(
    book: Notebook, change: Change, event: JackpotEvent, days: dict[LevelName, LevelDay],
    shown: dict[LevelName, int],
) -> None:  # fmt: skip
    """Count awards, and hold what an event says of the display against the sum of all moves."""
    match event:
        case AwardPosted():
            level = LevelName(event.progressive, event.level)
            flow = _day_of(book, change, level, days).flow
            flow.hits += 1
            paid = sum(move.amount for move in event.moves if move.target.fund is Fund.PAID)
            flow.unexplained += abs(event.amount - paid)
        case AwardReversed():
            level = LevelName(event.progressive, event.level)
            flow = _day_of(book, change, level, days).flow
            flow.returned += 1
            flow.unexplained += abs(event.display_after - _display(change, level, shown))
        case Adjusted(fund=Fund.METER):
            level = LevelName(event.progressive, event.level)
            wrong = abs(event.after - _display(change, level, shown))
            _day_of(book, change, level, days).flow.unexplained += wrong
        case _:
            pass


def _charge(
    book: Notebook, change: Change, event: JackpotEvent, days: dict[LevelName, LevelDay]
) -> None:
    """What a wager put into the meters, and what the house put in as new seeds."""
    match event:
        case Contributed():
            fund, round_id = Fund.CONTRIBUTIONS, event.start_id
        case AwardClaimed() | AwardPosted() | AwardVoided():
            fund, round_id = Fund.SEEDS, event.award.round_id
        case AwardReversed():
            data = book.get(Name(AWARD, event.award_id, 0))
            line = data["line"] if data else {"table": "", "round": 0}
            fund, round_id = Fund.SEEDS, f"{line['table']}/{line['round']}"
        case _:
            return
    table, link = round_id.rpartition("/")[0], change.before.links.get(event.progressive)
    at_table = change.before.tables.get(table)
    if link is None or at_table is None:
        return
    key = table, link.wager, paytable_at(at_table, link.wager)
    for level, moves in moves_by_level(event.moves):
        amount = sum(
            move.amount * ((move.source.fund is fund) - (move.target.fund is fund))
            for move in moves
        )
        if amount:
            _day_of(book, change, level, days).charges[key] += amount


def moves_by_level(moves: Iterable[Move]) -> Iterator[tuple[LevelName, list[Move]]]:
    """The moves of an event, each level's together."""
    found: dict[LevelName, list[Move]] = {}
    for move in moves:
        level = LevelName(move.source.progressive, move.source.level)
        found.setdefault(level, []).append(move)
    yield from found.items()


def display_change(moves: Iterable[Move]) -> int:
    """By how much moves change the display."""
    return sum(
        move.amount * ((move.target.fund is Fund.METER) - (move.source.fund is Fund.METER))
        for move in moves
    )
