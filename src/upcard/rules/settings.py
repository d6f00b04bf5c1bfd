"""Single settings of a game by their path: asking, changing, comparing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from upcard.rules.reading import Library, Problem, Raw, RulesError, resolve_rules
from upcard.rules.schema import Rules

IDENTITY = ("name", "title", "source", "sources")
"""Fields that say what a file is called, not how the game is played."""


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


def _collect(path: str, value: Any, found: dict[str, str]) -> None:
    if isinstance(value, dict) and value:
        for key, below in value.items():
            _collect(f"{path}.{key}", below, found)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for index, below in enumerate(value):
            _collect(f"{path}.{_row_name(below, index)}", below, found)
    else:
        found[path] = _text(value)


def _row_name(row: Mapping[str, Any], index: int) -> str:
    return str(row.get("wager") or row.get("name") or index)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "[]"
    return "{}" if value == {} else str(value)


def with_settings(rules: Rules, settings: Mapping[str, str], library: Library) -> Rules:
    """*rules* with some settings changed, checked as a file would be."""
    if not settings:
        return rules
    raw: Raw = rules.model_dump(mode="json")
    for path, text in settings.items():
        _change(raw, path, text, rules.name)
    return resolve_rules(raw, library, file=rules.name)


def _change(raw: Raw, path: str, text: str, name: str) -> None:
    *way, last = path.split(".")
    place: Any = raw
    for key in way:
        if isinstance(place, dict) and place.get(key) == "none":
            place[key] = _NewSection()  # A feature that was off is being switched on.
        place = _step(place, key)
    grows = isinstance(place, _NewSection) or way[-1:] == ["lines"]
    if not isinstance(place, dict) or (last not in place and not grows):
        raise RulesError(name, [Problem(path, "is not a setting of this game")])
    place[last] = _typed(text, place.get(last))


class _NewSection(dict[str, Any]):
    """A section that single settings are still being added to; the schema checks it whole."""


def _step(place: Any, key: str) -> Any:
    if isinstance(place, list):
        rows = [row for i, row in enumerate(place) if _row_name(row, i) == key]
        return rows[0] if rows else None
    return place.get(key) if isinstance(place, dict) else None


def _typed(text: str, before: Any) -> Any:
    """*text* in the type of the value it replaces."""
    if text in ("[]", "{}"):
        return [] if text == "[]" else {}
    if isinstance(before, bool) or (before is None and text in ("true", "false")):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(before, int | None) and text.lstrip("-").isdigit():
        return int(text)
    if isinstance(before, list):
        return [int(part) if part.isdigit() else part for part in text.split(",")]
    return text


def differences(rules: Rules, base: Rules) -> dict[str, str]:
    """The settings of *rules* that differ from those of *base*, by path."""
    before = settings_of(base)
    return {path: text for path, text in settings_of(rules).items() if before.get(path) != text}
