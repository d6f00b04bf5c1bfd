"""Blazing 7's: sevens in the player's first two cards, and in a third card."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from upcard.cards import Card
from upcard.families.card_numbers import (
    DIAMONDS,
    SEVEN,
    line_bits,
    rank_of,
    same_colour,
    suit_of,
)
from upcard.families.family import TWO_CARDS, WITH_UPCARD, CardPlace, Family, Reading
from upcard.families.sights import EACH_RANK, NO_EXCHANGE, Named, Sight, ace_or_ten

LINES: Final = (
    "three-7s-diamonds",
    "three-7s-suited",
    "three-7s-same-colour",
    "three-7s",
    "first-two-7s",
    "one-7",
)
OF_DIAMONDS, SUITED, OF_A_COLOUR, THREE, FIRST_TWO, ONE = line_bits(6)


def judge(first: int, second: int, third: int) -> int:
    """
    The sevens in the first two cards, and in the third where both of those are sevens.

    The third card may be missing: the player stood, or the dealer had a natural.
    """
    sevens = int(rank_of(first) == SEVEN) + int(rank_of(second) == SEVEN)
    if sevens == 0:
        return 0
    if sevens == 1:
        return ONE
    if rank_of(third) != SEVEN:
        return ONE | FIRST_TWO
    lines = ONE | FIRST_TWO | THREE
    if same_colour(first, second) and same_colour(first, third):
        lines |= OF_A_COLOUR
    if first == second and first == third:
        lines |= SUITED | (OF_DIAMONDS if suit_of(first) == DIAMONDS else 0)
    return lines


def _which_seven(named: Named, card: Card) -> Hashable:
    return card if card.rank == "7" else None


def _seven_ace_or_ten_after_two_sevens(named: Named, card: Card) -> Hashable:
    if any(other.rank != "7" for other in named):
        return None
    return card if card.rank == "7" else ace_or_ten(named, card)


FAMILIES = (
    Family(
        name="three-7s-player",
        sees=(*TWO_CARDS, CardPlace.THIRD),
        lines=LINES,
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2, 3, 4),
            named=2,
            alike=_seven_ace_or_ten_after_two_sevens,
            ranks=("7", "A", "KQJT", "2345689"),
            suits=("shdc", "chds"),
            swaps=((0, 1),),
        ),
        readings={
            "on_dealer_natural": Reading(
                answers=("two-cards-only",),
                retired={
                    "returned": "S3 8.a pays two sevens by the first two cards only, "
                    "whatever the dealer has",
                },
            )
        },
        assumptions=("a player with 7-7 always takes a third card, by a hit or by a split",),
    ),
    Family(
        name="three-7s-upcard",
        sees=WITH_UPCARD,
        lines=LINES,
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=0,
            alike=_which_seven,
            ranks=EACH_RANK,
            suits=NO_EXCHANGE,
            swaps=((0, 1),),
        ),
    ),
)
