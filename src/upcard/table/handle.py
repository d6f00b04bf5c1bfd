"""Carry out one command: its event, and the events that follow."""

from __future__ import annotations

from upcard.table.commands import Command
from upcard.table.decide import decide
from upcard.table.events import Event
from upcard.table.evolve import evolve
from upcard.table.follows import follows
from upcard.table.rounds import Round


def handle(round_: Round, command: Command) -> tuple[Round, list[Event]]:
    """The round after *command* and every event on the way; a `Refused` changes nothing."""
    event = decide(round_, command)
    events = [event]
    round_ = evolve(round_, event)
    while batch := follows(round_):
        for event in batch:
            round_ = evolve(round_, event)
        events += batch
    return round_, events
