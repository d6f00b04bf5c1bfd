"""Playing cards and the text they are written in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final, NoReturn

from upcard.problems import UpcardError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
NUMBERED_RANKS: Final = "A23456789JQKT"
"""Ranks as cards are numbered: a pontoon deck, without tens, is the beginning of a standard one."""
RED: Final = "hd"


class CardError(UpcardError, ValueError):
    """Text that is not a card."""

    code = "card"


class Card:
    """
    One playing card.

    There are only 52 of them, so equal cards are the same object; a shoe of six
    decks holds six references to each.

    >>> Card.parse("Td")
    Card.parse('Td')
    >>> Card.parse("Td").points
    10
    >>> Card.parse("Td") is Card("T", "d")
    True
    >>> [Card.parse(text).number for text in ("As", "Ah", "2s", "Kc", "Ts")]
    [0, 1, 4, 47, 48]
    """

    __slots__ = ("is_red", "number", "points", "rank", "suit", "text")
    rank: str
    suit: str
    text: str
    points: int
    """Blackjack points, the ace counted as 1."""
    is_red: bool
    number: int
    """The card as judges of side wagers and kernels know it: four times the rank, and the suit."""

    def __new__(cls, rank: str, suit: str) -> Card:
        return cls.parse(rank + suit)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written as *text*: a rank from A23456789TJQK, then a suit from shdc."""
        card = _CARDS.get(text)
        if card is None:
            raise CardError(
                f"{text!r} is not a card: write a rank from {RANKS} and a suit from {SUITS}, "
                "like 'Td'"
            )
        return card

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot change: {name} of {self} stays as it is")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.parse({self.text!r})"

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return Card.parse, (self.text,)


def _made(rank: str, suit: str, points: int) -> Card:
    card = object.__new__(Card)
    for name, value in (
        ("rank", rank),
        ("suit", suit),
        ("text", rank + suit),
        ("points", points),
        ("is_red", suit in RED),
        ("number", 4 * NUMBERED_RANKS.find(rank) + SUITS.find(suit)),
    ):
        object.__setattr__(card, name, value)
    return card


def _every_card() -> dict[str, Card]:
    cards = {}
    for suit in SUITS:
        for index, rank in enumerate(RANKS):
            card = _made(rank, suit, min(index + 1, 10))
            cards[card.text] = card
    return cards


_CARDS: Final[dict[str, Card]] = _every_card()

FACE_DOWN: Final = _made("?", "?", 0)
"""
Stands for a card that nobody has turned up: it is in no deck, and no text reads as it.

>>> FACE_DOWN.text, FACE_DOWN in Deck.STANDARD.cards
('??', False)
"""


class Deck(StrEnum):
    """Which cards one deck is made of."""

    STANDARD = "standard"
    """All 52 cards."""
    PONTOON = "pontoon"
    """48 cards: the four tens are taken out; jacks, queens and kings stay."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """
        One deck in new-deck order.

        >>> len(Deck.PONTOON.cards)
        48
        """
        return _DECK_CARDS[self]


_DECK_CARDS: Final = {
    Deck.STANDARD: tuple(_CARDS.values()),
    Deck.PONTOON: tuple(card for card in _CARDS.values() if card.rank != "T"),
}


def read_cards(text: str) -> tuple[Card, ...]:
    """
    Cards written one after another with spaces between.

    >>> read_cards("As Td")
    (Card.parse('As'), Card.parse('Td'))
    """
    return tuple(Card.parse(word) for word in text.split())


def write_cards(cards: Iterable[Card]) -> str:
    """
    The text that `read_cards` reads.

    >>> write_cards(read_cards("As Td"))
    'As Td'
    """
    return " ".join(card.text for card in cards)
