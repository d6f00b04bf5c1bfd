"""The money of every level, day by day, from what is recorded of each day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from upcard.books.histories import History
from upcard.jackpot.accounts import HELD, Fund
from upcard.journal.facts import Wanted
from upcard.money import Cents
from upcard.room.projections.flows import LEVEL
from upcard.room.projections.level_days import FLOW, Flow, LevelDay, LevelName

__all__ = ["DayLedger", "Flow", "LevelDay", "LevelName", "read_ledger"]
ACCRUED: Final = (*HELD, Fund.PAID)
"""The funds whose sum is what became owed, paid or not."""
TOGETHER: Final = 31
"""How many days are read at once by somebody who goes back in time."""


@dataclass(slots=True)
class DayLedger:
    """All levels by gaming day, over the days of a period."""

    history: History
    days: dict[LevelName, dict[date, LevelDay]] = field(default_factory=dict)
    opened: dict[LevelName, date] = field(default_factory=dict)
    _before: dict[LevelName, dict[Fund, int]] = field(default_factory=dict)
    """What each fund held when the period began."""

    def flow(self, level: LevelName, day: date) -> Flow | None:
        """The flow of a level on a day of the period, if there was any."""
        found = self.days.get(level, {}).get(day)
        return found.flow if found else None

    def before(self, level: LevelName, fund: Fund) -> Cents:
        """What a fund of *level* held when the period began."""
        return Cents(self._before[level].get(fund, 0))

    def total(self, level: LevelName, fund: Fund) -> Cents:
        """What a fund of *level* held when the period was over."""
        days = self.days.get(level)
        return Cents(days[max(days)].closing[fund]) if days else self.before(level, fund)

    def levels_of(self, progressive: str) -> list[LevelName]:
        """The levels of a progressive, top first."""
        return [level for level in self.opened if level.progressive == progressive]

    @property
    def progressives(self) -> list[str]:
        """Every progressive, in the order they were opened."""
        return list(dict.fromkeys(level.progressive for level in self.opened))

    def accrued(self, progressive: str) -> Cents:
        """What became owed to players until the end of the period, paid or not."""
        levels = self.levels_of(progressive)
        return Cents(sum(self.total(level, fund) for level in levels for fund in ACCRUED))

    def accrued_back(self, progressive: str) -> Iterator[tuple[date, int]]:
        """What became owed on each day up to the end of the period, the newest day first."""
        last = self.history.period.last.toordinal()
        while days := self._days_until(progressive, last):
            found: dict[int, int] = defaultdict(int)
            first = max(days) - TOGETHER
            for level in self.levels_of(progressive):
                wanted = Wanted(FLOW, subject=str(level), numbers=(first, last))
                for said in self.history.said(wanted):
                    found[said.fact.name.number] += LevelDay.of(said.data).flow.accrued
            for ordinal in sorted(found, reverse=True):
                yield date.fromordinal(ordinal), found[ordinal]
            last = first - 1

    def _days_until(self, progressive: str, last: int) -> list[int]:
        """The last day of each level on which anything moved, up to a day."""
        found = (_last_day(self.history, one, last) for one in self.levels_of(progressive))
        return [said.toordinal() for said, _ in filter(None, found)]

    def open(self, level: LevelName, on: date) -> None:
        """Note a level that was opened on a day, with what it held when the period began."""
        self.opened[level] = on
        if days := self.days.get(level):
            self._before[level] = days[min(days)].opening
        else:
            found = _last_day(self.history, level, self.history.period.last.toordinal())
            self._before[level] = found[1].closing if found else {}


def _last_day(history: History, level: LevelName, last: int) -> tuple[date, LevelDay] | None:
    wanted = Wanted(FLOW, subject=str(level), numbers=(0, last), most=1, newest_first=True)
    for said in history.said(wanted):
        return said.day, LevelDay.of(said.data)
    return None


def read_ledger(history: History) -> DayLedger:
    """Every level that was opened by the end of the period, over its days."""
    ledger = DayLedger(history)
    for said in history.within(FLOW):
        ledger.days.setdefault(_level(said.data), {})[said.day] = LevelDay.of(said.data)
    levels = history.until(LEVEL)
    for said in sorted(levels, key=lambda one: (one.sequence, one.data["place"])):
        ledger.open(_level(said.data), said.day)
    return ledger


def _level(data: dict[str, str]) -> LevelName:
    return LevelName(data["progressive"], data["level"])
