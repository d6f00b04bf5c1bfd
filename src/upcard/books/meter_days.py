"""The meter history: every level from opening to closing, gaming day by gaming day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from upcard.books.histories import FactSource, Header, History, Period, Stamp
from upcard.books.ledgers import DayLedger, Flow, LevelName, read_ledger
from upcard.jackpot.accounts import HELD, Fund, TransferReason
from upcard.money import Cents

NAME: Final = "meters"
TITLE: Final = "Meter history"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterDay:
    """
    One level on one gaming day.

    opening + seeds + contributions + overflow + reserve - paid + reversals + adjustments +
    transfers = closing, and closing is the next day's opening. Opening and closing are
    everything held for players: display, overflow, reserve and pending.
    """

    progressive: str
    level: str
    day: date
    opening: Cents
    seeds: Cents
    """What the house put in, less what a voided claim put back."""
    contributions: Cents
    """What wagers put on the display."""
    overflow: Cents
    """What wagers put in while the display stood at its limit."""
    reserve: Cents
    """What wagers put in for the next seed."""
    hits: int
    paid: Cents
    reversals: Cents
    """What reversed awards gave back, less the seeds that they took out again."""
    adjustments: Cents
    transfers: Cents
    closing: Cents
    display_opening: Cents
    display_closing: Cents
    overflow_closing: Cents
    reserve_closing: Cents
    pending_closing: Cents
    lowered: Cents
    """By how much the display fell for reasons that are recorded."""
    unexplained: Cents
    """By how much it fell without one, or differs from what a record says: must be 0."""

    @property
    def is_flagged(self) -> bool:
        """Whether somebody must look at it."""
        return self.unexplained != 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterReading:
    """What a display showed after an event that changed it."""

    progressive: str
    level: str
    sequence: int
    at: str
    day: date
    display: Cents
    paid: Cents
    """The award that was paid with this event; 0 where none was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetersReport:
    """Every level and day of a period, and what its display showed at the end of each day."""

    header: Header
    days: tuple[MeterDay, ...]
    readings: tuple[MeterReading, ...]
    """The last reading of each day, and those at and just before an award."""


def build(record: FactSource, period: Period, stamp: Stamp) -> MetersReport:
    """The meter history of *period*."""
    history = History(record, period)
    ledger = read_ledger(history)
    return MetersReport(
        header=history.header(NAME, TITLE, stamp),
        days=tuple(row for level in ledger.opened for row in _days(ledger, level, period)),
        readings=tuple(_readings(ledger)),
    )


def _days(ledger: DayLedger, level: LevelName, period: Period) -> Iterator[MeterDay]:
    held = {fund: ledger.before(level, fund) for fund in HELD}
    for day in period.days:
        flow = ledger.flow(level, day) or Flow()
        after = {fund: Cents(held[fund] + flow.change(fund)) for fund in HELD}
        if ledger.opened[level] <= day or flow.moves:
            yield _day(level, day, flow, held, after)
        held = after


def _day(
    level: LevelName, day: date, flow: Flow, held: dict[Fund, Cents], after: dict[Fund, Cents]
) -> MeterDay:
    return MeterDay(
        progressive=level.progressive,
        level=level.level,
        day=day,
        opening=Cents(sum(held.values())),
        seeds=Cents(flow.reasons[TransferReason.SEED] + flow.reasons[TransferReason.RELOCK]),
        contributions=flow.into(Fund.METER, Fund.CONTRIBUTIONS),
        overflow=flow.into(Fund.OVERFLOW, Fund.CONTRIBUTIONS),
        reserve=flow.into(Fund.RESERVE, Fund.CONTRIBUTIONS),
        hits=flow.hits,
        paid=Cents(-flow.reasons[TransferReason.AWARD]),
        reversals=Cents(flow.reasons[TransferReason.REVERSAL]),
        adjustments=Cents(flow.reasons[TransferReason.ADJUSTMENT]),
        transfers=Cents(flow.reasons[TransferReason.REMOVAL]),
        closing=Cents(sum(after.values())),
        display_opening=held[Fund.METER],
        display_closing=after[Fund.METER],
        overflow_closing=after[Fund.OVERFLOW],
        reserve_closing=after[Fund.RESERVE],
        pending_closing=after[Fund.PENDING],
        lowered=Cents(flow.lowered),
        unexplained=Cents(flow.unexplained),
    )


def _readings(ledger: DayLedger) -> list[MeterReading]:
    """The last reading of each level and day, those with an award, and those just before one."""
    found = [
        (shown, level, day)
        for level, days in ledger.days.items()
        for day, one in days.items()
        for shown in one.shown
    ]
    return [
        MeterReading(
            progressive=level.progressive,
            level=level.level,
            sequence=shown.sequence,
            at=shown.at,
            day=day,
            display=Cents(shown.display),
            paid=Cents(shown.paid),
        )
        for shown, level, day in sorted(found, key=lambda one: (one[0].sequence, one[0].place))
    ]
