"""The exact expected value of a wager, in cents and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

from upcard.books.figures import ExactFigures, Figures, PaytableLine, parts, solution_of
from upcard.cards import Card
from upcard.jackpot import Parameters
from upcard.money import Cents
from upcard.room.projections.past_rounds import MovedWinnings
from upcard.room.projections.setup_facts import Plays
from upcard.table.rounds import MAIN

Z_PERCENT: Final = 196
"""The normal band: 1.96 standard deviations to either side, 95 of 100 times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """
    What one wager should bring the house.

    The mean has a part that grows with the wager and a part that does not: seeds.
    """

    win: Fraction
    """In cents."""
    variance: Fraction
    """Of the win, in square cents."""
    hit: Fraction | None
    """How often it pays; None where that is not counted."""


@dataclass(slots=True)
class Theory:
    """What many wagers should bring together."""

    is_known: bool = True
    win: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    counts_hits: bool = True
    hits: Fraction = Fraction(0)
    hit_variance: Fraction = Fraction(0)


def sum_of(wagers: Iterable[tuple[int, Expected | None]]) -> Theory:
    """Wagers of several kinds added up; one without an exact figure makes the sum unknown."""
    total = Theory()
    for count, found in wagers:
        if found is None:
            total.is_known = False
            continue
        total.win += count * found.win
        total.variance += count * found.variance
        if found.hit is None:
            total.counts_hits = False
            continue
        total.hits += count * found.hit
        total.hit_variance += count * found.hit * (1 - found.hit)
    return total


@dataclass(frozen=True, slots=True)
class Band:
    """Twice a deviation: how far an actual figure may be from the mean by chance."""

    variance: Fraction

    @property
    def cents(self) -> Cents:
        """
        Half the width of the 95% band, rounded up to the cent.

        >>> Band(Fraction(10_000)).cents
        196
        """
        square = Fraction(Z_PERCENT**2, 100**2) * self.variance
        root = isqrt(square.numerator // square.denominator)
        return Cents(root if root * root == square else root + 1)

    def is_inside(self, difference: Fraction) -> bool:
        """Whether a difference from the mean lies within the band, exactly."""
        return difference**2 <= Fraction(Z_PERCENT**2, 100**2) * self.variance


def expected(
    figures: Figures, wager: str, stake: Cents, parameters: Parameters | None
) -> Expected | None:
    """
    What a wager of *stake* should bring; None where no exact figure is to be had.

    *parameters* are those of the progressive it feeds, if it feeds one.
    """
    if wager == MAIN:
        return _main(figures, stake)
    found = figures.wagers.get(wager)
    if found is None:
        return None
    if parameters is not None:
        return _progressive(found, stake, parameters)
    return Expected(win=stake * found.edge, variance=stake**2 * found.variance, hit=found.hit)


def _main(figures: Figures, stake: Cents) -> Expected | None:
    if figures.edge is None or figures.variance is None:
        return None
    return Expected(win=stake * figures.edge, variance=stake**2 * figures.variance, hit=None)


def expected_of_moved(plays: Plays, moved: MovedWinnings) -> Expected | None:
    """
    What winnings add that were moved onto a main wager.

    The dealer has no natural, so the hand's mean and variance are those of its cards. Wager and
    moved money win and lose together: (w + m) squared is w squared and what is added here.
    """
    solution = solution_of(plays)
    first, second, up = map(Card.parse, moved.cards)
    going_on = solution and solution.play.book.opening(first, second, up).going_on
    if not going_on:
        return None
    mean, square = (parts(float(each)) for each in going_on)
    spread = (square - mean**2) * (moved.amount**2 + 2 * moved.wager * moved.amount)
    return Expected(win=-moved.amount * mean, variance=spread, hit=None)


def _progressive(figures: ExactFigures, stake: Cents, parameters: Parameters) -> Expected:
    """
    A wager that feeds a meter: fixed pays and contributions cost the house, and so does a new
    seed after each award of a whole level. What a meter pays was put in before.
    """
    seeds = {level.name: level.seed for level in parameters.levels}
    costs = [(line.probability, _cost(line, stake, seeds)) for line in figures.lines]
    mean = sum((chance * cost for chance, cost in costs), Fraction(0))
    square = sum((chance * cost**2 for chance, cost in costs), Fraction(0))
    return Expected(
        win=stake * (1 - parameters.contribution) - mean,
        variance=square - mean**2,
        hit=figures.hit,
    )


def _cost(line: PaytableLine, stake: Cents, seeds: Mapping[str, Cents]) -> Fraction:
    if line.is_of_meter:
        return Fraction(seeds.get(line.level, 0) if line.level else 0)
    return stake * line.returned
