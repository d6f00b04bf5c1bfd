"""The facts of one entry: every projection, one after the other."""

from __future__ import annotations

from datetime import date
from typing import Final

from upcard.journal import Journal
from upcard.journal.entries import Fact, Name
from upcard.journal.facts import Wanted
from upcard.room.projections import (
    award_facts,
    configuration_facts,
    drill_facts,
    flows,
    funds,
    incidents,
    round_facts,
    shoe_facts,
)
from upcard.room.projections.funds import DAY
from upcard.room.projections.notebooks import FactChange, Look, Notebook

FORM: Final = 4
"""Raise it whenever facts change, so that rooms rebuild theirs."""
PROJECTED: Final = Name("projected", "", 0)
"""The fact that says in which form the others are."""
_ALL: Final = (
    award_facts,
    round_facts,
    shoe_facts,
    flows,
    incidents,
    configuration_facts,
    funds,
    drill_facts,
)


def last_day(journal: Journal) -> date | None:
    """The gaming day of the last entry; None before the first."""
    found = journal.facts(Wanted(DAY, subject="", most=1, newest_first=True))
    return date.fromisoformat(found[0].day) if found else None


def project(look: Look, change: FactChange, last_day: date | None) -> list[Fact]:
    """The facts that an entry changes; *last_day* is the gaming day of the entry before it."""
    book = Notebook(look)
    kinds = frozenset(map(type, change.events))
    for one in _ALL:
        if not one.CONCERNS.isdisjoint(kinds):
            one.take(book, change)
    if change.day != last_day:
        book.put(Name(DAY, "", change.sequence), change, {})
    if change.sequence == 1:
        book.put(PROJECTED, change, {"form": FORM}, dated=False)
    return list(book.changed.values())
