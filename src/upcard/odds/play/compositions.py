"""Every hand a player can hold without being bust, numbered once, and the shoes they leave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import mul
from typing import Final

import numpy as np
import numpy.typing as npt

from upcard.odds.play.stock import Composition

GONE_MAX: Final = 5
"""How many further cards of a pair's value a split to four hands can take out of the shoe."""
NEVER: Final = -1
BASE: Final = 32
UNITS: Final = tuple(BASE**place for place in range(10))
"""A composition's code is a number with a digit for each value: no hand has 32 of one."""

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """
    Hands by number, from high hard totals to low, so that drawing leads to a smaller number.

    A number one past the last hand stands for a bust. What is out of the shoe is numbered too:
    a hand comes first under its own number, then hands with more cards of one value gone.
    """

    hands: tuple[Composition, ...]
    codes: dict[int, int]
    """The number of all that can be out of the shoe besides the up card, by its code."""
    removed: Integers
    """By number of what is out of the shoe: how many of each value."""
    after: Integers
    """By hand and value drawn: the next hand."""
    total: Integers
    is_soft: Flags
    cards: Integers
    gone: Integers
    """By hand, value and how many further cards of it: the number of what is out of the shoe."""
    holding: tuple[Integers, ...]
    """For each value, the hands that hold it, in order."""
    twos: Integers
    """By the values of two cards: their hand."""

    @property
    def bust(self) -> int:
        """The number that stands for every bust hand."""
        return len(self.hands)

    def of(self, cards: Composition) -> int:
        """
        The number of a hand, or of what is out of the shoe.

        >>> numbered().hands[numbered().of((1, 0, 0, 0, 0, 0, 0, 0, 0, 1))]
        (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
        """
        return self.codes[sum(map(mul, cards, UNITS))]


@cache
def numbered() -> Numbered:
    """
    The numbering, which is the same for every game.

    >>> numbered().bust
    3082
    """
    ordered = sorted(_codes_from(1, 0, 0), reverse=True)
    hands = [code for _, code in ordered]
    codes = {code: number for number, code in enumerate(hands)}
    bust = len(hands)
    after = [[codes.get(code + unit, bust) for unit in UNITS] for code in hands]
    gone = [[_numbers_without(code, unit, codes) for unit in UNITS] for code in hands]
    removed = (np.array(list(codes), dtype=np.int64)[:, None] // UNITS) % BASE
    hard = np.array([hard for hard, _ in ordered], dtype=np.int64)
    is_soft = (removed[:bust, 0] > 0) & (hard <= 11)
    gone_numbers = np.array(gone, dtype=np.int64)
    return Numbered(
        hands=tuple(map(tuple, removed[:bust].tolist())),
        codes=codes,
        removed=removed,
        after=np.array(after, dtype=np.int64),
        total=hard + 10 * is_soft,
        is_soft=is_soft,
        cards=removed[:bust].sum(axis=1),
        gone=gone_numbers,
        holding=tuple(np.flatnonzero(gone_numbers[:, place, 0] != NEVER) for place in range(10)),
        twos=np.array([[codes[one + other] for other in UNITS] for one in UNITS]),
    )


def _codes_from(low: int, code: int, hard: int) -> list[tuple[int, int]]:
    """Hard totals and codes of all hands with cards of *low* and more added."""
    found = []
    for value in range(low, min(10, 21 - hard) + 1):
        more = code + UNITS[value - 1]
        found.append((hard + value, more))
        found += _codes_from(value, more, hard + value)
    return found


def _numbers_without(code: int, unit: int, codes: dict[int, int]) -> list[int]:
    """The numbers of a hand with 0, 1, 2 .. further cards of a value it holds out of the shoe."""
    if not code // unit % BASE:
        return [NEVER] * (GONE_MAX + 1)
    return [codes.setdefault(code + unit * more, len(codes)) for more in range(GONE_MAX + 1)]
