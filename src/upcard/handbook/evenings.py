"""What an evening of a wager is like: what it costs, and how long its streaks get."""

from __future__ import annotations

from math import erf, sqrt
from typing import Final

ROUNDS_AN_HOUR: Final = 70
HOURS: Final = 4
EVENING: Final = ROUNDS_AN_HOUR * HOURS
"""The rounds of an evening."""
MAIN_STAKE: Final = 10
SIDE_STAKE: Final = 5
"""Stakes in dollars."""
NINE_IN_TEN: Final = 1.6448536269514722
"""How many standard deviations lie around the mean in nine of ten cases."""


def cost_an_hour(edge_percent: float, stake: int) -> float:
    """
    What the house keeps of an hour's play on average, in dollars.

    >>> cost_an_hour(5.0, 10)
    35.0
    """
    return edge_percent / 100 * stake * ROUNDS_AN_HOUR


def money(dollars: float) -> str:
    """
    An average amount, to the cent; one that the player gains is below 0.

    >>> money(35.0), money(-0.5)
    ('$35.00', '-$0.50')
    """
    return f"{'-' if dollars < 0 else ''}${abs(dollars):,.2f}"


def chance_of_streak(length: int, chance: float, rounds: int = EVENING) -> float:
    """
    How likely *rounds* rounds have a streak of at least *length* of something with this chance.

    >>> round(chance_of_streak(2, 0.5, 3), 4)
    0.375
    """
    if length > rounds:
        return 0.0
    whole = chance**length
    without = [1.0] * length + [1 - whole]
    while len(without) <= rounds:
        without.append(without[-1] - (1 - chance) * whole * without[-length - 1])
    return 1 - without[rounds]


def usual_streak(chance: float, rounds: int = EVENING) -> int:
    """
    The longest streak that at least half of all evenings have.

    >>> usual_streak(0.5, 3)
    1
    """
    low, high = 0, rounds
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (
            (middle, high) if chance_of_streak(middle, chance, rounds) >= 0.5 else (low, middle - 1)
        )
    return low


def at_least_once(chance: float, rounds: int = EVENING) -> float:
    """How likely something with this chance comes at least once."""
    return 1 - (1 - chance) ** rounds


def chance_ahead(mean: float, deviation: float, rounds: int = EVENING) -> float:
    """
    How likely a player is ahead after *rounds* rounds, by the normal distribution.

    >>> chance_ahead(0.0, 1.0)
    0.5
    """
    return 0.5 * (1 + erf(mean * sqrt(rounds) / deviation / sqrt(2)))


def usual_range(mean: float, deviation: float, rounds: int = EVENING) -> tuple[float, float]:
    """Between which results nine of ten evenings end, in units, by the normal distribution."""
    middle, spread = mean * rounds, NINE_IN_TEN * deviation * sqrt(rounds)
    return middle - spread, middle + spread
