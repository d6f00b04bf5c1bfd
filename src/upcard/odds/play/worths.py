"""What a decision is worth, in whichever kind of number the solver runs on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from upcard.game.decisions import Decision
from upcard.game.stakes import Laid
from upcard.odds.play.splits import EndingsAlike
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


Orders = Mapping[tuple[Composition, int], int]
"""In how many orders cards come: by the cards, and how many of them must share the pair's rank."""


class Closings(NamedTuple):
    """How hands of a split can all be closed to a natural, as orders of the cards they draw."""

    ends: Mapping[EndingsAlike, int]
    """How often the second cards go alike, for hands that the player laid the wager of."""
    again: tuple[Composition, int]
    """The card that a pair is split again with, and whether it must share the pair's rank."""
    closed: Orders
    """Of a hand that is not split again, though there is room."""
    open: Orders
    """Of a hand that takes any second card."""
    passed: Orders
    """Of the second card of a hand that the house laid: any that is not split again."""
    counts: tuple[int, ...]
    """How many cards of each value are left."""
    shares: tuple[Number, ...]
    """How likely 0, 1, 2 .. cards of the pair's value all share its rank."""


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

    def decision(self, upcard: int, hand: Composition, laid: Laid) -> Decision:
        """What three cards or more do next, as fixed; a hand that is over stands."""

    def closing_chance(self, closings: Closings) -> Number:
        """How likely the cards come in one of these orders."""
