"""Dated thresholds for reporting wins to the tax office."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from upcard.money import Cents, read_money
from upcard.plain import Decoded


@dataclass(frozen=True, slots=True, kw_only=True)
class Reportable:
    """Which wins are reported to the tax office from a day on."""

    since: date
    times: int
    """At least this many times the wager..."""
    least: Cents
    """... and at least so much."""

    def is_reached(self, amount: Cents, stake: Cents) -> bool:
        """
        Whether a win of *amount* on a wager of *stake* is reported.

        >>> rule = Reportable(since=date(2026, 1, 1), times=300, least=Cents(200_000))
        >>> rule.is_reached(Cents(200_000), Cents(500)), rule.is_reached(Cents(199_999), Cents(500))
        (True, False)
        """
        return amount >= self.times * stake and amount >= self.least

    @property
    def said(self) -> str:
        """The rule in words."""
        return (
            f"from {self.times} times the wager and ${self.least // 100:,} on, since {self.since}"
        )


@cache
def reportable_on(day: date) -> Reportable:
    """
    The rule in force on *day*.

    >>> [reportable_on(date(year, 12, 31)).least for year in (2025, 2026)]
    [60000, 200000]
    """
    rules = (
        Reportable(since=raw["since"], times=raw["times"], least=read_money(raw["from"]))
        for raw in _read("tax.toml")["reportable"]
    )
    return max((rule for rule in rules if rule.since <= day), key=lambda rule: rule.since)


def _read(name: str) -> Decoded:
    return tomllib.loads((files("upcard.room") / name).read_text("utf-8"))
