"""What reports say of hand-dealt rounds: nobody tells the system their cards or main wagers."""

from __future__ import annotations

from typing import Final

BY_HAND: Final = "dealt by hand: the system knows the progressive wagers alone"
"""Why a figure about main wagers is missing."""
