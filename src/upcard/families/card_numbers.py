"""
Cards as whole numbers, for judges that run as Python and as machine code.

A card is four times its rank and its suit (`Card.number`): ranks from the ace, 0, over the nine, 8,
jack, queen and king to the ten, 12; suits are spades, hearts, diamonds, clubs. Whatever a judge
calls must be here or in its own module, and know nothing but numbers.
"""

from __future__ import annotations

from typing import Final

NO_CARD: Final = -1
"""Stands for a card that never came, or that a paytable does not look at."""

ACE: Final = 0
SEVEN: Final = 6
NINE: Final = 8
JACK: Final = 9
QUEEN: Final = 10
KING: Final = 11
TEN: Final = 12

SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3
BLACK_SUITS: Final = 0b1001
"""One bit for each suit, like all sets of suits."""
RED_SUITS: Final = 0b0110


def line_bits(lines: int) -> tuple[int, ...]:
    """
    One bit for each of so many lines, the most special first.

    >>> line_bits(3)
    (1, 2, 4)
    """
    return tuple(1 << line for line in range(lines))


def rank_of(card: int) -> int:
    """The rank of a card; below 0 for no card."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a card."""
    return card & 3


def is_ten(card: int) -> bool:
    """Whether a card counts ten."""
    return card >= 4 * JACK


def points_of(card: int) -> int:
    """A card's points, the ace as 1."""
    return 10 if is_ten(card) else rank_of(card) + 1


def is_suited(first: int, second: int) -> bool:
    """Whether two cards are of one suit."""
    return suit_of(first) == suit_of(second)


def is_pair(first: int, second: int) -> bool:
    """Whether two cards are of one rank; jack, queen, king and ten differ."""
    return rank_of(first) == rank_of(second)


def is_red(card: int) -> bool:
    """Whether a card is of hearts or diamonds."""
    return (suit_of(card) + 1) & 2 != 0


def same_colour(first: int, second: int) -> bool:
    """Whether two cards are both red or both black."""
    return is_red(first) == is_red(second)


def sequence_of(card: int) -> int:
    """The place of a card's rank from the ace, 1, to the king, 13."""
    rank = rank_of(card)
    if rank < JACK:
        return rank + 1
    return 10 if rank == TEN else rank + 2


def lower(first: int, second: int) -> int:
    """The lower of two numbers: Numba's own `min` is not to be had on every graphics card."""
    return min(second, first)


def is_natural_pair(first: int, second: int) -> bool:
    """Whether two cards are an ace and a ten-value."""
    one_way = rank_of(first) == ACE and is_ten(second)
    return one_way or (rank_of(second) == ACE and is_ten(first))


def is_twenty(first: int, second: int) -> bool:
    """Whether two cards are two ten-values, or an ace and a nine."""
    if is_ten(first) and is_ten(second):
        return True
    a, b = rank_of(first), rank_of(second)
    return (a == ACE and b == NINE) or (a == NINE and b == ACE)
