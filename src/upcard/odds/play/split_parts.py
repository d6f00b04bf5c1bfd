"""A hand of a split in parts: which second card it gets, and what is done with it then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from upcard.game.decisions import Decision
from upcard.odds.play.worths import Number, Worth


class SplitDraw(NamedTuple):
    """A second card, and what is done with the two."""

    card: int
    action: Decision


class Gain(NamedTuple):
    """What a special 21 of one suit wins beyond the same cards of mixed suits."""

    card: int
    """The second card."""
    third: int
    won: Number
    """What it adds to a win."""
    paid: Number
    """What is paid whatever the dealer has."""
    is_won: bool
    """Whether it wins at once."""


class HandPart(NamedTuple):
    """Some of the ways in which a hand can go on, with all that comes of them."""

    plays: tuple[SplitDraw, ...] = ()
    gain: Gain | None = None


class HandParts(NamedTuple):
    """The parts of a hand on one side."""

    side: int
    parts: tuple[HandPart, ...]


Products = Sequence[Sequence[Sequence[Number]]]
"""By further cards of the pair's value gone, part of one hand and part of the other."""


class HandsTogether(Protocol):
    """Somebody who knows nearly how two hands of a split go together."""

    def product(self, upcard: int, pair: int, side: int, other: int) -> Number:
        """The mean of the result of a hand of *side* times that of a hand of *other*."""


class TwoHands(Protocol):
    """Somebody who knows exactly how two hands of a split go together."""

    def products(
        self, upcard: int, pair: int, one: HandParts, other: HandParts, depth: int
    ) -> Products:
        """
        The mean of the product of two hands' results, where each goes on as a part says.

        The mean is over everything: the chance that the parts come, and that up to *depth*
        given cards are of the pair's value, is counted in.
        """


def doubt_of(
    counts: Sequence[tuple[int, Number]], result_max: Number, total: Worth, crossed: Number
) -> Number:
    """
    How far a split's mean square can be off, if products of different hands came to *crossed*.

    *counts* says how likely the pair grows to how many hands, and *total* adds up the hands. A
    mean square is no less than the square of the mean. And by Cauchy and Schwarz the products of
    n hands come to n - 1 times their squares at most: so the bound puts as much of the squares,
    which are exact, where there are the most hands.
    """
    most, left = 0 * crossed, total.square
    for hands, chance in sorted(counts, reverse=True):
        here = min(left, hands * chance * result_max**2)
        most += (hands - 1) * here
        left -= here
    least = total.mean**2 - total.square
    return max(most - crossed, crossed - least)
