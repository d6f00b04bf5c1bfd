"""Events, commands and states as plain data and back, for whoever stores them."""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from upcard.jackpot import commands, events
from upcard.jackpot.accounts import Account
from upcard.jackpot.commands import Command
from upcard.jackpot.events import Event
from upcard.jackpot.levels import Jackpots

Plain = Any
"""What JSON can say, without floats: money has none."""

EVENTS = {kind.__name__: kind for kind in get_args(events.Event)}
COMMANDS = {kind.__name__: kind for kind in get_args(commands.Command)}


class RecordError(ValueError):
    """Data that is not a record of this version."""


def write_event(event: Event) -> dict[str, Plain]:
    """The event as plain data, named by its kind."""
    return {"event": type(event).__name__, **_written(event)}


def read_event(data: Mapping[str, Plain]) -> Event:
    """The event that `write_event` wrote."""
    return cast(Event, _named(EVENTS, "event", data))


def write_command(command: Command) -> dict[str, Plain]:
    """The command as plain data, named by its kind."""
    return {"command": type(command).__name__, **_written(command)}


def read_command(data: Mapping[str, Plain]) -> Command:
    """The command that `write_command` wrote."""
    return cast(Command, _named(COMMANDS, "command", data))


def write_state(jackpots: Jackpots) -> dict[str, Plain]:
    """The whole state as plain data, for a snapshot."""
    return cast(dict[str, Plain], _written(jackpots))


def read_state(data: Mapping[str, Plain]) -> Jackpots:
    """The state that `write_state` wrote."""
    return cast(Jackpots, _reader(Jackpots)(data))


def state_digest(jackpots: Jackpots) -> str:
    """A fingerprint of everything the state holds, equal on every machine."""
    text = json.dumps(write_state(jackpots), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _named(kinds: Mapping[str, type], tag: str, data: Mapping[str, Plain]) -> Any:
    kind = kinds.get(data.get(tag, ""))
    if kind is None:
        raise RecordError(f"{tag} is {data.get(tag)!r}: it is one of {', '.join(kinds)}")
    return _reader(kind)({key: value for key, value in data.items() if key != tag})


def _written(value: Any) -> Plain:
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Fraction | Account):
        return str(value)
    if isinstance(value, Mapping):
        return {str(_written(key)): _written(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    return {name: _written(getattr(value, name)) for name in _names(cast(Hashable, type(value)))}


@cache
def _names(kind: Hashable) -> tuple[str, ...]:
    assert is_dataclass(kind), f"{kind} has no written form"
    return tuple(field.name for field in fields(kind))


@cache
def _reader(kind: Any) -> Callable[[Plain], Any]:
    """What turns plain data into a value of type *kind*."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Account:
        return Account.parse
    if kind is Fraction or (isinstance(kind, type) and issubclass(kind, Enum)):
        return cast(Callable[[Plain], Any], kind)
    if is_dataclass(kind):
        return _dataclass_reader(cast(type, kind))
    if origin in (Union, types.UnionType):
        (some,) = (arm for arm in inner if arm is not type(None))
        return _optional(_reader(some))
    if origin is tuple:
        return _many(tuple, _reader(inner[0]))
    if origin is frozenset:
        return frozenset
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(_reader(inner[0]), _reader(inner[1]))
    return _exactly(getattr(kind, "__supertype__", kind))


def _dataclass_reader(kind: type) -> Callable[[Plain], Any]:
    hints = get_type_hints(kind)
    readers = {name: _reader(hints[name]) for name in _names(kind)}

    def read(data: Plain) -> Any:
        if not isinstance(data, Mapping) or set(data) != set(readers):
            raise RecordError(f"{kind.__name__} is {data!r}: it has {', '.join(readers)}")
        return kind(**{name: reader(data[name]) for name, reader in readers.items()})

    return read


def _mapping_reader(
    read_key: Callable[[Plain], Any], read_value: Callable[[Plain], Any]
) -> Callable[[Plain], Any]:
    def read(data: Plain) -> Any:
        return MappingProxyType({read_key(key): read_value(item) for key, item in data.items()})

    return read


def _many(
    into: Callable[[Iterable[Any]], Any], reader: Callable[[Plain], Any]
) -> Callable[[Plain], Any]:
    return lambda data: into(reader(item) for item in data)


def _optional(reader: Callable[[Plain], Any]) -> Callable[[Plain], Any]:
    return lambda data: None if data is None else reader(data)


def _exactly(kind: type) -> Callable[[Plain], Any]:
    """Strict: True is not a number, and "1" is not one either."""

    def read(data: Plain) -> Any:
        if type(data) is not kind:
            raise RecordError(f"value is {data!r}: it must be {kind.__name__}")
        return data

    return read
