"""Convert values to plain data and back, checked field by field, for journals and the network."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    Protocol,
    TypeAlias,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""What JSON can say. Nothing here writes a float: money has none."""

JsonObject: TypeAlias = Mapping[str, object]
"""An object of JSON that is only passed on: whoever reads a field of it gives it a type."""

Decoded: TypeAlias = dict[str, Any]
"""An object of JSON that was read back: whoever asks for a field knows who wrote it."""

KIND: Final = "kind"
"""The field that says which of several kinds a value is."""

_Written = Callable[[Any], Plain]
"""Writes values of one kind, and is given no others: each kind has its own."""
_Read = Callable[[object, str], Any]
"""Reads values of one kind; `read` and `untagged` say which."""
T = TypeVar("T")


class CodecError(ValueError):
    """Data that is none of ours. The sentence names the field, its value and what is allowed."""


def once(make: Callable[[object], T]) -> Callable[[object], T]:
    """*make*, worked out once for each type: a `functools.cache` that takes any type."""
    return cache(make)


def written(value: object, kind: object = None) -> Plain:
    """
    *value* as plain data; a value of a union of dataclasses says which one it is.

    >>> written((date(2026, 11, 15),), tuple[date, ...]), written(Fraction(1, 3))
    (['2026-11-15'], '1/3')
    """
    return _writer(type(value) if kind is None else kind)(value)


def written_fields(value: object) -> dict[str, Plain]:
    """A dataclass as plain data: its fields by name."""
    data = _writer(type(value))(value)
    assert isinstance(data, dict), f"{type(value).__name__} is a dataclass"
    return data


@overload
def read(data: object, kind: type[T], path: str = "") -> T: ...
@overload
def read(data: object, kind: object, path: str = "") -> Any: ...
def read(data: object, kind: object, path: str = "") -> Any:
    """The value of type *kind* that `written` wrote, or a `CodecError`: wires bring anything."""
    return _reader(kind)(data, path)


def tagged(value: object) -> dict[str, Plain]:
    """A dataclass as plain data that says which one it is."""
    return {KIND: tag_of(type(value)), **written_fields(value)}


def tag_of(kind: type) -> str:
    """What plain data calls a dataclass: its name, or the one it was recorded under at first."""
    found: str = getattr(kind, "RECORDED_AS", kind.__name__)
    return found


def untagged(data: object, kinds: Mapping[str, type[T]], path: str = "") -> T:
    """The dataclass, one of *kinds* by name, that `tagged` wrote."""
    name = data.get(KIND) if isinstance(data, Mapping) else None
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None or not isinstance(data, Mapping):
        where = f"{path}.{KIND}" if path else KIND
        raise CodecError(f"{where} is {_short(name)}: write one of {', '.join(kinds)}")
    value: T = _reader(kind)({key: item for key, item in data.items() if key != KIND}, path)
    return value


@once
def kinds_of(union: object) -> Mapping[str, type[Any]]:
    """The dataclasses of a union by name, unions inside it included."""
    found: dict[str, type[Any]] = {}
    for kind in get_args(union):
        if is_dataclass(kind) and isinstance(kind, type):
            if KIND in hints_of(kind):
                raise TypeError(
                    f"{kind.__name__} has a field {KIND!r}: data could not be told apart"
                )
            found[tag_of(kind)] = kind
    return MappingProxyType(found)


class _Parsed(Protocol):
    """A kind of values that are written as text, like cards."""

    __name__: str
    parse: Callable[[str], object]


