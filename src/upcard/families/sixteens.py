"""16 Bonus: the dealer finishes on 16, in a game where the dealer stands on hard 16."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import lower
from upcard.families.dealer_hands import DealerHand
from upcard.families.family import FINISHED_DEALER, Family
from upcard.game.hands import is_soft, total_of

SIXTEEN: Final = 16
MOST: Final = 6
"""Hands of so many cards or more are one line."""


def draws_below_hard_16(state: int, hits_soft_17: int) -> bool:
    """
    Whether a dealer who stands on hard 16 and more takes a card; a soft 16 is hit.

    >>> draws_below_hard_16(16, 1), draws_below_hard_16(15, 1)
    (False, True)
    """
    total = total_of(state)
    return total < SIXTEEN or (total == SIXTEEN and is_soft(state))


def judge(dealer: DealerHand) -> int:
    """A 16 of the dealer by its number of cards: the most cards are the first line."""
    return 1 << MOST - lower(dealer.cards, MOST) if dealer.total == SIXTEEN else 0


FAMILIES = (
    Family(
        name="dealer-16",
        sees=FINISHED_DEALER,
        lines=("16-in-6-or-more", *(f"16-in-{cards}" for cards in range(5, 1, -1))),
        judge=judge,
        draws=draws_below_hard_16,
        assumptions=("the dealer stands on hard 16 and more, and draws to soft 16 and less",),
        not_at_tables="no game here has a dealer who stands on hard 16",
    ),
)
