"""Shoes of real cards, which a table learns one by one: what has left them, and cannot come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from upcard.cards import FACE_DOWN, Card, Deck
from upcard.table.refusals import RefusalCode, Refused


class SetAside(StrEnum):
    """Why a card left the shoe for nobody."""

    BURNED = "burned"
    """House procedure: it goes to the discard rack, and often nobody sees it."""
    EXPOSED = "exposed"
    """It was turned up by mistake and is out of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealShoe:
    """Real cards that were shuffled together, and those that have left them since."""

    number: int
    deck: Deck
    decks: int
    seen: tuple[Card, ...] = ()
    """Cards of rounds that are over, and cards set aside. The open round has its own."""
    unseen: int = 0
    """Cards that left face down: nobody knows which."""

    @property
    def cards(self) -> int:
        """How many cards it had when it was shuffled."""
        return self.decks * len(self.deck.cards)

    def left(self, dealt: int) -> int:
        """How many cards are still in it, with *dealt* of them in the open round."""
        return self.cards - len(self.seen) - self.unseen - dealt

    def with_seen(self, cards: Iterable[Card]) -> RealShoe:
        """The shoe after *cards* have left it; those that nobody turned up are counted."""
        told = tuple(cards)
        up = tuple(card for card in told if card is not FACE_DOWN)
        return replace(self, seen=(*self.seen, *up), unseen=self.unseen + len(told) - len(up))


def check_in_shoe(shoe: RealShoe, dealt: Iterable[Card], card: Card) -> None:
    """Refuse a card that *shoe* cannot hold any more, where *dealt* are of the open round."""
    if card not in shoe.deck.cards:
        raise Refused(
            RefusalCode.CARD_NOT_IN_DECK,
            f"{card} is not in a {shoe.deck} deck of {len(shoe.deck.cards)} cards",
        )
    seen = Counter(shoe.seen)[card] + sum(one is card for one in dealt)
    if seen >= shoe.decks:
        decks = "1 deck" if shoe.decks == 1 else f"{shoe.decks} decks"
        raise Refused(
            RefusalCode.CARD_ALL_DEALT,
            f"{card} has come {seen} times since the shuffle: a shoe of {decks} has no more; read "
            "the card again, or call a supervisor",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoePlaced:
    """Real cards were shuffled and put on the table: all of them can come again."""

    table: str
    number: int
    deck: Deck
    decks: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSetAside:
    """A card left the shoe for nobody."""

    table: str
    card: Card | None
    """None where nobody saw it."""
    why: SetAside
    by: str


RealShoeEvent = ShoePlaced | CardSetAside


def real_shoe_after(shoe: RealShoe | None, event: RealShoeEvent) -> RealShoe:
    """The real cards on a table after *event*."""
    if isinstance(event, ShoePlaced):
        return RealShoe(number=event.number, deck=event.deck, decks=event.decks)
    assert shoe is not None, f"{event} is about a shoe on the table"
    return shoe.with_seen([event.card or FACE_DOWN])
