"""Every hand a player can hold without being bust, numbered once, and the shoes they leave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from upcard.odds.play.stock import VALUES, Composition, plus, total_of

GONE_MAX: Final = 5
"""How many further cards of a pair's value a split to four hands can take out of the shoe."""
NEVER: Final = -1

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
    numbers: dict[Composition, int]
    """Of hands, and of all that can be out of the shoe besides the up card."""
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

    @property
    def bust(self) -> int:
        """The number that stands for every bust hand."""
        return len(self.hands)


@cache
def numbered() -> Numbered:
    """
    The numbering, which is the same for every game.

    >>> numbered().bust
    3082
    """
    hands = sorted(_hands_from(1, (0,) * 10, 0), key=_hard_total, reverse=True)
    numbers = {hand: number for number, hand in enumerate(hands)}
    gone = np.full((len(hands), len(VALUES), GONE_MAX + 1), NEVER, dtype=np.int64)
    for number, hand in enumerate(hands):
        for value in VALUES:
            if hand[value - 1]:
                out = hand
                for count in range(GONE_MAX + 1):
                    gone[number, value - 1, count] = numbers.setdefault(out, len(numbers))
                    out = plus(out, value)
    totals = [total_of(hand) for hand in hands]
    return Numbered(
        hands=tuple(hands),
        numbers=numbers,
        removed=np.array(list(numbers), dtype=np.int64),
        after=np.array([_after(hand, numbers, len(hands)) for hand in hands], dtype=np.int64),
        total=np.array([total for total, _ in totals], dtype=np.int64),
        is_soft=np.array([is_soft for _, is_soft in totals], dtype=np.bool_),
        cards=np.array([sum(hand) for hand in hands], dtype=np.int64),
        gone=gone,
        holding=tuple(np.flatnonzero(gone[:, index, 0] != NEVER) for index in range(len(VALUES))),
    )


def _hard_total(hand: Composition) -> int:
    return sum(value * count for value, count in zip(VALUES, hand, strict=True))


def _hands_from(low: int, hand: Composition, hard: int) -> list[Composition]:
    found = []
    for value in range(low, min(10, 21 - hard) + 1):
        more = plus(hand, value)
        found.append(more)
        found += _hands_from(value, more, hard + value)
    return found


def _after(hand: Composition, numbers: dict[Composition, int], bust: int) -> list[int]:
    hard = _hard_total(hand)
    return [numbers[plus(hand, value)] if hard + value <= 21 else bust for value in VALUES]
