"""Wagers on a two-card 20: King's Bounty and Bonanza. An ace with a nine counts as 20."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.cards import Card
from upcard.hand_values import is_natural, total_of

_TWENTY = 20


def judge_kings_bounty(cards: Sequence[Card]) -> frozenset[str]:
    """
    The player's two cards, and whether the dealer's two are a natural.

    >>> from upcard.cards import read_cards
    >>> sorted(judge_kings_bounty(read_cards("Ks Ks 5d 6h")))
    ['suited-20', 'two-kings', 'two-kings-of-spades', 'two-suited-kings']
    >>> sorted(judge_kings_bounty(read_cards("Ah 9d 5d 6h")))
    ['unsuited-20']
    """
    first, second, upcard, hole = cards
    if total_of((first, second)).points != _TWENTY:
        return frozenset()
    fits = {"suited-20" if first.suit == second.suit else "unsuited-20"}
    if first.rank == second.rank == "K":
        fits.add("two-kings")
    if first is second:
        fits |= _same_card_twice(first, is_natural((upcard, hole)))
    return frozenset(fits)


def _same_card_twice(card: Card, dealer_has_natural: bool) -> set[str]:
    if card.rank != "K":
        return {"two-suited-queens-jacks-or-tens"}
    fits = {"two-suited-kings"}
    if card.suit == "s":
        fits.add("two-kings-of-spades")
        if dealer_has_natural:
            fits.add("two-kings-of-spades-and-dealer-natural")
    return fits


def judge_bonanza(cards: Sequence[Card]) -> frozenset[str]:
    """
    The player's 20 by rank and suit, and by what the dealer shows.

    >>> from upcard.cards import read_cards
    >>> sorted(judge_bonanza(read_cards("Kh Kh Kh Kh")))
    ['both-dealer-cards-the-same-card', 'same-rank-and-suit-ten-up', 'upcard-the-same-card']
    >>> [sorted(judge_bonanza(read_cards(text))) for text in ("Ah 9h Qd 5s", "Ah 9h 2d 5s")]
    [['same-suit-ten-up'], ['any-20']]
    """
    first, second, upcard, hole = cards
    if total_of((first, second)).points != _TWENTY:
        return frozenset()
    if upcard.points != 10:
        return frozenset({"any-20"})
    if first is not second:
        return frozenset({_different_cards(first, second)})
    fits = {"same-rank-and-suit-ten-up"}
    if upcard is first:
        fits.add("upcard-the-same-card")
        if hole is first:
            fits.add("both-dealer-cards-the-same-card")
    return frozenset(fits)


def _different_cards(first: Card, second: Card) -> str:
    if first.rank == second.rank:
        return "same-rank-ten-up"
    if first.suit == second.suit:
        return "same-suit-ten-up"
    return "different-rank-and-suit-ten-up"
