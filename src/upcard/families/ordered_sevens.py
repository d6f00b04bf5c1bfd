"""Super Sevens, Crazy Sevens and Lucky 7: sevens counted from the player's first card on."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import SEVEN, line_bits, rank_of
from upcard.families.family import TWO_CARDS, CardPlace, Family
from upcard.families.sights import ANY_SUITS, Named, Sight

SUITED_777, ANY_777, SUITED_77, ANY_77, ONE = line_bits(5)


def judge(first: int, second: int, third: int) -> int:
    """The sevens without a break from the first card on, in one suit or not."""
    if rank_of(first) != SEVEN:
        return 0
    if rank_of(second) != SEVEN:
        return ONE
    lines = ONE | ANY_77 | (SUITED_77 if first == second else 0)
    if rank_of(third) == SEVEN:
        lines |= ANY_777 | (SUITED_777 if first == second == third else 0)
    return lines


def _seven_after_sevens(named: Named, card: Card) -> Hashable:
    """Which seven a card is, as long as all before it are sevens."""
    if any(other.rank != "7" for other in named):
        return None
    return (card.rank == "7", card in named)


FAMILIES = (
    Family(
        name="sevens-in-order",
        sees=(*TWO_CARDS, CardPlace.THIRD),
        lines=("777-suited", "777", "77-suited", "77", "7"),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=2,
            alike=_seven_after_sevens,
            ranks=("7", "A2345689TJQK"),
            suits=ANY_SUITS,
            swaps=(),
        ),
        third_is_dealt=True,
        assumptions=("a third card is always dealt, for the wager alone if need be",),
    ),
)
