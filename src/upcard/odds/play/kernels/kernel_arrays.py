"""The arrays that the solver's kernels read and fill, and the numbers that stand in them."""

from __future__ import annotations

from typing import NamedTuple

from upcard.game import dealers
from upcard.odds.play.compositions import Flags, Floats, Integers

STAND, HIT, DOUBLE, RESCUE = 0, 1, 2, 3
NEVER = -1
"""The level of a double that the rules do not allow."""
VALUES, OUTCOMES, BUST, NATURAL = 10, 8, 5, 6
LANES = 64
"""How many shoes are weighed side by side: with fewer, a loop over them is not worth a vector."""
CARDS_MAX = 22
"""No dealer's hand has as many cards."""


def ends_with(pushing_total: int) -> tuple[int, ...]:
    """
    The dealer's end for each outcome, as the rule book says it.

    The last is a bust that pushes, or in a game without one a 16 that the dealer stands on.
    """
    last = pushing_total or dealers.LOWEST_END
    return 17, 18, 19, 20, 21, dealers.BUST, dealers.NATURAL, last


class Tree(NamedTuple):
    """
    The dealer's finished hands: factors of products, and what each product counts for.

    A product comes just before those that go on from it, so one of each depth is all that has to
    be remembered.
    """

    card: Integers
    """The value (less one) whose count this factor takes."""
    before: Floats
    """How many of that value the product has taken already."""
    depth: Integers
    """How many cards the product holds, this one not counted."""
    first_term: Integers
    """Where the terms of each product begin, and at last where they end."""
    place: Integers
    """For each term: up card and outcome, as one number."""
    orders: Floats
    """For each term: in how many orders the cards can come."""


class KernelShoe(NamedTuple):
    """A shoe, what can be out of it, and how the dealer ends then."""

    full: Floats
    removed: Integers
    peeks: Flags
    outcomes: Floats


class Drawn(NamedTuple):
    """Cards that may be drawn from a shoe, by their codes, and how likely they are."""

    full: Floats
    """How many of each value the shoe has."""
    cards: int
    codes: Integers
    ways: Floats
    """By value and number: in how many ways so many cards of it are taken one by one."""
    orders: Floats
    """By number of cards: one over the ways in which any so many cards are taken."""


class Hands(NamedTuple):
    """The numbered hands; see `compositions.Numbered`."""

    after: Integers
    total: Integers
    cards: Integers


class KernelHouse(NamedTuple):
    """What the rules allow and pay, by level and hand, for the hands of one side."""

    pay: Floats
    sure: Floats
    """By level and hand: what it wins at once, or 0."""
    win: Floats
    """By level: what an even-money win pays, in first wagers."""
    lose: Floats
    spare: Floats
    """By level: what a dealer's natural leaves of what the hand can lose."""
    spare_square: Floats
    """By level: what that takes off the square of the loss."""
    spare_bust: Floats
    """By level: what a dealer's natural leaves of a bust hand."""
    spare_bust_square: Floats
    spares_busts: bool
    """Whether it leaves anything."""
    double_to: Integers
    """By level and hand: the level that a double leads to, or NEVER."""
    rescue: Floats
    ends_turn: bool
    wins: Floats
    """One where a total beats one of the dealer's ends, as the rule book says; else nothing."""
    loses: Floats


class Worths(NamedTuple):
    """Means and mean squares by level and hand, and of each decision."""

    options: Floats
    squares: Floats
    mean: Floats
    square: Floats
