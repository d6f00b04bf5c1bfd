"""The dealer's finished hand, as judges of wagers on it see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from upcard.cards import Card
from upcard.families.card_numbers import NO_CARD, is_red, suit_of
from upcard.game.hands import state_after, total_of


class DealerHand(NamedTuple):
    """What a judge sees of a hand at which the dealer draws no more."""

    upcard: int
    hole: int
    total: int
    cards: int
    """How many cards it has."""
    suits: int
    """One bit for each suit in it."""
    reds: int
    """How many cards from the first on are red without a break."""


def suits_with(suits: int, card: int) -> int:
    """The suits of a hand with one more card."""
    return suits | 1 << suit_of(card)


def reds_with(reds: int, cards: int, card: int) -> int:
    """How many cards are red from the first on, with one more card after so many *cards*."""
    return reds + 1 if reds == cards and is_red(card) else reds


def hand_of(cards: Sequence[Card]) -> DealerHand:
    """
    The dealer's finished hand of these cards, in the order they came.

    >>> from upcard.cards import read_cards
    >>> hand_of(read_cards("6h Kd 6s"))
    DealerHand(upcard=21, hole=46, total=22, cards=3, suits=7, reds=2)
    """
    state = suits = reds = 0
    for place, card in enumerate(cards):
        state = state_after(state, card.points)
        suits, reds = suits_with(suits, card.number), reds_with(reds, place, card.number)
    first, second = (*(card.number for card in cards[:2]), NO_CARD, NO_CARD)[:2]
    return DealerHand(first, second, total_of(state), len(cards), suits, reds)
