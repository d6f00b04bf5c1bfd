"""Every award from claim to payment, voided claims and reversals included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from upcard.books.histories import FactSource, Header, History, Period, Stamp
from upcard.plain import Decoded, read
from upcard.room.projections.award_facts import (
    AWARD_ON,
    TRAY_WIN,
    AwardLine,
    AwardOutcome,
    TrayWin,
    line_of,
)

__all__ = ["AwardLine", "AwardOutcome", "AwardsReport", "TrayWin", "award_then", "build"]

NAME: Final = "awards"
TITLE: Final = "Awards"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardsReport:
    """The awards of which something happened in a period, and reported wins from the tray."""

    header: Header
    awards: tuple[AwardLine, ...]
    tray_wins: tuple[TrayWin, ...]


def build(record: FactSource, period: Period, stamp: Stamp) -> AwardsReport:
    """The awards of *period*."""
    history = History(record, period)
    touched = [said for said in history.within(AWARD_ON) if said.data["is_touched"]]
    ids = dict.fromkeys(said.fact.name.subject for said in touched)
    awards = sorted((award_then(history, one) for one in ids), key=lambda data: data["claimed"])
    return AwardsReport(
        header=history.header(NAME, TITLE, stamp),
        awards=tuple(line_of(data) for data in awards),
        tray_wins=tuple(read(said.data, TrayWin) for said in history.within(TRAY_WIN)),
    )


def award_then(history: History, award_id: str) -> Decoded:
    """An award as it was at the end of the period."""
    found = history.until(AWARD_ON, award_id)
    return max(found, key=lambda said: said.fact.name.number).data
