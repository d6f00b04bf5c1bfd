"""Bonanza: the player's 20 by rank and suit, and by what the dealer shows."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import is_pair, is_suited, is_ten, is_twenty, line_bits
from upcard.families.family import WITH_DEALERS_TWO, Family, Reading
from upcard.families.sights import ANY_SUITS, Named, Sight

ALL_FOUR, UPCARD_TOO, SAME_CARD, SAME_RANK, SAME_SUIT, DIFFERENT, ANY_20 = line_bits(7)


def judge(first: int, second: int, upcard: int, hole: int) -> int:
    """From four cards alike down to any 20."""
    if not is_twenty(first, second):
        return 0
    if not is_ten(upcard):
        return ANY_20
    if first != second:
        if is_pair(first, second):
            return SAME_RANK
        return SAME_SUIT if is_suited(first, second) else DIFFERENT
    lines = SAME_CARD
    if upcard == first:
        lines |= UPCARD_TOO | (ALL_FOUR if hole == first else 0)
    return lines


def could_win_the_two_highest(first: int, second: int, upcard: int) -> bool:
    """The up card is the same card as both of the player's ten-values (S4)."""
    return first == second == upcard and is_ten(first)


def _same_card_or_ten(named: Named, card: Card) -> Hashable:
    return card is named[0], card.points == 10


FAMILIES = (
    Family(
        name="bonanza",
        sees=WITH_DEALERS_TWO,
        lines=(
            "both-dealer-cards-the-same-card",
            "upcard-the-same-card",
            "same-rank-and-suit-ten-up",
            "same-rank-ten-up",
            "same-suit-ten-up",
            "different-rank-and-suit-ten-up",
            "any-20",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2, 3),
            named=2,
            alike=_same_card_or_ten,
            ranks=("KQJT", "A", "9", "2345678"),
            suits=ANY_SUITS,
            swaps=((0, 1),),
        ),
        readings={"x_means": Reading(answers=("for-1", "to-1"))},
        waits={"two-highest-awards": could_win_the_two_highest},
    ),
)
