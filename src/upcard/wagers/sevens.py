"""Blazing 7's: sevens in the player's first two cards, and in a third card."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.cards import Card


def judge_sevens(cards: Sequence[Card]) -> frozenset[str]:
    """
    The sevens in the first two cards, and in the third where both of those are sevens.

    The third card may be missing: the player stood, or the dealer had a natural.

    >>> from upcard.cards import read_cards
    >>> sorted(judge_sevens(read_cards("7d 7h 7d")))
    ['first-two-7s', 'one-7', 'three-7s', 'three-7s-same-colour']
    >>> sorted(judge_sevens(read_cards("7d 4c 7s"))), sorted(judge_sevens(read_cards("4c 5c 7s")))
    (['one-7'], [])
    """
    first_two = [card for card in cards[:2] if card.rank == "7"]
    fits = set()
    if first_two:
        fits.add("one-7")
    if len(first_two) == 2:
        fits.add("first-two-7s")
        if len(cards) > 2 and cards[2].rank == "7":
            fits |= _three_sevens(cards)
    return frozenset(fits)


def _three_sevens(cards: Sequence[Card]) -> set[str]:
    fits = {"three-7s"}
    suits = {card.suit for card in cards}
    if len({card.is_red for card in cards}) == 1:
        fits.add("three-7s-same-colour")
    if len(suits) == 1:
        fits.add("three-7s-suited")
        if suits == {"d"}:
            fits.add("three-7s-diamonds")
    return fits
