"""Red Flex: how many of the dealer's cards are red from the first on, without a break."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import lower
from upcard.families.dealer_hands import DealerHand, DealerSight
from upcard.families.family import FINISHED_DEALER, Family

MOST: Final = 7
"""Runs of so many cards or more are one line."""


def judge(dealer: DealerHand) -> int:
    """The run of red cards, the longest first; one red card alone is nothing."""
    return 1 << MOST - lower(dealer.reds, MOST) if dealer.reds >= 2 else 0


FAMILIES = (
    Family(
        name="red-run",
        sees=FINISHED_DEALER,
        lines=("7-or-more-red", *(f"{cards}-red" for cards in range(6, 1, -1))),
        judge=judge,
        dealer_sight=DealerSight(reds=True),
    ),
)
