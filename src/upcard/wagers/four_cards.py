"""The best hand in four cards: the Bahama Bonus Progressive."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.cards import Card


def judge_four_of_a_kind(cards: Sequence[Card]) -> frozenset[str]:
    """
    What the player's two and the dealer's two cards hold together.

    >>> from upcard.cards import read_cards
    >>> sorted(judge_four_of_a_kind(read_cards("9h 9d 9h 4s")))
    ['suited-pair', 'three-of-a-kind', 'three-of-a-kind-same-colour']
    >>> sorted(judge_four_of_a_kind(read_cards("9h 9s 4d 4c")))
    []
    """
    fits = set()
    if len(set(cards)) < len(cards):
        fits.add("suited-pair")
    alike = _most_of_one_rank(cards)
    if len(alike) >= 3:
        name = "four-of-a-kind" if len(alike) == 4 else "three-of-a-kind"
        fits.add(name)
        if len({card.is_red for card in alike}) == 1:
            fits.add(f"{name}-same-colour")
            if len(alike) == 4 and len({card.suit for card in alike}) == 1:
                fits.add("four-of-a-kind-suited")
    return frozenset(fits)


def _most_of_one_rank(cards: Sequence[Card]) -> list[Card]:
    groups = [[card for card in cards if card.rank == rank] for rank in {c.rank for c in cards}]
    return max(groups, key=len)
