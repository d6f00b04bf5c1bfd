"""What became of a player's hand against the dealer's, for wagers on the whole round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

LOST: Final = 0
TIED: Final = 1
WON: Final = 2
BOTH_BUST: Final = 3
"""Player and dealer are over 21: the player has lost, a wager on the dealer only half."""
RESULTS: Final = (LOST, TIED, WON, BOTH_BUST)


class RoundSight(NamedTuple):
    """How a hand is played for a wager on the whole round: hit or stand, by its total."""

    stands: Callable[[int, bool, int], bool]
    """Whether a total, soft or not, stands under an up card with so many points, the ace as 1."""
    totals: range
    """The hard totals at which the player of a wager has something to decide."""
    by_upcard: bool
    """Whether that depends on the up card."""
    forces: str = ""
    """How a player who makes the wager must play, in words; empty where players may choose."""
    sees_both_bust: bool = False
    """Whether two hands over 21 are a result of their own: the dealer must finish the hand."""
