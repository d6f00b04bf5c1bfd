"""JSON for the screens: the one way the server writes it."""

from __future__ import annotations

import json


def as_json(content: object) -> str:
    """*content* as compact JSON that every browser reads."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
