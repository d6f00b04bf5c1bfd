"""Where projections write: facts before and after one entry."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from upcard.journal.entries import Fact, Name
from upcard.plain import Decoded
from upcard.room.events import RoomEvent
from upcard.room.state import RoomState, apply
from upcard.room.table_states import TableState

Data = Decoded
"""What a fact says."""
_ENCODE: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
Look = Callable[[Name], Fact | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChange:
    """One entry: what happened, and the room before and after it."""

    sequence: int
    at: str
    day: date
    """The gaming day."""
    by: str
    """The badge that ordered it; empty where the room itself did."""
    events: Sequence[RoomEvent]
    before: RoomState
    after: RoomState

    def concerning(self, kinds: frozenset[type]) -> Iterator[tuple[int, RoomEvent]]:
        """The events of some kinds, each with its place in the entry."""
        return ((place, one) for place, one in enumerate(self.events) if type(one) in kinds)

    def table_before(self, table: str, place: int) -> TableState:
        """A table as it was just before the event at that place of the entry."""
        state = self.before
        for event in self.events[:place]:
            if getattr(event, "table", None) == table:
                state = apply(state, event)
        return state.tables[table]

    def name_of(self, badge: str) -> str:
        """The holder of a badge, or the badge itself if nobody has it."""
        member = self.after.staff.get(badge)
        return member.name if member else badge


@dataclass(slots=True)
class Notebook:
    """The facts that one entry changes; *look* finds what there was before."""

    look: Look
    changed: dict[Name, Fact] = field(default_factory=dict)

    def get(self, name: Name) -> Data | None:
        """What a fact says now."""
        fact = self.fact(name)
        return json.loads(fact.payload) if fact else None

    def fact(self, name: Name) -> Fact | None:
        """A fact as it is now."""
        return self.changed.get(name) or self.look(name)

    def put(
        self, name: Name, change: FactChange, data: Mapping[str, object], *, dated: bool = True
    ) -> None:
        """Write or replace a fact; one that is not *dated* belongs to no day."""
        day = change.day.isoformat() if dated else ""
        self.changed[name] = fact_of(name, day, change.sequence, data)

    def put_once(self, name: Name, change: FactChange, data: Mapping[str, object]) -> None:
        """Write a fact that never changes, unless it is there."""
        if name not in self.changed and self.look(name) is None:
            self.put(name, change, data, dated=False)


def fact_of(name: Name, day: str, sequence: int, data: Mapping[str, object]) -> Fact:
    """A fact that says *data*."""
    return Fact(name, day, sequence, text_of(data))


def text_of(data: Mapping[str, object]) -> str:
    """What a fact says, as it is written."""
    return _ENCODE(data)


def number_of(change: FactChange, place: int) -> int:
    """
    The number of the event at a place of an entry, over the whole journal.

    An entry has fewer than a thousand events.
    """
    return change.sequence * 1000 + place
