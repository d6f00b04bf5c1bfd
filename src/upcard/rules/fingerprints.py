"""A fingerprint of rules: the same for the same rules, on every machine."""

from __future__ import annotations

import hashlib
import json

from upcard.rules.schema import Rules


def fingerprint(rules: Rules) -> str:
    """The SHA-256 of the resolved rules as JSON: keys sorted, no spaces, UTF-8."""
    raw = rules.model_dump(mode="json")
    text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
