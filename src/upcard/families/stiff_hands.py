"""Lucky Stiff: a hard 12 to 16 that goes on to win; 6-6, 7-7, 8-8 and a natural pay at once."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import is_natural_pair, line_bits, points_of
from upcard.families.family import TWO_CARDS, Family
from upcard.families.round_results import TIED, WON, RoundSight

PAIR, NATURAL, STIFF_WINS, STIFF_TIES = line_bits(4)
STIFFS: Final = range(12, 17)
DEALER_STIFF: Final = range(2, 7)
"""Up cards under which basic strategy stands on 13 and more."""


def judge(first: int, second: int, result: int) -> int:
    """The pay of two cards, and of a stiff hand what became of it."""
    if is_natural_pair(first, second):
        return NATURAL
    low, high = points_of(first), points_of(second)
    if low == 1 or high == 1 or low + high < 12 or low + high > 16:
        return 0
    if low == high:
        return PAIR
    if result == WON:
        return STIFF_WINS
    return STIFF_TIES if result == TIED else 0


def stands_by_total(total: int, is_soft: bool, upcard: int) -> bool:
    """
    Basic strategy for a hard 12 or more that may only hit or stand.

    >>> stands_by_total(12, False, 3), stands_by_total(12, False, 4), stands_by_total(16, False, 7)
    (False, True, False)
    """
    if total not in STIFFS:
        return True
    return upcard in DEALER_STIFF and (total > STIFFS[0] or upcard > 3)


FAMILIES = (
    Family(
        name="stiff-hand",
        sees=TWO_CARDS,
        lines=("pair-of-6s-to-8s", "natural", "stiff-wins", "stiff-ties"),
        judge=judge,
        round_sight=RoundSight(stands=stands_by_total, totals=STIFFS, by_upcard=True),
        assumptions=(
            "a hard 12 to 16 is played by its total: it stands on 13 and more against 2 to 6, on "
            "12 against 4 to 6, and hits otherwise",
        ),
    ),
)
