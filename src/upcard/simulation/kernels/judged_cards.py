"""Kernels that ask a judge about many cards at once: everything that it can see."""

from __future__ import annotations

from upcard.families.dealer_hands import DealerHand
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import entry
from upcard.simulation.kernels.compiled_judges import (
    dealer_lines_of,
    lines_of,
    two_hand_lines_of,
)
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.layout import Integers, Smalls


@entry
def judge_all(
    family: Number, reading: Number, places: Integers, types: Number, lines: Integers
) -> None:
    """
    Fill *lines* with what a family's judge says to all card types in *places*.

    Places are first, second, third, up card and hole card; one that is not named holds no card.
    """
    for index in range(lines.size):
        first = second = third = up = hole = at.NO_CARD
        rest = index
        for place in places[::-1]:
            card = rest % types
            rest //= types
            if place == 0:
                first = card
            elif place == 1:
                second = card
            elif place == 2:
                third = card
            elif place == 3:
                up = card
            else:
                hole = card
        lines[index] = lines_of(family, reading, first, second, third, up, hole)


@entry
def judge_finished(family: Number, reading: Number, told: Smalls, lines: Integers) -> None:
    """
    Fill *lines* with what a family's judge says to finished hands of the dealer, as it is told.

    A row of *told* has the player's two cards, and the numbers of a `DealerHand`.
    """
    for row in range(lines.size):
        hand = DealerHand(
            told[row, 2], told[row, 3], told[row, 4], told[row, 5], told[row, 6], told[row, 7]
        )
        lines[row] = dealer_lines_of(family, reading, told[row, 0], told[row, 1], hand)


@entry
def judge_two_hands(family: Number, reading: Number, types: Number, lines: Integers) -> None:
    """Fill *lines* with what a family's judge says to all cards of two hands of two."""
    for place in range(lines.size):
        first, second = place // types**3, place // types**2 % types
        other, last = place // types % types, place % types
        lines[place] = two_hand_lines_of(family, reading, first, second, other, last)
