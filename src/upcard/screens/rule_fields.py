"""The fields of a rules file for an editor: kind, choices and range."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

from annotated_types import Ge, Le

from upcard.catalogue import CATALOGUE
from upcard.game.explained import Section
from upcard.game.words import words_of
from upcard.plain import Plain
from upcard.rules.documentation import FieldPage, fields_of_rules
from upcard.rules.houses import house_of
from upcard.rules.library_wagers import LINE, fitting_wagers
from upcard.rules.schema import Rules
from upcard.rules.setting_paths import IDENTITY
from upcard.screens.rule_types import FieldType, SettingField

_TYPES: Final[dict[str, FieldType]] = {
    "true, false": "flag",
    "whole number": "integer",
    "amount": "money",
    "text": "text",
    "odds N:M": "text",
    "table": "text",
    "a section": "text",
}
"""What `upcard rules fields` says may be written, as the kind of an editor's field."""


def typed_settings(rules: Rules) -> dict[str, Plain]:
    """Every setting by its path, with the value the rules file holds."""
    found: dict[str, Plain] = {}
    for key, value in rules.model_dump(mode="json").items():
        if key not in IDENTITY:
            _collect(key, value, found)
    return {**found, LINE: []}


def _collect(path: str, value: Plain, found: dict[str, Plain]) -> None:
    if isinstance(value, dict) and value:
        for key, below in value.items():
            _collect(f"{path}.{key}", below, found)
    elif value == {}:
        return  # A section without settings has nothing to show.
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for index, below in enumerate(value):
            row = below if isinstance(below, dict) else {}
            name = row.get("wager") or row.get("name") or index
            _collect(f"{path}.{name}", below, found)
    else:
        found[path] = value


def fields_for(rules: Rules) -> list[SettingField]:
    """A field for each setting of *rules*, and for each that a feature switched on would have."""
    settings = [path for path in typed_settings(rules) if path not in _sections()]
    paths = [*_sections(), *settings, *_switched_off(rules)]
    fields = [record for path in dict.fromkeys(paths) if (record := _field(path))]
    return [*fields, _library_field(rules)]


def _library_field(rules: Rules) -> SettingField:
    """The field that adds wagers of the library, with those that fit the game."""
    offered = [wager.wager for wager in rules.side_wagers]
    house = house_of(rules, main_max=rules.limits.main_max, single_wager=None)
    fitting = fitting_wagers(CATALOGUE, decks=list(rules.decks), offered=offered, house=house)
    return {
        "path": LINE,
        "title": "Add wagers",
        "help": "Wagers of the library to add to this game. Each is settled as soon as its cards "
        "are known, for any amount within the limits; write NAME:PAYTABLE to choose its paytable.",
        "type": "list",
        "choices": list(fitting),
        "minimum": None,
        "maximum": None,
        "favours": "house",
        "says": "the sheets of the wagers",
    }


def _switched_off(rules: Rules) -> Iterator[str]:
    raw = rules.model_dump(mode="json")
    for page in fields_of_rules():
        group, _, rest = page.path.partition(".")
        if rest and raw.get(group) == "none" and ".N." not in page.path:
            yield page.path


def _field(path: str) -> SettingField | None:
    page = _page_of(path)
    if page is None:
        return None
    kind, choices = ("switch", []) if path in _sections() else kind_of(page.allowed)
    low, high = _ranges().get(page.path, (None, None))
    return {
        "path": path,
        "title": words_of(path.rpartition(".")[2]),
        "help": page.what,
        "type": kind,
        "choices": choices,
        "minimum": low,
        "maximum": high,
        "favours": page.favours.split(",")[0].split(":")[0],
        "says": page.says,
    }


def kind_of(allowed: str) -> tuple[FieldType, list[str]]:
    """
    The kind of field for what may be written, and the answers of a choice.

    >>> kind_of("hit, stand")
    ('choice', ['hit', 'stand'])
    >>> kind_of("list of (whole number)")
    ('list', [])
    """
    if allowed.startswith("list of"):
        return "list", []
    if allowed in _TYPES:
        return _TYPES[allowed], []
    answers = [word for word in allowed.split(", ") if word not in _TYPES]
    if len(answers) < len(allowed.split(", ")) and answers != ["none"]:
        return "text", []
    return "choice", answers


def _page_of(path: str) -> FieldPage | None:
    """The page that explains a setting: a name in a list stands for every entry of it."""
    for named in _patterns(path.split(".")):
        for length in range(len(named), 0, -1):
            page = _pages().get(".".join(named[:length]))
            if page and (length == len(named) or page.allowed == "table"):
                return page
    return None


def _patterns(parts: list[str]) -> Iterator[list[str]]:
    """The path as it is, and with one or two of its names read as entries of lists."""
    yield parts
    for first in range(1, len(parts)):
        one = [*parts[:first], "N", *parts[first + 1 :]]
        yield one
        for second in range(first + 2, len(parts)):
            yield [*one[:second], "N", *one[second + 1 :]]


@cache
def _pages() -> dict[str, FieldPage]:
    return {page.path: page for page in fields_of_rules()}


@cache
def _sections() -> tuple[str, ...]:
    """The features that a game has or has not: each is a section of the file, or `none`."""
    return tuple(page.path for page in fields_of_rules() if page.allowed == "a section, none")


@cache
def _ranges() -> dict[str, tuple[int | None, int | None]]:
    return dict(_ranges_in(Rules, ""))


def _ranges_in(
    section: type[Section], path: str
) -> Iterator[tuple[str, tuple[int | None, int | None]]]:
    for name, field in section.model_fields.items():
        marks = [*field.metadata, *_marks_in(field.annotation)]
        low = next((int(one.ge) for one in marks if isinstance(one, Ge)), None)  # type: ignore[call-overload]
        high = next((int(one.le) for one in marks if isinstance(one, Le)), None)  # type: ignore[call-overload]
        yield f"{path}{name}", (low, high)
        for inner in get_args(field.annotation) or (field.annotation,):
            if isinstance(inner, type) and issubclass(inner, Section):
                yield from _ranges_in(inner, f"{path}{name}.")


def _marks_in(kind: object) -> Iterator[object]:
    for part in get_args(kind):
        yield from (mark for mark in getattr(part, "__metadata__", ()) for mark in _flat(mark))


def _flat(mark: object) -> Iterator[object]:
    yield from getattr(mark, "metadata", (mark,))
