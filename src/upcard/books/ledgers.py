"""The money of every level, day by day, from what is recorded of each day."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

from upcard.books.histories import History
from upcard.jackpot.accounts import Fund
from upcard.money import Cents
from upcard.room.projections.flows import FLOW, LEVEL, Flow, LevelDay, LevelName

__all__ = ["DayLedger", "Flow", "LevelDay", "LevelName", "read_ledger"]


@dataclass(slots=True)
class DayLedger:
    """All levels by gaming day."""

    days: dict[LevelName, dict[date, LevelDay]] = field(default_factory=dict)
    opened: dict[LevelName, date] = field(default_factory=dict)

    def flow(self, level: LevelName, day: date) -> Flow | None:
        """The flow of a level on a day, if there was any."""
        found = self.days.get(level, {}).get(day)
        return found.flow if found else None

    def before(self, level: LevelName, day: date, fund: Fund) -> Cents:
        """What a fund of *level* held when *day* began."""
        days = self.days.get(level, {})
        return Cents(sum(one.flow.change(fund) for on, one in days.items() if on < day))

    def total(self, level: LevelName, fund: Fund) -> Cents:
        """What a fund of *level* holds after everything."""
        return Cents(sum(one.flow.change(fund) for one in self.days.get(level, {}).values()))

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
            for day, one in self.days.get(level, {}).items():
                found[day] += one.flow.accrued
        return dict(sorted(found.items()))


def read_ledger(history: History) -> DayLedger:
    """Every level that was opened by the end of the period, from its first day on."""
    ledger = DayLedger()
    levels = history.until(LEVEL)
    for said in sorted(levels, key=lambda one: (one.sequence, one.data["place"])):
        ledger.opened[_level(said.data)] = said.day
    for said in history.until(FLOW):
        ledger.days.setdefault(_level(said.data), {})[said.day] = LevelDay.of(said.data)
    return ledger


def _level(data: dict[str, str]) -> LevelName:
    return LevelName(data["progressive"], data["level"])
