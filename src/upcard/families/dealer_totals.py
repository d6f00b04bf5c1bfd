"""Wagers on the dealer's total: named totals, or a fixed total of the player against it."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import line_bits
from upcard.families.dealer_hands import DealerHand
from upcard.families.family import FINISHED_DEALER, Family
from upcard.game.dealers import STANDS_ON

TWENTY_ONE: Final = 21
WINS, PUSHES = line_bits(2)


def judge(dealer: DealerHand) -> int:
    """The dealer's total in pairs, from 17 and 18 up to 25 and 26; a natural is a 21."""
    return 1 << (dealer.total - STANDS_ON) // 2 if dealer.total >= STANDS_ON else 0


def against(dealer: DealerHand, players: int) -> int:
    """A fixed total of the player: it beats a lower total and a bust, and pushes with its own."""
    if dealer.total > TWENTY_ONE or dealer.total < players:
        return WINS
    return PUSHES if dealer.total == players else 0


def judge_17(dealer: DealerHand) -> int:
    """A 17 of the player against the dealer."""
    return against(dealer, 17)


def judge_18(dealer: DealerHand) -> int:
    """An 18 of the player against the dealer."""
    return against(dealer, 18)


def judge_19(dealer: DealerHand) -> int:
    """A 19 of the player against the dealer."""
    return against(dealer, 19)


FAMILIES = (
    Family(
        name="dealer-total",
        sees=FINISHED_DEALER,
        lines=("17-or-18", "19-or-20", "21-or-22", "23-or-24", "25-or-26"),
        judge=judge,
    ),
    *(
        Family(name=f"fixed-{total}", sees=FINISHED_DEALER, lines=("wins", "ties"), judge=judge_)
        for total, judge_ in ((17, judge_17), (18, judge_18), (19, judge_19))
    ),
)
