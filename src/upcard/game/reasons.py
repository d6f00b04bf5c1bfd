"""Why a decision is not allowed, as the end of a sentence like "hand 1 may not split: "."""

from __future__ import annotations

from typing import Final

from upcard.game.decisions import Why
from upcard.game.features import FEATURES
from upcard.game.house import House

_REASONS: Final = {why: said for one in FEATURES.values() for why, said in one.REASONS.items()}


def reason_of(house: House, why: Why) -> str:
    """The reason in words."""
    said = _REASONS[why]
    return said if isinstance(said, str) else said(house)
