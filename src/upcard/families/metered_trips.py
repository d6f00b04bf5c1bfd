"""21+3 with a meter for suited trips of chosen ranks, in a suit the house declares or in any."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import (
    ACE,
    JACK,
    KING,
    QUEEN,
    is_pair,
    is_suited,
    line_bits,
    rank_of,
    suit_of,
)
from upcard.families.family import WITH_UPCARD, Family, Reading
from upcard.families.sights import EACH_RANK, NO_EXCHANGE, Sight, rank_and_whether_suited
from upcard.families.three_cards import is_straight

(
    *DECLARED,
    ACES,
    KINGS,
    QUEENS,
    JACKS,
    SUITED_TRIPS,
    STRAIGHT_FLUSH,
    TRIPS,
    STRAIGHT,
    FLUSH,
) = line_bits(12)
DECLARED_ACES, DECLARED_KINGS, DECLARED_QUEENS = DECLARED
SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


def judge(first: int, second: int, third: int, declared: int) -> int:
    """Three-card poker hands above a pair; suited trips also by rank and by the declared suit."""
    suited = is_suited(first, second) and is_suited(first, third)
    lines = FLUSH if suited else 0
    if is_pair(first, second) and is_pair(first, third):
        lines |= TRIPS
        if suited:
            lines |= SUITED_TRIPS | by_rank(rank_of(first), suit_of(first) == declared)
        return lines
    if is_pair(first, second) or is_pair(first, third) or is_pair(second, third):
        return lines
    if is_straight(first, second, third, False):
        lines |= STRAIGHT | (STRAIGHT_FLUSH if suited else 0)
    return lines


def by_rank(rank: int, is_declared: bool) -> int:
    """The lines of suited three of a kind of one of the top ranks."""
    if rank == ACE:
        return ACES | (DECLARED_ACES if is_declared else 0)
    if rank == KING:
        return KINGS | (DECLARED_KINGS if is_declared else 0)
    if rank == QUEEN:
        return QUEENS | (DECLARED_QUEENS if is_declared else 0)
    return JACKS if rank == JACK else 0


FAMILIES = (
    Family(
        name="three-card-meter",
        sees=WITH_UPCARD,
        lines=(
            "declared-aces",
            "declared-kings",
            "declared-queens",
            "suited-aces",
            "suited-kings",
            "suited-queens",
            "suited-jacks",
            "suited-three-of-a-kind",
            "straight-flush",
            "three-of-a-kind",
            "straight",
            "flush",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=2,
            alike=rank_and_whether_suited,
            ranks=EACH_RANK,
            suits=NO_EXCHANGE,
            swaps=((0, 1, 2),),
        ),
        readings={"declared_suit": Reading(answers=SUITS, is_judged=True)},
    ),
)
