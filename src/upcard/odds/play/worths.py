"""What a decision is worth, in whichever kind of number the solver runs on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from upcard.game.decisions import Decision
from upcard.odds.play.stock import Composition

Number = float | Fraction
"""Fractions prove a tiny shoe; floats solve a real one."""


class Worth(NamedTuple):
    """
    The mean of a net result in first wagers, and the mean of its square.

    >>> Worth(-1.0, 1.0).mixed(0.5, Worth(1.0, 1.0))
    Worth(mean=0.0, square=1.0)
    """

    mean: Number
    square: Number

    def times(self, share: Number) -> Worth:
        """This, with a chance of *share*."""
        return Worth(share * self.mean, share * self.square)

    def plus(self, other: Worth) -> Worth:
        """Both: of two things that exclude each other, each weighed by its chance."""
        return Worth(self.mean + other.mean, self.square + other.square)

    def mixed(self, share: Number, other: Worth) -> Worth:
        """This with a chance of one less *share*, else *other*."""
        return self.times(1 - share).plus(other.times(share))


class Gone(NamedTuple):
    """Further cards of one value that are out of the shoe, besides hand and up card."""

    value: int
    times: int


NONE_GONE = Gone(1, 0)


class Contest21(NamedTuple):
    """How a player's 21 fares: the chances that it wins and that it pushes."""

    wins: Number
    pushes: Number


class Values(Protocol):
    """
    What a solver must know of hands of three and more cards, and of the dealer.

    Two implementations exist: `reference`, which reads like the rules, and `compiled`, which is
    fast. Everything above them (openings, suits, splits) is written once.
    """

    def chance(self, upcard: int, removed: Composition, card: int) -> Number:
        """The chance that the next card has that value, given cards *removed* and the peek."""

    def chances(self, upcard: int, removed: Composition) -> Sequence[Number]:
        """The same for all ten values."""

    def contest_21(self, upcard: int, removed: Composition) -> Contest21:
        """How a player's 21 fares against the dealer."""

    def worth(
        self, upcard: int, *, side: int, hand: tuple[int, int], action: Decision, gone: Gone
    ) -> Worth:
        """What standing, hitting or doubling two cards is worth, the rest of the play fixed."""
