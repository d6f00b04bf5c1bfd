"""Folding recorded entries into the room."""

from __future__ import annotations

from collections.abc import Iterable

from upcard.journal import Entry
from upcard.room.records import Hidden, event_from_data, is_hidden
from upcard.room.shoes import SeedVault
from upcard.room.state import RoomState, apply


class Fold:
    """What entries make of a room; a card that lies face down is read from its shoe's seed."""

    def __init__(self, vault: SeedVault) -> None:
        self._hidden = Hidden(vault)

    def after(self, state: RoomState, entry: Entry) -> RoomState:
        """The room after *entry*."""
        for data in entry.event_payloads:
            hole = None
            if is_hidden(data):
                shoe = state.tables[data["table"]].shoe
                assert shoe is not None, "a card comes from a shoe"
                hole = self._hidden.card(data["table"], shoe)
            state = apply(state, event_from_data(data, hole))
        return state

    def after_all(self, entries: Iterable[Entry]) -> RoomState:
        """The room that *entries* make, from nothing."""
        state = RoomState()
        for entry in entries:
            state = self.after(state, entry)
        return state
