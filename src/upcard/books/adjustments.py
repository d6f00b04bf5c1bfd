"""Every adjustment of a meter: before, after, why, on whose word."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from upcard.books.histories import FactSource, Header, History, Period, Said, Stamp
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentReason
from upcard.jackpot.events import Adjusted
from upcard.money import Cents
from upcard.plain import untagged
from upcard.room.projections.funds import ADJUSTMENT

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


def build(record: FactSource, period: Period, stamp: Stamp) -> AdjustmentsReport:
    """The adjustments of *period*, on the day they were made."""
    history = History(record, period)
    return AdjustmentsReport(
        header=history.header(NAME, TITLE, stamp),
        adjustments=tuple(_adjustment(said) for said in history.within(ADJUSTMENT)),
    )


def _adjustment(said: Said) -> Adjustment:
    event: Adjusted = untagged(said.data["event"], _ADJUSTED)
    return Adjustment(
        sequence=said.sequence,
        day=said.day,
        at=said.data["at"],
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


_ADJUSTED: Final = {"Adjusted": Adjusted}
