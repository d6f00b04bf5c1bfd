"""Push 22: the dealer's finished hand, its total and its suits."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import BLACK_SUITS, RED_SUITS, line_bits
from upcard.families.dealer_hands import DealerHand, DealerSight
from upcard.families.family import FINISHED_DEALER, Family

TWENTY_TWO: Final = 22
SUITED, OF_A_COLOUR, ANY = line_bits(3)


def judge(dealer: DealerHand) -> int:
    """Whether the dealer's finished hand totals 22, in one colour or one suit."""
    if dealer.total != TWENTY_TWO:
        return 0
    lines = ANY
    if dealer.suits & RED_SUITS == 0 or dealer.suits & BLACK_SUITS == 0:
        lines |= OF_A_COLOUR
    if dealer.suits & (dealer.suits - 1) == 0:
        lines |= SUITED
    return lines


FAMILIES = (
    Family(
        name="push-22",
        sees=FINISHED_DEALER,
        lines=("suited-22", "same-colour-22", "any-22"),
        judge=judge,
        dealer_sight=DealerSight(suits=True),
    ),
)
