"""Shoes: how many of each card there are, and the order they come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from upcard.cards import Card, Deck
from upcard.problems import UpcardError


class ShoeError(UpcardError, ValueError):
    """A shoe that cannot be, or a card it cannot give."""

    code = "shoe-impossible"


def composition(deck: Deck, decks: int) -> Counter[Card]:
    """
    How many of each card a full shoe holds.

    >>> composition(Deck.PONTOON, 6).total()
    288
    """
    return Counter(dict.fromkeys(deck.cards, decks))


def without(shoe: Counter[Card], gone: Iterable[Card]) -> Counter[Card]:
    """
    The shoe after the cards *gone* have left it.

    >>> without(composition(Deck.STANDARD, 1), [Card.parse("As")]).total()
    51
    """
    left = shoe.copy()
    for card in gone:
        if not left[card]:
            raise ShoeError(f"{card} is not in the shoe any more")
        left[card] -= 1
    return +left


@dataclass(frozen=True, slots=True, repr=False)
class Shoe:
    """
    Cards in the order they will come, and how many have come.

    The caller gives the shuffled order; nothing here is random.

    >>> shoe = Shoe(Deck.STANDARD.cards)
    >>> card, shoe = shoe.draw()
    >>> str(card), shoe.left
    ('As', 51)
    """

    order: Sequence[Card]
    drawn: int = 0

    @property
    def left(self) -> int:
        """How many cards are still to come."""
        return len(self.order) - self.drawn

    def draw(self) -> tuple[Card, Shoe]:
        """The next card, and the shoe without it."""
        if not self.left:
            raise ShoeError(f"the shoe is empty: all {len(self.order)} cards have been dealt")
        return self.order[self.drawn], Shoe(self.order, self.drawn + 1)

    def __repr__(self) -> str:
        """Sizes only: what is still to come may not be read, in a log either."""
        return f"<shoe of {len(self.order)} cards, {self.left} left>"
