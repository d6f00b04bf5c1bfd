"""Commands and events of the table as plain data, for journals and wires, and back."""

from __future__ import annotations

from upcard.plain import CodecError, Plain, kinds_of, tagged, untagged
from upcard.table.commands import Command
from upcard.table.events import Event

__all__ = ["CodecError", "command_from_data", "event_from_data", "to_data"]


def to_data(value: Command | Event) -> dict[str, Plain]:
    """
    A command or an event as JSON-ready data; "kind" names it.

    >>> from upcard.cards import Card
    >>> from upcard.table.commands import Deal
    >>> to_data(Deal(Card.parse("9h")))
    {'kind': 'Deal', 'card': '9h'}
    """
    return tagged(value)


def event_from_data(data: object) -> Event:
    """The event that `to_data` wrote."""
    event: Event = untagged(data, kinds_of(Event))
    return event


def command_from_data(data: object) -> Command:
    """The command that `to_data` wrote, checked field by field, as clients may send anything."""
    command: Command = untagged(data, kinds_of(Command))
    return command
