"""Winner's Option: a stake on the dealer's hand, against a player who must draw like a dealer."""

from __future__ import annotations

from upcard.families.card_numbers import line_bits
from upcard.families.family import TWO_CARDS, Family
from upcard.families.round_results import BOTH_BUST, LOST, TIED, RoundSight

DEALER_WINS, TIE, BOTH = line_bits(3)


def judge(first: int, second: int, result: int) -> int:
    """What the dealer's hand has done to the player's, seen from the dealer's side."""
    if result == LOST:
        return DEALER_WINS
    if result == TIED:
        return TIE
    return BOTH if result == BOTH_BUST else 0


def stands_like_a_dealer(total: int, is_soft: bool, upcard: int) -> bool:
    """
    Whether the player must stand: on hard 17 and soft 18.

    >>> stands_like_a_dealer(17, False, 6), stands_like_a_dealer(17, True, 6)
    (True, False)
    """
    return total >= (18 if is_soft else 17)


FAMILIES = (
    Family(
        name="dealer-side",
        sees=TWO_CARDS,
        lines=("dealer-wins", "tie", "both-bust"),
        judge=judge,
        round_sight=RoundSight(
            stands=stands_like_a_dealer,
            totals=range(12, 21),
            by_upcard=False,
            forces="the hand must draw to hard 17 or soft 18",
            sees_both_bust=True,
        ),
        assumptions=(
            "the player draws to hard 17 or soft 18, and may not double or split",
            "the dealer always finishes the hand",
        ),
    ),
)
