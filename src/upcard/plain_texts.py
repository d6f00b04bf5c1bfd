"""Values as canonical JSON texts, straight from their types: what `plain.written` says, encoded."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from json.encoder import encode_basestring_ascii as quoted
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from upcard.plain import KIND, CodecError, has_text, hints_of, once, tag_of

_Text = Callable[[Any], str]


def tagged_text(value: object) -> str:
    """
    A dataclass as one canonical JSON text that says which one it is: sorted keys, no spaces.

    The same as encoding `plain.tagged`, at a third of its price: an order has thirty events.
    """
    return _tagged_writer(type(value))(value)


@once
def _tagged_writer(kind: object) -> _Text:
    assert isinstance(kind, type)
    return _dataclass_text(kind, tag_of(kind))


@once
def _text(kind: object) -> _Text:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {member: json.dumps(member.value) for member in kind}.__getitem__
    if kind is Fraction or has_text(kind):
        return lambda value: quoted(str(value))
    if kind is date:
        return lambda value: f'"{value.isoformat()}"'
    if origin is Literal:
        return _leaf
    if origin in (Union, UnionType):
        return _union_text(kind)
    if origin is tuple:
        return _tuple_text(inner)
    if origin is frozenset:
        return lambda value: _list([_leaf(one) for one in sorted(value)])
    if origin is not None and issubclass(origin, Mapping):
        key, item = _text(inner[0]), _text(inner[1])
        return lambda value: _list([f"[{key(one)},{item(other)}]" for one, other in value.items()])
    if is_dataclass(kind):
        return _dataclass_text(kind)
    return _leaf


def _list(texts: list[str]) -> str:
    return f"[{','.join(texts)}]"


def _tuple_text(inner: tuple[object, ...]) -> _Text:
    if len(inner) == 2 and inner[1] is Ellipsis:
        each = _text(inner[0])
        return lambda value: _list([each(one) for one in value])
    parts = [_text(one) for one in inner]
    return lambda value: _list([part(one) for part, one in zip(parts, value, strict=True)])


def _union_text(kind: object) -> _Text:
    arms = [arm for arm in get_args(kind) if arm is not NoneType]
    if all(is_dataclass(arm) and not has_text(arm) for arm in arms) and len(arms) > 1:
        return lambda value: "null" if value is None else tagged_text(value)
    if len(arms) != 1:
        raise TypeError(f"{kind}: two kinds that data cannot tell apart")
    text = _text(arms[0])
    return lambda value: "null" if value is None else text(value)


def _dataclass_text(kind: object, name: str = "") -> _Text:
    """Fields in the order of the alphabet, the name of the kind among them."""
    parts = [
        (field, f"{quoted(field)}:", _text(hint)) for field, hint in sorted(hints_of(kind).items())
    ]
    said = f'"{KIND}":{quoted(name)}'
    place = sum(field < KIND for field, _, _ in parts)

    def write(value: object) -> str:
        texts = [key + text(getattr(value, field)) for field, key, text in parts]
        if name:
            texts.insert(place, said)
        return f"{{{','.join(texts)}}}"

    return write


def _leaf(value: object) -> str:
    """What JSON says by itself; money has no floats, so nothing has."""
    if type(value) is str:
        return quoted(value)
    if type(value) is int:
        return repr(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(str.__str__(value))
    if isinstance(value, int):
        return int.__repr__(value)
    raise CodecError(f"value is {value!r}: a record holds text and whole numbers")
