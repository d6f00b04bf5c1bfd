"""How screens are told: the one way the server writes JSON."""

from __future__ import annotations

import json
from typing import Any


def as_json(content: Any) -> str:
    """*content* as compact JSON that every browser reads."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
