"""Write rules as a file that reads back the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from upcard.plain import Plain
from upcard.rules.schema import Rules

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def rules_toml(rules: Rules) -> str:
    """*rules*, resolved, as TOML: `read_rules` of it gives them back."""
    return "\n".join(_table(rules.model_dump(mode="json"), "")) + "\n"


def _table(table: Mapping[str, Plain], path: str) -> Iterator[str]:
    """Plain values first: what follows a heading belongs to it."""
    sections = {key: value for key, value in table.items() if _is_section(value)}
    for key, value in table.items():
        if key not in sections and value is not None:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in sections.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, list):
            for row in value:
                yield f"\n[[{name}]]"
                yield from _table(row if isinstance(row, dict) else {}, name)
        elif isinstance(value, dict):
            yield f"\n[{name}]"
            yield from _table(value, name)


def _is_section(value: Plain) -> bool:
    rows = isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    return rows or (isinstance(value, dict) and bool(value))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Plain) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for the ones that TOML spells with four digits too.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value)}]"
    if isinstance(value, dict):
        return "{}"
    return str(value)
