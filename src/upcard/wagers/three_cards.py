"""Three-card hands: TriLux Bonus, TriLux Super 3 and the TriLux progressive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.cards import RANKS, Card

STRAIGHTS: Final = frozenset(
    frozenset(run) for run in zip(RANKS, RANKS[1:], [*RANKS[2:], RANKS[0]], strict=False)
)
"""Three ranks in a row; the ace is low or high, never between a king and a two."""
OVER_THE_MISSING_TEN: Final = frozenset({frozenset("89J"), frozenset("9JQ")})


def judge_three_cards(cards: Sequence[Card], *, straights_over_missing_ten: bool) -> frozenset[str]:
    """
    Everything that three cards are: trips, straights, flushes and their special forms.

    >>> from upcard.cards import read_cards
    >>> sorted(judge_three_cards(read_cards("Ks As Qs"), straights_over_missing_ten=False))
    ['flush', 'mini-royal', 'straight', 'straight-flush']
    >>> sorted(judge_three_cards(read_cards("8h 9d Jc"), straights_over_missing_ten=True))
    ['straight']
    """
    first, second, third = cards
    suited = first.suit == second.suit == third.suit
    ranks = frozenset((first.rank, second.rank, third.rank))
    if len(ranks) == 1:
        return _trips(first.rank, suited)
    if len(ranks) == 2:
        return frozenset({"pair", "flush"} if suited else {"pair"})
    fits = {"flush"} if suited else set()
    if ranks in STRAIGHTS or (straights_over_missing_ten and ranks in OVER_THE_MISSING_TEN):
        fits.add("straight")
        if suited:
            fits.add("straight-flush")
            if ranks == {"A", "K", "Q"}:
                fits.add("mini-royal")
    return frozenset(fits)


def _trips(rank: str, suited: bool) -> frozenset[str]:
    fits = {"three-of-a-kind"}
    if suited:
        fits |= {"flush", "suited-three-of-a-kind"}
        if rank == "A":
            fits.add("suited-aces")
    return frozenset(fits)
