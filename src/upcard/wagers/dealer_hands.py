"""Push 22: the dealer's finished hand, its total and its suits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from upcard.cards import Card
from upcard.hand_values import total_of

_TWENTY_TWO: Final = 22


def judge_push_22(cards: Sequence[Card]) -> frozenset[str]:
    """
    Whether the dealer's finished hand totals 22, in one colour or one suit.

    >>> from upcard.cards import read_cards
    >>> sorted(judge_push_22(read_cards("6h Kd 6d")))
    ['any-22', 'same-colour-22']
    >>> sorted(judge_push_22(read_cards("6h Kc 6d"))), sorted(judge_push_22(read_cards("As Ks")))
    (['any-22'], [])
    """
    if total_of(cards).points != _TWENTY_TWO:
        return frozenset()
    fits = {"any-22"}
    if len({card.is_red for card in cards}) == 1:
        fits.add("same-colour-22")
    if len({card.suit for card in cards}) == 1:
        fits.add("suited-22")
    return frozenset(fits)
