"""
Day totals kept beside the rounds: a report of a closed day reads those, and no round.

They are added up beside the room, not in the transaction of an entry: a fact says up to which
entry all rounds are in them (`TOTALLED`), and a reader adds the few that ended later. So a
total is right at any moment, for a day that goes on as for one that is over, and also where a
clock that was set back makes a day longer that was closed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import date
from typing import Final

from sqlalchemy import Connection

from upcard.journal import Journal, Seals
from upcard.journal.engines import reading
from upcard.journal.entries import Fact, Name
from upcard.journal.facts import (
    TOTAL,
    TOTALLED,
    Wanted,
    each_fact,
    fact_named,
    facts_of,
    save_facts,
)
from upcard.journal.readers import head
from upcard.journal.transactions import take_turn
from upcard.room.projections.funds import DAY
from upcard.room.projections.past_rounds import ROUND, RoundFact
from upcard.room.projections.totals import DayTotal

PIECE: Final = 500
"""How many rounds are read at once: nobody may read for long while tables write."""
UNTIL: Final = Name(TOTALLED, "", 0)
"""The fact whose entry is the last that totals know of."""


Look = Callable[[Name], Fact | None]


def totals_until(look: Look) -> int:
    """The entry up to which every round is in the total of its day; 0 where there is none."""
    found = look(UNTIL)
    return found.sequence if found else 0


def ended(fact: Fact) -> RoundFact | None:
    """The round of a fact, if it is over."""
    played = RoundFact.of(fact, json.loads(fact.payload))
    return None if played.is_open else played


class Totals:
    """Totals that rounds are added to; *look* finds what was added before."""

    def __init__(self, look: Look = lambda _: None) -> None:
        self._look = look
        self._found: dict[tuple[str, date], DayTotal] = {}

    def add(self, played: RoundFact) -> None:
        """Count a round that is over."""
        key = played.table, played.day
        if key not in self._found:
            empty = DayTotal(*key)
            kept = self._look(empty.name)
            self._found[key] = DayTotal.of(kept, json.loads(kept.payload)) if kept else empty
        self._found[key].add(played)

    @property
    def facts(self) -> list[Fact]:
        """Each as it is kept."""
        return [total.fact for total in self._found.values()]


def bring_up_to_date(journal: Journal) -> int:
    """Add the rounds that ended since the last time; the entry that totals now go up to."""
    before = totals_until(journal.fact)
    facts, last = _added_since(journal, before)
    with journal.engine.begin() as connection:
        take_turn(connection, journal.seals)
        now = totals_until(lambda name: fact_named(connection, journal.seals, name))
        if now == before:
            save_facts(connection, journal.seals, [*facts, _until(last)])
            return last
    # Another process or thread has added something meanwhile.
    return now if now >= last else bring_up_to_date(journal)


def _until(last: int) -> Fact:
    return Fact(UNTIL, "", last, "{}")


def _added_since(journal: Journal, before: int) -> tuple[list[Fact], int]:
    """
    The totals that the rounds after entry *before* change, and the entry they go up to.

    A round is read again when an award of it is reversed between two pieces: it counts once.
    """
    totals, counted, after = Totals(journal.fact), set[Name](), before
    while True:
        with reading(journal.engine) as connection:
            facts = facts_of(connection, journal.seals, Wanted(ROUND, after=after, most=PIECE))
            last = head(connection, journal.seals).sequence
        for fact in facts:
            played = None if fact.name in counted else ended(fact)
            if played is not None and played.last > before:
                totals.add(played)
                counted.add(fact.name)
        if len(facts) < PIECE:
            return totals.facts, last
        after = facts[-1].sequence - 1  # The next piece may have more of the same entry.


def write_totals(connection: Connection, seals: Seals | None, last: int) -> None:
    """Add up every round in a table of facts that has no totals; *last* is the last entry."""
    for day in _days(connection, seals):
        save_facts(connection, seals, _totals_on(connection, seals, day, last))
    save_facts(connection, seals, [_until(last)])


def _days(connection: Connection, seals: Seals | None) -> list[str]:
    return sorted({fact.day for fact in each_fact(connection, seals, Wanted(DAY))})


def _totals_on(connection: Connection, seals: Seals | None, day: str, last: int) -> list[Fact]:
    """The totals of one day, from the rounds that ended up to entry *last*."""
    totals = Totals()
    for fact in each_fact(connection, seals, Wanted(ROUND, days=(day, day))):
        played = ended(fact)
        if played is not None and played.last <= last:
            totals.add(played)
    return totals.facts


def totals_difference(made: Connection, kept: Connection, seals: Seals | None, last: int) -> str:
    """
    The first total in *kept* that is not what the rounds in *made* add up to; empty if none.

    *made* has the rounds up to entry *last*: totals with later rounds are passed by.
    """
    until = min(last, totals_until(lambda name: fact_named(kept, seals, name)))
    count = 0
    for day in _days(made, None):
        added = _by_name(_totals_on(made, None, day, until))
        found = _by_name(each_fact(kept, seals, Wanted(TOTAL, days=(day, day))))
        count += sum(one.sequence <= last for one in found.values())
        for name in sorted(added.keys() | found.keys()):
            is_later = name in found and found[name].sequence > last
            if not is_later and added.get(name) != found.get(name):
                return f"the total of {name.subject} on {day} is not what its rounds add up to"
    every = sum(one.sequence <= last for one in each_fact(kept, seals, Wanted(TOTAL)))
    return "there is a total of a day on which nothing is recorded" if every != count else ""


def _by_name(facts: Iterable[Fact]) -> dict[Name, Fact]:
    return {fact.name: fact for fact in facts}
