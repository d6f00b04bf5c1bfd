"""A fingerprint of rules: the same for the same rules, on every machine."""

from __future__ import annotations

import hashlib
import json

from upcard.game.features import OPTIONAL
from upcard.rules.schema import Rules


def fingerprint(rules: Rules) -> str:
    """
    The SHA-256 of the resolved rules as JSON: keys sorted, no spaces, UTF-8.

    An optional feature that is off is left out, so that rules keep their fingerprint when the
    schema learns of a feature that they do not have.
    """
    dumped = rules.model_dump(mode="json")
    raw = {key: one for key, one in dumped.items() if key not in OPTIONAL or one != "none"}
    text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
