"""16 Bonus: the dealer finishes on 16, in a game where the dealer stands on hard 16."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import lower
from upcard.families.dealer_hands import DealerHand
from upcard.families.family import FINISHED_DEALER, Family
from upcard.game.dealers import STANDS_ON_HARD_16

SIXTEEN: Final = 16
MOST: Final = 6
"""Hands of so many cards or more are one line."""


def judge(dealer: DealerHand) -> int:
    """A 16 of the dealer by its number of cards: the most cards are the first line."""
    return 1 << MOST - lower(dealer.cards, MOST) if dealer.total == SIXTEEN else 0


FAMILIES = (
    Family(
        name="dealer-16",
        sees=FINISHED_DEALER,
        lines=("16-in-6-or-more", *(f"16-in-{cards}" for cards in range(5, 1, -1))),
        judge=judge,
        draws_by=STANDS_ON_HARD_16,
    ),
)
