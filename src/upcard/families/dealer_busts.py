"""Wagers on the dealer's bust: by the number of cards, or by the up card."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import (
    ACE,
    SEVEN,
    is_natural_pair,
    is_ten,
    line_bits,
    lower,
    rank_of,
)
from upcard.families.dealer_hands import DealerHand, DealerSight
from upcard.families.family import FINISHED_DEALER, TWO_CARDS, Family

TWENTY_ONE: Final = 21
MOST: Final = 8
"""Busts with so many cards or more are one line."""
NATURAL_AND_8, NATURAL_AND_7, BUST_8 = line_bits(3)
"""The bits of the longest busts, beside a player's natural first; shorter ones follow."""
UNDER_ACE, UNDER_TEN, UNDER_7_TO_9, UNDER_2_TO_6 = line_bits(4)


def judge(first: int, second: int, dealer: DealerHand) -> int:
    """The dealer's bust by its number of cards, the most the first; and beside a natural."""
    if dealer.total <= TWENTY_ONE:
        return 0
    lines = BUST_8 << MOST - lower(dealer.cards, MOST)
    if dealer.cards >= MOST - 1 and is_natural_pair(first, second):
        lines |= NATURAL_AND_8 if dealer.cards >= MOST else NATURAL_AND_7
    return lines


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
        lines=(
            "bust-8-or-more-and-natural",
            "bust-7-and-natural",
            "bust-8-or-more",
            *(f"bust-{cards}" for cards in range(7, 2, -1)),
        ),
        judge=judge,
        further={
            "bust-7-and-natural": TWO_CARDS,
            "bust-8-or-more-and-natural": TWO_CARDS,
        },
    ),
    Family(
        name="dealer-bust-by-upcard",
        sees=FINISHED_DEALER,
        lines=("bust-under-ace", "bust-under-10", "bust-under-7-to-9", "bust-under-2-to-6"),
        judge=judge_by_upcard,
        dealer_sight=DealerSight(upcard=True),
    ),
)
