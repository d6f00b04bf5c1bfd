"""The money of every level, day by day, from the moves that are recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot.accounts import Fund, Move
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
from upcard.room.money_events import JackpotHappened
from upcard.room.projections.award_facts import AWARD
from upcard.room.projections.level_days import (
    DisplayShown,
    LevelDay,
    LevelName,
    day_kept,
    keep_day,
    new_day,
)
from upcard.room.projections.notebooks import FactChange, Notebook
from upcard.room.projections.setup_facts import paytable_at

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
"""The events that may lower a display; any other that does is a finding (operations 72)."""


CONCERNS: Final = frozenset({JackpotHappened})


def take(book: Notebook, change: FactChange) -> None:
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
        moves = (move for event in events for move in event.moves)
        keep_day(book, change, level, day, [one for one in moves if _level(one) == level])


def _opened(book: Notebook, change: FactChange, event: ProgressiveOpened) -> None:
    for place, one in enumerate(event.parameters.levels):
        level = LevelName(event.parameters.name, one.name)
        data = {"progressive": level.progressive, "level": level.level, "place": place}
        book.put(Name(LEVEL, str(level), 0), change, data)


def _moved(
    book: Notebook,
    change: FactChange,
    event: JackpotEvent,
    days: dict[LevelName, LevelDay],
    shown: dict[LevelName, int],
) -> None:
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
            day.read(DisplayShown(change.sequence, change.at, shown[level], paid, place))
    _compare(book, change, event, days, shown)
    _charge(book, change, event, days)


def _day_of(
    book: Notebook, change: FactChange, level: LevelName, days: dict[LevelName, LevelDay]
) -> LevelDay:
    if level not in days:
        kept = day_kept(book, level, change.day.toordinal())
        days[level] = kept or new_day(book, change, level)
    return days[level]


def _display(change: FactChange, level: LevelName, shown: dict[LevelName, int]) -> int:
    """What the display shows now: before the entry, as the room knows it."""
    if level in shown:
        return shown[level]
    found = change.before.jackpots.progressives.get(level.progressive)
    known = found.levels.get(level.level) if found else None
    return known.display if known else 0


def _compare(
    book: Notebook,
    change: FactChange,
    event: JackpotEvent,
    days: dict[LevelName, LevelDay],
    shown: dict[LevelName, int],
) -> None:
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
    book: Notebook, change: FactChange, event: JackpotEvent, days: dict[LevelName, LevelDay]
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
        found.setdefault(_level(move), []).append(move)
    yield from found.items()


def _level(move: Move) -> LevelName:
    return LevelName(move.source.progressive, move.source.level)


def display_change(moves: Iterable[Move]) -> int:
    """By how much moves change the display."""
    return sum(
        move.amount * ((move.target.fund is Fund.METER) - (move.source.fund is Fund.METER))
        for move in moves
    )
