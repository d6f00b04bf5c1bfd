"""The money of every level, day by day, from the moves that were recorded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from upcard.books.histories import History, JackpotHad
from upcard.jackpot.accounts import HELD, Fund, Move, Reason
from upcard.jackpot.events import (
    Adjusted,
    AwardClaimed,
    AwardPosted,
    AwardReversed,
    AwardVoided,
    FundsTransferred,
    ProgressiveOpened,
)
from upcard.money import Cents

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


@dataclass(slots=True)
class DayLedger:
    """The flows of all levels by gaming day."""

    flows: dict[LevelName, dict[date, Flow]] = field(default_factory=dict)
    opened: dict[LevelName, date] = field(default_factory=dict)

    def flow(self, level: LevelName, day: date) -> Flow:
        """The flow of a level on a day, which is made where there was none."""
        return self.flows.setdefault(level, {}).setdefault(day, Flow())

    def before(self, level: LevelName, day: date, fund: Fund) -> Cents:
        """What a fund of *level* held when *day* began."""
        flows = self.flows.get(level, {})
        return Cents(sum(flow.change(fund) for on, flow in flows.items() if on < day))

    def total(self, level: LevelName, fund: Fund) -> Cents:
        """What a fund of *level* holds after everything."""
        return Cents(sum(flow.change(fund) for flow in self.flows.get(level, {}).values()))

    def levels_of(self, progressive: str) -> list[LevelName]:
        """The levels of a progressive, top first."""
        return [level for level in self.opened if level.progressive == progressive]

    @property
    def progressives(self) -> list[str]:
        """Every progressive, in the order they were opened."""
        return list(dict.fromkeys(level.progressive for level in self.opened))

    def accrued(self, progressive: str) -> dict[date, int]:
        """What became owed to players on each day, days in order."""
        found: dict[date, int] = defaultdict(int)
        for level in self.levels_of(progressive):
            for day, flow in self.flows.get(level, {}).items():
                found[day] += flow.accrued
        return dict(sorted(found.items()))


def read_ledger(history: History) -> DayLedger:
    """The flows of *history*; displays are followed event by event to find what is wrong."""
    ledger = DayLedger()
    displays: dict[LevelName, int] = defaultdict(int)
    for had in history.jackpot_events():
        event = had.event
        if isinstance(event, ProgressiveOpened):
            for one in event.parameters.levels:
                ledger.opened[LevelName(event.parameters.name, one.name)] = had.day
        for level, moves in moves_by_level(event.moves):
            flow = ledger.flow(level, had.day)
            flow.add_all(moves)
            change = display_change(moves)
            _explain(flow, had, change)
            displays[level] += change
        _compare(ledger, had, displays)
    return ledger


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


def _explain(flow: Flow, had: JackpotHad, change: int) -> None:
    if change >= 0:
        return
    if isinstance(had.event, LOWERING):
        flow.lowered -= change
    else:
        flow.unexplained -= change


def _compare(ledger: DayLedger, had: JackpotHad, displays: dict[LevelName, int]) -> None:
    """Count awards, and hold what an event says of the display against the sum of all moves."""
    event = had.event
    match event:
        case AwardPosted():
            flow = ledger.flow(LevelName(event.progressive, event.level), had.day)
            flow.hits += 1
            paid = sum(move.amount for move in event.moves if move.target.fund is Fund.PAID)
            flow.unexplained += abs(event.amount - paid)
        case AwardReversed():
            level = LevelName(event.progressive, event.level)
            flow = ledger.flow(level, had.day)
            flow.returned += 1
            flow.unexplained += abs(event.display_after - displays[level])
        case Adjusted(fund=Fund.METER):
            level = LevelName(event.progressive, event.level)
            said = abs(event.after - displays[level])
            ledger.flow(level, had.day).unexplained += said
        case _:
            pass
