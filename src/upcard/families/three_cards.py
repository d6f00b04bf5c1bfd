"""Three-card hands: TriLux, 21+3 and their relatives."""

from __future__ import annotations

from typing import Final

from upcard.cards import Deck
from upcard.families.card_numbers import (
    ACE,
    KING,
    is_pair,
    is_suited,
    line_bits,
    lower,
    rank_of,
    sequence_of,
)
from upcard.families.family import WITH_UPCARD, Family, Reading
from upcard.families.sights import ANY_SUITS, EACH_RANK, Sight, rank_and_whether_suited

OVER_THE_TEN: Final = "straights_over_missing_ten"
YES: Final = 0
"""The place of the answer that counts 8-9-J and 9-J-Q as straights."""
SUITED_ACES, SUITED_TRIPS, MINI_ROYAL, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR = line_bits(8)


def judge(first: int, second: int, third: int, over_the_ten: int) -> int:
    """Everything that three cards are: trips, straights, flushes and their special forms."""
    suited = is_suited(first, second) and is_suited(first, third)
    lines = FLUSH if suited else 0
    if is_pair(first, second) and is_pair(first, third):
        if suited:
            lines |= SUITED_TRIPS | (SUITED_ACES if rank_of(first) == ACE else 0)
        return lines | TRIPS
    if is_pair(first, second) or is_pair(first, third) or is_pair(second, third):
        return lines | PAIR
    if is_straight(first, second, third, over_the_ten == YES):
        lines |= STRAIGHT
        if suited:
            lines |= STRAIGHT_FLUSH | (MINI_ROYAL if is_top(first, second, third) else 0)
    return lines


def is_straight(first: int, second: int, third: int, is_bridged: bool) -> bool:
    """Three different ranks in a row; the ace is low or high, never between a king and a two."""
    a, b, c = sequence_of(first), sequence_of(second), sequence_of(third)
    low, high = lower(lower(a, b), c), -lower(lower(-a, -b), -c)
    middle = a + b + c - low - high
    if middle == low + 1 and high == low + 2:
        return True
    if low == 1 and middle == 12 and high == 13:
        return True
    over_the_gap = (low == 8 and middle == 9 and high == 11) or (
        low == 9 and middle == 11 and high == 12
    )
    return is_bridged and over_the_gap


def is_top(first: int, second: int, third: int) -> bool:
    """Whether a straight is the one from the queen to the ace."""
    a, b, c = rank_of(first), rank_of(second), rank_of(third)
    return lower(lower(a, b), c) == ACE and (a == KING or b == KING or c == KING)


FAMILIES = (
    Family(
        name="three-card",
        sees=WITH_UPCARD,
        lines=(
            "suited-aces",
            "suited-three-of-a-kind",
            "mini-royal",
            "straight-flush",
            "three-of-a-kind",
            "straight",
            "flush",
            "pair",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=2,
            alike=rank_and_whether_suited,
            ranks=EACH_RANK,
            suits=ANY_SUITS,
            swaps=((0, 1, 2),),
        ),
        readings={
            OVER_THE_TEN: Reading(
                answers=("yes", "no"),
                is_judged=True,
                only_on={
                    "yes": (
                        Deck.PONTOON,
                        "on a deck that has its tens: 8-9-J is not a straight there",
                    )
                },
            )
        },
    ),
)
