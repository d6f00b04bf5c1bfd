"""Bet the Bust and its relatives: the dealer's bust, wagered on once the up card is seen."""

from __future__ import annotations

from typing import Final

from upcard.families.card_numbers import points_of
from upcard.families.dealer_hands import DealerHand, DealerSight
from upcard.families.family import FINISHED_DEALER, CardPlace, Family

TWENTY_ONE: Final = 21
UPCARDS: Final = {1: "ace", **{points: str(points) for points in range(2, 11)}}
"""The names of up cards by their points, the ace first."""
BUSTS: Final = {f"bust-under-{name}": points for points, name in UPCARDS.items()}
SUITED_BUSTS: Final = {f"suited-{line}": points for line, points in BUSTS.items()}
EIGHTS: Final = {"888-suited": 8, "888": 8}
SUITED_888: Final = 1
ANY_888: Final = 2
SUITED: Final = 4
"""The bit of a suited bust under an ace; those under other cards follow."""
BUST: Final = SUITED << len(UPCARDS)
"""The bit of any bust under an ace, beside them."""


def judge(dealer: DealerHand) -> int:
    """The dealer's bust by the up card."""
    return 1 << (points_of(dealer.upcard) - 1) if dealer.total > TWENTY_ONE else 0


def judge_by_suit(dealer: DealerHand) -> int:
    """The same, in one suit or not; three eights are lines of their own."""
    if dealer.total <= TWENTY_ONE:
        return 0
    upcard = points_of(dealer.upcard)
    is_suited = dealer.suits & (dealer.suits - 1) == 0
    lines = BUST << (upcard - 1) | (SUITED << (upcard - 1) if is_suited else 0)
    if dealer.cards == 3 and dealer.total == 24 and upcard == 8 and points_of(dealer.hole) == 8:
        lines |= ANY_888 | (SUITED_888 if is_suited else 0)
    return lines


FAMILIES = (
    Family(
        name="late-bust",
        sees=FINISHED_DEALER,
        lines=tuple(BUSTS),
        judge=judge,
        dealer_sight=DealerSight(upcard=True),
        made_on=CardPlace.UPCARD,
        under=BUSTS,
    ),
    Family(
        name="late-suited-bust",
        sees=FINISHED_DEALER,
        lines=(*EIGHTS, *SUITED_BUSTS, *BUSTS),
        judge=judge_by_suit,
        dealer_sight=DealerSight(upcard=True, hole=True, suits=True),
        made_on=CardPlace.UPCARD,
        under={**EIGHTS, **SUITED_BUSTS, **BUSTS},
    ),
)
