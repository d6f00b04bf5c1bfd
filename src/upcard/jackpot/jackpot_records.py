"""Events, commands and states as plain data, and back, for storage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from upcard.jackpot.commands import Command
from upcard.jackpot.events import Event
from upcard.jackpot.levels import Jackpots
from upcard.plain import CodecError, Plain, kinds_of, read, tagged, untagged, written_fields

RecordError = CodecError
EVENTS = kinds_of(Event)
COMMANDS = kinds_of(Command)


def write_event(event: Event) -> dict[str, Plain]:
    """The event as plain data, named by its kind."""
    return tagged(event)


def read_event(data: Mapping[str, Plain]) -> Event:
    """The event that `write_event` wrote."""
    event: Event = untagged(data, EVENTS)
    return event


def write_command(command: Command) -> dict[str, Plain]:
    """The command as plain data, named by its kind."""
    return tagged(command)


def read_command(data: Mapping[str, Plain]) -> Command:
    """The command that `write_command` wrote."""
    command: Command = untagged(data, COMMANDS)
    return command


def write_state(jackpots: Jackpots) -> dict[str, Plain]:
    """The whole state as plain data, for a snapshot."""
    return written_fields(jackpots)


def read_state(data: Mapping[str, Plain]) -> Jackpots:
    """The state that `write_state` wrote."""
    return read(data, Jackpots)


def state_digest(jackpots: Jackpots) -> str:
    """A fingerprint of everything the state holds, equal on every machine."""
    text = json.dumps(write_state(jackpots), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
