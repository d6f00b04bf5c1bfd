"""Facts in memory: what entries make, for tests that need no database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from upcard.journal import Checkpoint
from upcard.journal.entries import START, Fact, Name
from upcard.journal.facts import Wanted
from upcard.room.clocks import gaming_day
from upcard.room.projections.entry_facts import project
from upcard.room.projections.notebooks import FactChange
from upcard.room.room_records import Recorded
from upcard.room.state import RoomState, apply


class MemoryFacts:
    """The facts of a few entries, asked like a journal's."""

    def __init__(self, entries: Iterable[Recorded] = ()) -> None:
        self._facts: dict[Name, Fact] = {}
        self._hashes: dict[int, str] = {}
        state, last = RoomState(), None
        for entry in entries:
            self._hashes[entry.sequence] = entry.hash
            before = state
            for event in entry.events:
                state = apply(state, event)
            day = entry.day or gaming_day(datetime.fromisoformat(entry.at), state.day_starts_at)
            change = FactChange(
                sequence=entry.sequence,
                at=entry.at,
                day=day,
                by=entry.by,
                events=entry.events,
                before=before,
                after=state,
            )
            facts = project(self.fact, change, last)
            self._facts.update({fact.name: fact for fact in facts})
            last = day

    def fact(self, name: Name) -> Fact | None:
        """The fact of that name."""
        return self._facts.get(name)

    def facts(self, wanted: Wanted) -> list[Fact]:
        """The facts that somebody asks for."""
        found = [fact for fact in self._facts.values() if _fits(fact, wanted)]
        rows = {fact.name: {**fact.name._asdict(), "sequence": fact.sequence} for fact in found}
        found.sort(
            key=lambda fact: [rows[fact.name][column] for column in wanted.order],
            reverse=wanted.newest_first,
        )
        return found[: wanted.most]

    def keep(self, fact: Fact) -> None:
        """Keep a fact that follows from no entry."""
        self._facts[fact.name] = fact

    def head(self) -> Checkpoint:
        """The last entry."""
        last = max(self._hashes, default=0)
        return Checkpoint(last, self.hash_of(last)) if last else START

    def hash_of(self, sequence: int) -> str:
        """The hash of an entry."""
        return self._hashes[sequence]


def _fits(fact: Fact, wanted: Wanted) -> bool:
    name = fact.name
    return (
        name.kind == wanted.kind
        and wanted.subject in (None, name.subject)
        and (wanted.days is None or wanted.days[0] <= fact.day <= wanted.days[1])
        and (wanted.numbers is None or wanted.numbers[0] <= name.number <= wanted.numbers[1])
        and (wanted.after is None or fact.sequence > wanted.after)
        and (wanted.before is None or fact.sequence < wanted.before)
    )
