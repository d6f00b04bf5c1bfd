"""What lies on a hand, and what giving it up costs."""

from __future__ import annotations

from typing import Final

from upcard.game.house import House

DOUBLED_MONEY: Final = 1
ORIGINAL_WAGER: Final = 2
HALF: Final = 3
"""What a rescued hand gives up; 0 without rescue."""


def staked(wager: int, doubles: int) -> int:
    """Everything that lies on a hand: twice as much after each double."""
    return wager << doubles


def forfeited(house: House, wager: int, doubles: int) -> int:
    """What a rescued hand gives up (ambiguities 2 and 3); a doubled stake is even."""
    stake = staked(wager, doubles)
    choice = house.rescue_after_double if doubles == 1 else house.rescue_after_redouble
    if choice == DOUBLED_MONEY:
        return stake - wager
    return wager if choice == ORIGINAL_WAGER else stake // 2
