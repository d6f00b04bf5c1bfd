"""One text for one value: JSON that is the same on every machine, and its fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Final

from upcard.journal.refusals import JournalCode, JournalRefused

_ENCODE: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode
_LEAVES: Final = frozenset({str, int, bool, type(None)})
NO_HASH: Final = "0" * 64
"""What the first entry names as the hash before it."""


def canonical(value: object) -> str:
    """
    The one JSON text of *value*: sorted keys, no spaces, ASCII only, no floats.

    >>> canonical({"b": 1, "a": ["é", None]})
    '{"a":["\\\\u00e9",null],"b":1}'
    """
    _check(value)
    return _ENCODE(value)


def digest(text: str) -> str:
    """The SHA-256 of *text* in hexadecimal."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _check(value: object) -> None:
    """Refuse what would not come back as it went in."""
    if type(value) in _LEAVES or isinstance(value, str | int):
        return
    if isinstance(value, dict | Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise JournalRefused(JournalCode.NOT_RECORDABLE, f"key is {key!r}: it must be text")
            if type(item) not in _LEAVES:
                _check(item)
    elif isinstance(value, list | tuple | Sequence) and not isinstance(value, bytes):
        for item in value:
            if type(item) not in _LEAVES:
                _check(item)
    else:
        raise JournalRefused(
            JournalCode.NOT_RECORDABLE,
            f"value is {value!r}: a record holds text, whole numbers, lists and mappings",
        )
