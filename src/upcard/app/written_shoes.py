"""Shoes as people write them: a number of decks, without some cards, or card by card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from upcard.app.problems import AppError
from upcard.cards import Card, CardError, Deck, read_cards
from upcard.odds.wager_sheets import full_shoe
from upcard.shoes import ShoeError, without

CARDS_MAX = 8 * 52
"""A shoe of eight decks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenShoe:
    """The cards of a shoe, and how they were written if it is not full."""

    deck: Deck
    decks: int | None
    """Number of decks it started with; None for one written card by card."""
    cards: Counter[Card]
    text: str | None


def shoe_of(
    deck: Deck, decks: int | None, usual: int, *, shoe: str | None, without: str | None
) -> WrittenShoe:
    """
    A full shoe, one *without* some cards, or only the cards of *shoe*.

    >>> shoe_of(Deck.STANDARD, 1, 6, shoe=None, without="As Kd").cards.total()
    50
    >>> shoe_of(Deck.STANDARD, None, 6, shoe="As3 7d2", without=None).cards.total()
    5
    """
    if shoe is not None and without is not None:
        raise AppError("shoe-impossible", "give --without or --shoe, not both")
    if shoe is not None:
        cards = _counted(shoe, deck)
        return WrittenShoe(deck=deck, decks=None, cards=cards, text=" ".join(shoe.split()))
    count = usual if decks is None else decks
    full = full_shoe(deck, count)
    if without is None:
        return WrittenShoe(deck=deck, decks=count, cards=full, text=None)
    return WrittenShoe(
        deck=deck, decks=count, cards=_left(full, without), text=" ".join(without.split())
    )


def _left(full: Counter[Card], gone: str) -> Counter[Card]:
    try:
        return without(full, read_cards(gone))
    except (CardError, ShoeError) as error:
        raise AppError("shoe-impossible", str(error)) from None


def _counted(text: str, deck: Deck) -> Counter[Card]:
    shoe: Counter[Card] = Counter()
    for word in text.split():
        if not (word[2:].isascii() and word[2:].isdigit() and len(word) <= 5):
            raise AppError(
                "shoe-impossible", f"{word!r} is not a count: write a card and a number, like As3"
            )
        shoe[_card(word[:2], deck)] += int(word[2:])
    if not 0 < shoe.total() <= CARDS_MAX:
        raise AppError(
            "shoe-impossible", f"the shoe has {shoe.total()} cards: write 1 to {CARDS_MAX}"
        )
    return +shoe


def _card(text: str, deck: Deck) -> Card:
    try:
        card = Card.parse(text)
    except CardError as error:
        raise AppError("shoe-impossible", str(error)) from None
    if card not in deck.cards:
        raise AppError(
            "shoe-impossible",
            f"{card} is not in a deck of {len(deck.cards)} cards: it has no tens, only J, Q and K",
        )
    return card
