"""Bust It: the dealer busts with exactly three cards, and the third says what it pays."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import BLACK_SUITS, RED_SUITS, line_bits, points_of
from upcard.families.dealer_hands import DealerHand, DealerSight
from upcard.families.family import FINISHED_DEALER, Family

TWENTY_ONE: Final = 21
THIRDS: Final = (6, 7, 8, 9, 10)
"""The points of a third card that can bust: the first two total 16 at most."""
SUITED_888, COLOURED_888, *BY_THIRD = line_bits(7)
FIRST_BIT: Final = BY_THIRD[0]


def judge(dealer: DealerHand) -> int:
    """A bust with three cards by its third; three eights of one suit or colour are more."""
    if dealer.cards != 3 or dealer.total <= TWENTY_ONE:
        return 0
    third = dealer.total - points_of(dealer.upcard) - points_of(dealer.hole)
    lines = FIRST_BIT << (third - 6)
    if third == 8 and points_of(dealer.upcard) == 8 and points_of(dealer.hole) == 8:
        if dealer.suits & RED_SUITS == 0 or dealer.suits & BLACK_SUITS == 0:
            lines |= COLOURED_888
        if dealer.suits & (dealer.suits - 1) == 0:
            lines |= SUITED_888
    return lines


FAMILIES = (
    Family(
        name="third-card-bust",
        sees=FINISHED_DEALER,
        lines=("888-suited", "888-same-colour", *(f"bust-by-{third}" for third in THIRDS)),
        judge=judge,
        dealer_sight=DealerSight(upcard=True, hole=True, suits=True),
    ),
)
