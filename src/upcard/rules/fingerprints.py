"""A fingerprint of rules: the same for the same rules, on every machine."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from upcard.game.features import OPTIONAL
from upcard.plain import Plain
from upcard.rules.schema import Rules

TEXT_ONLY: Final = {
    "source": "names the document that a file or a paytable follows; no rule uses it",
    "sources": "cites a paragraph for each setting; a better citation changes no round",
    "title": "is printed on the layout and on pages; no rule or payment uses it",
}
"""
Fields, at any depth, that cannot change a round or a payment, and why.

Everything else counts. `name` does, because links and records go by it; `certified` does, because
a progressive may not be set up above it; so does each default, because a table that chose nothing
plays it, and the order of rows, because the first pack is the usual one.
"""

YOUNGER: Final = frozenset({"envy"})
"""Tables, at any depth, that are left out while they are empty, like a feature that is off."""


def fingerprint(rules: Rules) -> str:
    """
    The SHA-256 of everything in *rules* that can change a round or a payment.

    An optional feature that is off is left out, so that rules keep their fingerprint when the
    schema learns of a feature that they do not have. `TEXT_ONLY` lists what else is left out.
    """
    return _digest(_without_text(_said(rules)))


def whole_fingerprint(rules: Rules) -> str:
    """
    The SHA-256 of all that *rules* say, titles and citations included.

    Rooms recorded this one up to version 0.2. Never change it: it is compared with their records.
    """
    return _digest(_said(rules))


def is_fingerprint_of(recorded: str, rules: Rules) -> bool:
    """Whether *recorded* is a fingerprint of *rules*, as any version wrote it."""
    return recorded in (fingerprint(rules), whole_fingerprint(rules))


def _said(rules: Rules) -> Plain:
    dumped = _without_empty(rules.model_dump(mode="json"))
    assert isinstance(dumped, dict), "rules are a table"
    return {key: one for key, one in dumped.items() if key not in OPTIONAL or one != "none"}


def _without_empty(value: Plain) -> Plain:
    """*value* without tables that rules of earlier versions did not have, where they are empty."""
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if not (key in YOUNGER and one == {})}
        return {key: _without_empty(one) for key, one in kept.items()}
    return [_without_empty(one) for one in value] if isinstance(value, list) else value


def _without_text(value: Plain) -> Plain:
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if key not in TEXT_ONLY}
        return {key: _without_text(one) for key, one in kept.items()}
    return [_without_text(one) for one in value] if isinstance(value, list) else value


def _digest(raw: Plain) -> str:
    """Of *raw* as JSON: keys sorted, no spaces, UTF-8."""
    text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
