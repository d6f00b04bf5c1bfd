"""Commands and events as plain data, for journals and wires, and back."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from upcard.cards import Card, CardError
from upcard.table.commands import Command
from upcard.table.events import Event

_KINDS: Final[dict[str, type[Any]]] = {
    kind.__name__: kind for kind in (*get_args(Command), *get_args(Event))
}


class CodecError(ValueError):
    """Data that is no command or event of ours."""


def to_data(value: Command | Event) -> dict[str, Any]:
    """
    A command or an event as JSON-ready data; "kind" names it.

    >>> from upcard.table.commands import Deal
    >>> to_data(Deal(Card.parse("9h")))
    {'kind': 'Deal', 'card': '9h'}
    """
    return {"kind": type(value).__name__, **_encoded(value)}


def _encoded(value: Any) -> Any:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_encoded(each) for each in value]
    if is_dataclass(value):
        return {field.name: _encoded(getattr(value, field.name)) for field in fields(value)}
    return value


def event_from_data(data: Any) -> Event:
    """The event that `to_data` wrote."""
    return _from_data(data, get_args(Event))  # type: ignore[no-any-return]


def command_from_data(data: Any) -> Command:
    """The command that `to_data` wrote, checked field by field: wires bring anything."""
    return _from_data(data, get_args(Command))  # type: ignore[no-any-return]


def _from_data(data: Any, allowed: tuple[type[Any], ...]) -> Any:
    name = data.get("kind") if isinstance(data, dict) else None
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind not in allowed:
        names = ", ".join(each.__name__ for each in allowed)
        raise CodecError(f"kind is {name!r}: write one of {names}")
    return _decoded({key: value for key, value in data.items() if key != "kind"}, kind, "")


def _decoded(data: Any, kind: Any, path: str) -> Any:
    """*data* as a value of the type *kind*, or an error that names the field."""
    origin = get_origin(kind)
    if origin is tuple:
        return _tuple(data, kind, path)
    if origin in (Union, UnionType):
        kinds = [each for each in get_args(kind) if each is not type(None)]
        return None if data is None else _decoded(data, kinds[0], path)
    if kind is Card:
        return _card(data, path)
    if is_dataclass(kind):
        return _dataclass(data, kind, path)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum(data, kind, path)
    return _plain(data, kind, path)


def _plain(data: Any, kind: Any, path: str) -> Any:
    base = getattr(kind, "__supertype__", kind)
    if type(data) is not base:  # True is not 1 here, and neither is 1.0.
        raise CodecError(f"{path} is {data!r}: write {_WORDS.get(base, base.__name__)}")
    return data


_WORDS: Final = {int: "a whole number", str: "text", bool: "true or false"}


def _card(data: Any, path: str) -> Card:
    try:
        return Card.parse(data if isinstance(data, str) else str(data))
    except CardError as error:
        raise CodecError(f"{path}: {error}") from None


def _enum(data: Any, kind: type[Enum], path: str) -> Enum:
    try:
        return kind(data)
    except ValueError:
        allowed = ", ".join(str(member.value) for member in kind)
        raise CodecError(f"{path} is {data!r}: write one of {allowed}") from None


def _tuple(data: Any, kind: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise CodecError(f"{path} is {data!r}: write a list")
    inner = get_args(kind)[0]
    return tuple(_decoded(each, inner, f"{path}.{index}") for index, each in enumerate(data))


def _dataclass(data: Any, kind: Any, path: str) -> Any:
    if not isinstance(data, dict):
        raise CodecError(f"{path} is {data!r}: write an object")
    hints = _hints(kind)
    unknown = sorted(map(str, data.keys() - hints.keys()))
    missing = [name for name in hints if name not in data]
    if unknown or missing:
        wrong = f"{unknown[0]} is not a field" if unknown else f"{missing[0]} is missing"
        raise CodecError(f"{path or kind.__name__}: {wrong}: write {', '.join(hints) or 'nothing'}")
    values = (
        _decoded(data[name], hint, f"{path}.{name}" if path else name)
        for name, hint in hints.items()
    )
    return kind(*values)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
