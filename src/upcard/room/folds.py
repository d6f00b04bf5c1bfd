"""Build the room from recorded entries. This needs no seed, and hidden cards stay hidden."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.journal import Entry
from upcard.room.room_records import events_of
from upcard.room.state import RoomState, apply_all


def after_entry(state: RoomState, entry: Entry) -> RoomState:
    """The room after *entry*."""
    return apply_all(state, events_of(entry))


def folded(entries: Iterable[Entry]) -> RoomState:
    """The room that *entries* make, from the beginning."""
    state = RoomState()
    for entry in entries:
        state = after_entry(state, entry)
    return state
