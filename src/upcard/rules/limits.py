"""Dated limits on a single wager, looked up by the date of the round."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field

from upcard.game.explained import Line, Money, Name, Section, explained
from upcard.money import Cents


class DatedLimit(Section):
    """A single-wager limit and the day it came into force."""

    since: date = explained("The first day it applies.", says="the regulation named in source")
    amount: Money = explained("The largest single wager.", says="the regulation named in source")


class LimitSchedule(Section):
    """A file in catalogue/limits: how one jurisdiction's limit has changed."""

    name: Name = explained("The schedule's name.", says="the catalogue")
    source: Line = explained("The regulation.", says="the catalogue")
    single_wager: Annotated[tuple[DatedLimit, ...], Field(min_length=1)] = explained(
        "The limits, oldest first.", says="the regulation named in source"
    )

    def on(self, day: date | None) -> Cents:
        """
        The limit in force on *day*; without a day, the newest.

        Before the first entry nothing could be wagered, so the limit is 0.
        """
        if day is None:
            return self.single_wager[-1].amount
        in_force = [limit.amount for limit in self.single_wager if limit.since <= day]
        return in_force[-1] if in_force else Cents(0)
