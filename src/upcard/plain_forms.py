"""The form of a type: a fingerprint that changes with everything its plain data is made of."""

from __future__ import annotations

import hashlib
from dataclasses import is_dataclass
from enum import Enum
from typing import get_args, get_origin

from upcard.plain import has_text, hints_of


def form_of(kind: object) -> str:
    """
    A fingerprint of everything a value of *kind* is made of, down to the names of the choices.

    Two programs with one form read each other's data without guessing. It changes with a field's
    name, type or place, wherever in *kind* it stands, so nobody has to remember to count it up.

    >>> form_of(tuple[int, ...]) == form_of(tuple[str, ...])
    False
    """
    parts: dict[str, str] = {}
    _describe(kind, parts)
    text = "\n".join(f"{name}: {part}" for name, part in sorted(parts.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _describe(kind: object, parts: dict[str, str]) -> str:
    """The name of *kind*; what it is made of goes into *parts*."""
    if inner := get_args(kind):
        name = f"{get_origin(kind)}[{', '.join(_describe(one, parts) for one in inner)}]"
        parts[name] = ""
        return name
    name = getattr(kind, "__qualname__", repr(kind))
    if name not in parts:
        parts[name] = ""
        if isinstance(kind, type) and issubclass(kind, Enum):
            parts[name] = ", ".join(str(member.value) for member in kind)
        elif is_dataclass(kind) and not has_text(kind):
            named = hints_of(kind).items()
            parts[name] = ", ".join(f"{field} {_describe(one, parts)}" for field, one in named)
    return name
