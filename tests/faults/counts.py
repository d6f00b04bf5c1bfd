"""How much the fault tests do: little by default, everything with UPCARD_FAULTS=full."""

from __future__ import annotations

import os

IS_FULL = os.environ.get("UPCARD_FAULTS") == "full"


def count(little: int, full: int) -> int:
    """How many times: *little*, or *full* when everything was asked for."""
    return full if IS_FULL else little
