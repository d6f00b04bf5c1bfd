"""Read, change and compare single settings of a game by their path."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, get_args, get_origin

from upcard.game.explained import Section
from upcard.plain import Plain
from upcard.rules.fingerprints import TEXT_ONLY
from upcard.rules.library_wagers import LINE
from upcard.rules.rules_files import Library, Problem, Raw, RulesError, resolve_rules
from upcard.rules.schema import Rules

IDENTITY = ("name", "title", "source", "sources")
"""Fields that say what a file is called, not how the game is played."""

_ROW_NAMES: Final = ("wager", "name")
"""What a row of a list goes by: the first of these that it has, or else its number."""

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")


def settings_of(rules: Rules) -> dict[str, str]:
    """
    Every setting of a game by its path, as text. Side wagers and packs go by their names.

    A list is written with commas; an empty one as `[]`, an empty table as `{}`.
    """
    raw = rules.model_dump(mode="json")
    found: dict[str, str] = {}
    for key, value in raw.items():
        if key not in IDENTITY:
            _collect(key, value, found)
    return found


def _collect(path: str, value: Plain, found: dict[str, str]) -> None:
    if isinstance(value, dict) and value:
        for key, below in value.items():
            _collect(f"{path}.{key}", below, found)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for index, below in enumerate(value):
            row = below if isinstance(below, dict) else {}
            _collect(f"{path}.{_row_name(row, index)}", below, found)
    else:
        found[path] = _text(value)


def _row_name(row: Mapping[str, Plain], index: int) -> str:
    return str(next((row[name] for name in _ROW_NAMES if row.get(name)), index))


def _text(value: Plain) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "[]"
    return "{}" if value == {} else str(value)


def with_settings(
    rules: Rules, settings: Mapping[str, str], library: Library, *, is_what_if: bool = False
) -> Rules:
    """*rules* with some settings changed, checked as a file would be; or only as a what-if."""
    if not settings:
        return rules
    raw: Raw = rules.model_dump(mode="json")
    for path, text in settings.items():
        if not _change(raw, path, text):
            raise RulesError(rules.name, [unknown_setting(rules, path)])
    try:
        return resolve_rules(raw, library, file=rules.name, is_what_if=is_what_if)
    except RulesError as error:
        problems = [Problem(_named(raw, each.path), each.message) for each in error.problems]
        raise RulesError(rules.name, problems) from None


def _named(raw: Raw, path: str) -> str:
    """The path of a setting as `settings_of` writes it: rows go by their names, not by number."""
    place: Plain = raw
    parts = path.split(".")
    for index, part in enumerate(parts):
        if isinstance(place, list):
            number = int(part) if _WHOLE.fullmatch(part) else -1
            place = place[number] if 0 <= number < len(place) else None
            if isinstance(place, dict):
                parts[index] = _row_name(place, number)
        else:
            place = place.get(part) if isinstance(place, dict) else None
    return ".".join(parts)


def unknown_setting(rules: Rules, path: str) -> Problem:
    """That *path* is no setting of *rules*, and what there is where it goes astray."""
    place: Plain = rules.model_dump(mode="json", exclude=set(IDENTITY))
    known: list[str] = []
    for key in path.split("."):
        below = _step(place, key)
        if not isinstance(below, dict | list):
            break
        if isinstance(place, list) and isinstance(below, dict):
            # What a row goes by is its path, and no setting of it.
            below = {name: value for name, value in below.items() if name not in _ROW_NAMES}
        place, known = below, [*known, key]
    names = ", ".join(_names_in(place)) or "no parts"
    return Problem(
        path, f"is not a setting of this game: {'.'.join(known) or rules.name} has {names}"
    )


def _names_in(place: Plain) -> list[str]:
    if isinstance(place, dict):
        return list(place)
    rows = place if isinstance(place, list) else []
    return [_row_name(row, index) for index, row in enumerate(rows) if isinstance(row, dict)]


def _change(raw: Raw, path: str, text: str) -> bool:
    """Change one setting, if there is one of that path."""
    if path == LINE:
        raw[LINE] = [part.strip() for part in text.split(",")] if text != "[]" else []
        return True
    *way, last = path.split(".")
    place: Plain = raw
    for key in way:
        if isinstance(place, dict) and place.get(key) == "none":
            place[key] = _NewSection()  # A feature that was off is being switched on.
        place = _step(place, key)
    grows = isinstance(place, _NewSection) or way[-1:] == ["lines"]
    if not isinstance(place, dict) or (last not in place and not grows):
        return False
    is_new_list = last not in place and _is_list(path)
    place[last] = _typed(text, [] if is_new_list else place.get(last))
    return True


def _is_list(path: str) -> bool:
    """Whether the setting of a section that is being switched on is a list."""
    name, _, below = path.partition(".")
    field = Rules.model_fields.get(name)
    sections = [one for one in get_args(field.annotation) if isinstance(one, type)] if field else []
    fields = [one.model_fields.get(below) for one in sections if issubclass(one, Section)]
    return any(get_origin(one.annotation) is tuple for one in fields if one is not None)


class _NewSection(dict[str, Plain]):
    """A section that single settings are still being added to; the schema checks it whole."""


def _step(place: Plain, key: str) -> Plain:
    if isinstance(place, list):
        rows = [(index, row) for index, row in enumerate(place) if isinstance(row, dict)]
        return next((row for index, row in rows if _row_name(row, index) == key), None)
    return place.get(key) if isinstance(place, dict) else None


def _typed(text: str, before: Plain) -> Plain:
    """*text* in the type of the value it replaces."""
    if text in ("[]", "{}"):
        return [] if text == "[]" else {}
    if isinstance(before, bool) or (before is None and text in ("true", "false")):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(before, int | None):
        return _number_or_text(text)
    if isinstance(before, list):
        return [_number_or_text(part) for part in text.split(",")]
    return text


def _number_or_text(text: str) -> int | str:
    """The number in plain digits that *text* is; else the text, for the schema to refuse."""
    return int(text) if _WHOLE.fullmatch(text) else text


def differences(rules: Rules, base: Rules) -> dict[str, str]:
    """The settings of *rules* that differ from those of *base*, by path."""
    before = settings_of(base)
    return {path: text for path, text in settings_of(rules).items() if before.get(path) != text}


def changed_settings(before: Rules, after: Rules) -> dict[str, tuple[str | None, str | None]]:
    """
    What can change a round or a payment and is not the same in both, by path.

    None stands for a setting that one of the two does not have.
    """
    old, new = settings_of(before), settings_of(after)
    return {
        path: (old.get(path), new.get(path))
        for path in (old | new)
        if old.get(path) != new.get(path) and path.rpartition(".")[2] not in TEXT_ONLY
    }