class _Dataclass(Protocol):
    """What makes a class a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]


def has_text(kind: object) -> TypeGuard[_Parsed]:
    """Whether values of *kind* are written as text and parsed from it, like cards."""
    return isinstance(kind, type) and not issubclass(kind, Enum) and hasattr(kind, "parse")


@once
def _writer(kind: object) -> _Written:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: value.value
    if kind is Fraction or has_text(kind):
        return str
    if kind is date:
        return lambda value: value.isoformat()
    if origin is Literal:
        return _as_it_is
    if origin in (Union, UnionType):
        return _union_writer(kind)
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            each = _writer(inner[0])
            return lambda value: [each(item) for item in value]
        parts = [_writer(one) for one in inner]
        return lambda value: [part(item) for part, item in zip(parts, value, strict=True)]
    if origin is frozenset:
        return sorted
    if origin is not None and issubclass(origin, Mapping):
        # A list of pairs: an object would come back in the order of the alphabet.
        key, item = _writer(inner[0]), _writer(inner[1])
        return lambda value: [[key(one), item(other)] for one, other in value.items()]
    if is_dataclass(kind):
        return _dataclass_writer(kind)
    return _as_it_is


def _as_it_is(value: Plain) -> Plain:
    return value


def _dataclass_writer(kind: object) -> _Written:
    """All fields at once, then those that are not plain as they are."""
    writers = {name: _writer(hint) for name, hint in hints_of(kind).items()}
    names = tuple(writers)
    others = tuple((name, write) for name, write in writers.items() if write is not _as_it_is)
    if len(names) < 2:
        return lambda value: {name: write(getattr(value, name)) for name, write in writers.items()}
    fields_of = attrgetter(*names)

    def write_fields(value: object) -> Plain:
        data = dict(zip(names, fields_of(value), strict=True))
        for name, write in others:
            data[name] = write(data[name])
        return data

    return write_fields


def _union_writer(kind: object) -> _Written:
    arms = [arm for arm in get_args(kind) if arm is not NoneType]
    if all(is_dataclass(arm) and not has_text(arm) for arm in arms) and len(arms) > 1:
        return lambda value: None if value is None else tagged(value)
    if len(arms) != 1:
        raise TypeError(f"{kind}: two kinds that data cannot tell apart")
    write = _writer(arms[0])
    return lambda value: None if value is None else write(value)


@once
def _reader(kind: object) -> _Read:
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum_reader(kind)
    if has_text(kind):
        return _text_reader(kind.parse, kind.__name__.lower())
    if kind is Fraction:
        return _text_reader(Fraction, "a fraction like 1/3")
    if kind is date:
        return _text_reader(date.fromisoformat, "a day like 2026-11-15")
    if origin is Literal:
        return _choice_reader(inner)
    if origin in (Union, UnionType):
        return _union_reader(kind)
    if origin is tuple:
        return _tuple_reader(inner)
    if origin is frozenset:
        read_all = _tuple_reader((inner[0], Ellipsis))
        return lambda data, path: frozenset(read_all(data, path))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(_reader(inner[0]), _reader(inner[1]))
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_reader(kind)
    return _plain_reader(_type_of(kind))


def _type_of(kind: object) -> type:
    """The type of values of *kind*: of `Cents`, whole numbers."""
    found = getattr(kind, "__supertype__", kind)
    if not isinstance(found, type):
        raise TypeError(f"{kind}: no kind of data")
    return found


_WORDS: Final = {int: "a whole number", str: "text", bool: "true or false"}


def _plain_reader(kind: type) -> _Read:
    def read_plain(data: object, path: str) -> object:
        if type(data) is not kind:  # True is not 1 here, and neither is 1.0.
            raise CodecError(f"{path} is {_short(data)}: write {_WORDS.get(kind, kind.__name__)}")
        return data

    return read_plain


def _text_reader(parse: Callable[[str], object], what: str) -> _Read:
    def read_text(data: object, path: str) -> object:
        if not isinstance(data, str) or len(data) > 200:
            raise CodecError(f"{path} is {_short(data)}: write {what}")
        try:
            return parse(data)
        except (ValueError, ZeroDivisionError) as error:
            # A sentence of ours says more than one of the standard library.
            says_more = type(error) not in (ValueError, ZeroDivisionError)
            allowed = str(error) if says_more else f"write {what}"
            raise CodecError(f"{path} is {_short(data)}: {allowed}") from None

    return read_text


def _enum_reader(kind: type[Enum]) -> _Read:
    allowed = ", ".join(str(member.value) for member in kind)

    def read_enum(data: object, path: str) -> object:
        try:
            return kind(data)
        except ValueError:
            raise CodecError(f"{path} is {_short(data)}: write one of {allowed}") from None

    return read_enum


def _choice_reader(choices: tuple[object, ...]) -> _Read:
    allowed = ", ".join(map(repr, choices))

    def read_choice(data: object, path: str) -> object:
        if data not in choices:
            raise CodecError(f"{path} is {_short(data)}: write one of {allowed}")
        return data

    return read_choice


def _union_reader(kind: object) -> _Read:
    arms = [arm for arm in get_args(kind) if arm is not NoneType]
    may_be_none = len(arms) < len(get_args(kind))
    if len(arms) > 1:
        kinds = kinds_of(kind)
        return lambda data, path: (
            None if data is None and may_be_none else untagged(data, kinds, path)
        )
    read_one = _reader(arms[0])
    return lambda data, path: None if data is None else read_one(data, path)


def _tuple_reader(inner: tuple[object, ...]) -> _Read:
    if len(inner) == 2 and inner[1] is Ellipsis:
        each = _reader(inner[0])

        def read_many(data: object, path: str) -> object:
            items = _list(data, path)
            return tuple(each(item, f"{path}.{index}") for index, item in enumerate(items))

        return read_many
    parts = [_reader(one) for one in inner]

    def read_some(data: object, path: str) -> object:
        items = _list(data, path)
        if len(items) != len(parts):
            raise CodecError(f"{path} has {len(items)} items: write {len(parts)}")
        pairs = zip(parts, items, strict=True)
        return tuple(part(item, f"{path}.{index}") for index, (part, item) in enumerate(pairs))

    return read_some


def _list(data: object, path: str) -> list[object]:
    if not isinstance(data, list):
        raise CodecError(f"{path} is {_short(data)}: write a list")
    return data


def _mapping_reader(read_key: _Read, read_item: _Read) -> _Read:
    read_pairs = _list_of_pairs(read_key, read_item)

    def read_mapping(data: object, path: str) -> object:
        pairs = read_pairs(data, path)
        found = dict(pairs)
        if len(found) < len(pairs):
            raise CodecError(f"{path} names something twice: write each name once")
        return MappingProxyType(found)

    return read_mapping


def _list_of_pairs(
    read_key: _Read, read_item: _Read
) -> Callable[[object, str], list[tuple[Hashable, object]]]:
    def read_pairs(data: object, path: str) -> list[tuple[Hashable, object]]:
        pairs = [_list(pair, f"{path}.{index}") for index, pair in enumerate(_list(data, path))]
        for index, pair in enumerate(pairs):
            if len(pair) != 2:
                raise CodecError(f"{path}.{index} is {_short(pair)}: write a name and its value")
        return [(read_key(key, path), read_item(item, f"{path}.{key}")) for key, item in pairs]

    return read_pairs


def _dataclass_reader(kind: type[_Dataclass]) -> _Read:
    readers = {name: _reader(hint) for name, hint in hints_of(kind).items()}
    allowed = ", ".join(readers) or "nothing"
    needed = frozenset(field.name for field in fields(kind) if _is_needed(field))

    def read_fields(data: object, path: str) -> object:
        where = path or kind.__name__
        if not isinstance(data, Mapping):
            raise CodecError(f"{where} is {_short(data)}: write an object")
        if not needed <= data.keys() <= readers.keys():
            unknown = sorted(str(name)[:60] for name in data.keys() - readers.keys())
            missing = [name for name in readers if name in needed and name not in data]
            wrong = f"{unknown[0]} is not a field" if unknown else f"{missing[0]} is missing"
            raise CodecError(f"{where}: {wrong}: write {allowed}")
        dot = f"{path}." if path else ""
        return kind(**{name: readers[name](item, dot + name) for name, item in data.items()})

    return read_fields


def _is_needed(field: Field[object]) -> bool:
    """
    Whether data must have the field.

    A field with a default may be missing: that is how a kind grows, and what was written before
    it had the field is still read.
    """
    return field.default is MISSING and field.default_factory is MISSING


@once
def hints_of(kind: object) -> dict[str, object]:
    """The fields of a dataclass and what each is."""
    assert is_dataclass(kind), f"{kind} is a dataclass"
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _short(data: object) -> str:
    """*data* as a sentence may quote it: wires bring megabytes."""
    text = (
        repr(data) if not isinstance(data, dict | list) or len(data) < 20 else type(data).__name__
    )
    return text if len(text) <= 60 else f"{text[:57]}..."
