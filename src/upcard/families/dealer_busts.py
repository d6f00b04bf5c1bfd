"""Wagers on the dealer's bust: by the number of cards, or by the up card."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import ACE, SEVEN, is_ten, line_bits, lower, rank_of
from upcard.families.dealer_hands import DealerHand, DealerSight
from upcard.families.family import FINISHED_DEALER, Family

TWENTY_ONE: Final = 21
MOST: Final = 8
"""Busts with so many cards or more are one line."""
UNDER_ACE, UNDER_TEN, UNDER_7_TO_9, UNDER_2_TO_6 = line_bits(4)


def judge(dealer: DealerHand) -> int:
    """The dealer's bust by its number of cards: the most cards are the first line."""
    return 1 << MOST - lower(dealer.cards, MOST) if dealer.total > TWENTY_ONE else 0


def judge_by_upcard(dealer: DealerHand) -> int:
    """The dealer's bust by the up card."""
    if dealer.total <= TWENTY_ONE:
        return 0
    if rank_of(dealer.upcard) == ACE:
        return UNDER_ACE
    if is_ten(dealer.upcard):
        return UNDER_TEN
    return UNDER_7_TO_9 if rank_of(dealer.upcard) >= SEVEN else UNDER_2_TO_6


FAMILIES = (
    Family(
        name="dealer-bust",
        sees=FINISHED_DEALER,
        lines=("bust-8-or-more", *(f"bust-{cards}" for cards in range(7, 2, -1))),
        judge=judge,
    ),
    Family(
        name="dealer-bust-by-upcard",
        sees=FINISHED_DEALER,
        lines=("bust-under-ace", "bust-under-10", "bust-under-7-to-9", "bust-under-2-to-6"),
        judge=judge_by_upcard,
        dealer_sight=DealerSight(upcard=True),
    ),
)
