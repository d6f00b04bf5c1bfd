"""
A hand as one small number, its state: the points with aces as 1, and a flag for any ace.

Like every function of the rule book these run as plain Python at the table and as machine code in
the simulator: whole numbers in, whole numbers out, nothing else.
"""

from __future__ import annotations

from typing import Final

ACE: Final = 32
"""The flag for any ace in a hand; the points of a hand that may still draw are below it."""
STATES: Final = 64
TWENTY_ONE: Final = 21
TEN: Final = 10


def state_after(state: int, points: int) -> int:
    """
    A hand's state with one more card.

    >>> state_after(state_after(0, 1), 7)
    40
    """
    return (state + points) | ACE if points == 1 else state + points


def points_of(state: int) -> int:
    """The points of a hand with its aces as 1: above 21 it is bust."""
    return state & (ACE - 1)


def counts_eleven(points: int, has_ace: bool) -> bool:
    """Whether an ace counts 11: where there is one, and that does not bust."""
    return has_ace and points <= 11


def is_soft(state: int) -> bool:
    """Whether an ace of the hand counts 11."""
    return counts_eleven(points_of(state), state >= ACE)


def total_of(state: int) -> int:
    """
    The best total of a hand.

    >>> total_of(ACE + 8), total_of(ACE + 17), total_of(20)
    (18, 17, 20)
    """
    points = points_of(state)
    return points + 10 if counts_eleven(points, state >= ACE) else points


def is_natural(first: int, second: int) -> bool:
    """
    Whether two cards of these points are an ace and a ten-value card.

    >>> is_natural(1, 10), is_natural(10, 10)
    (True, False)
    """
    return first * second == TEN and first + second == TEN + 1
