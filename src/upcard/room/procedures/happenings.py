"""Collect events, applying each one before the next is decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from upcard.jackpot import Event as JackpotEvent
from upcard.jackpot import Person
from upcard.jackpot import decide as decide_jackpot
from upcard.jackpot.commands import Command as JackpotCommand
from upcard.room.events import RoomEvent
from upcard.room.money_events import JackpotHappened
from upcard.room.people.staff import Member
from upcard.room.refusals import RoomRefusal, RoomRefused
from upcard.room.state import RoomState, after_events, apply
from upcard.room.table_events import HoleRevealed, TableHappened
from upcard.room.table_states import TableState
from upcard.table import Round, decide, evolve, handle
from upcard.table.commands import Command
from upcard.table.events import CardDealt, HoleCardShown
from upcard.table.events import Event as TableEvent
from upcard.table.games import CardSource
from upcard.table.rounds import DEALER


@dataclass(slots=True)
class Happenings:
    """The room while an order is being decided: its state so far, and what happened."""

    state: RoomState
    events: list[RoomEvent] = field(default_factory=list)

    def add(self, event: RoomEvent) -> None:
        """Something happened."""
        self.state = apply(self.state, event)
        self.events.append(event)

    def table(self, name: str) -> TableState:
        """The table of that name."""
        table = self.state.tables.get(name)
        if table is None:
            known = ", ".join(self.state.tables) or "none"
            raise RoomRefused(RoomRefusal.TABLE_UNKNOWN, f"table is {name!r}: the room has {known}")
        return table

    def round_on(self, name: str) -> Round:
        """The round that is open on a table."""
        round_ = self.table(name).round
        assert round_ is not None, f"a round is open on {name}"
        return round_

    def at_table(self, name: str, command: Command) -> list[TableEvent]:
        """
        Carry a command out at a table.

        Where the hole card cannot be known nothing follows by itself: nobody may settle by a card
        that is not there. An award can still be claimed, paid or taken off.
        """
        before = self.round_on(name)
        if self.table(name).is_hole_unknown:
            event = decide(before, command)
            round_, events = evolve(before, event), [event]
        else:
            round_, events = handle(before, command)
        self.happened_at(name, round_, events)
        return events

    def happened_at(self, name: str, round_: Round, events: Sequence[TableEvent]) -> None:
        """*events* made the round on a table *round_*; face-down cards stay hidden."""
        before = self.round_on(name)
        dealer, is_digital = len(before.dealer), before.game.cards is CardSource.DIGITAL
        for event in events:
            to_dealer = isinstance(event, CardDealt) and event.to == DEALER
            is_hole = to_dealer and dealer == 1 and not before.game.house.second_card_last
            is_hidden = is_hole and (is_digital or round_.is_hole_untold)
            self.events.append(TableHappened(name, event, is_hidden))
            dealer += to_dealer
            if isinstance(event, HoleCardShown):
                self.events.append(HoleRevealed(name, round_.dealer[1]))
        self.state = after_events(self.state, name, round_, events)

    def at_jackpot(self, command: JackpotCommand) -> list[JackpotEvent]:
        """Carry a command out on a progressive."""
        events = decide_jackpot(self.state.jackpots, command)
        for event in events:
            self.add(JackpotHappened(event))
        return events


def person(member: Member) -> Person:
    """A member as the ledger names people."""
    return Person(member.name, member.role.value)
