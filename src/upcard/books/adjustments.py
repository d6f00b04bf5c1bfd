"""Every adjustment of a meter: before, after, why, on whose word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from upcard.books.histories import Header, Period, Stamp, read_history
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentReason
from upcard.jackpot.events import Adjusted
from upcard.money import Cents
from upcard.room.records import Recorded

NAME: Final = "adjustments"
TITLE: Final = "Adjustments"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """One adjustment of a fund."""

    sequence: int
    day: date
    at: str
    progressive: str
    level: str
    fund: Fund
    before: Cents
    after: Cents
    delta: Cents
    reason: AdjustmentReason
    evidence: str
    by: str
    approved_by: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentsReport:
    """The adjustments of a period."""

    header: Header
    adjustments: tuple[Adjustment, ...]


def build(entries: Iterable[Recorded], period: Period, stamp: Stamp) -> AdjustmentsReport:
    """The adjustments of *period*, on the day they were made."""
    history = read_history(entries, period)
    return AdjustmentsReport(
        header=history.header(NAME, TITLE, stamp),
        adjustments=tuple(
            _adjustment(entry, day, event)
            for entry, day, event in history.jackpot_events()
            if isinstance(event, Adjusted) and day in period
        ),
    )


def _adjustment(entry: Recorded, day: date, event: Adjusted) -> Adjustment:
    return Adjustment(
        sequence=entry.sequence,
        day=day,
        at=entry.at,
        progressive=event.progressive,
        level=event.level,
        fund=event.fund,
        before=event.before,
        after=event.after,
        delta=Cents(event.after - event.before),
        reason=event.reason,
        evidence=event.evidence,
        by=str(event.by),
        approved_by=str(event.approved_by),
        id=event.adjustment_id,
    )
