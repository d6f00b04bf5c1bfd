"""The dealer's finished hand, as judges of wagers on it see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from upcard.cards import Card
from upcard.families.card_numbers import (
    BLACK_SUITS,
    JACK,
    NO_CARD,
    RED_SUITS,
    is_red,
    points_of,
    suit_of,
)
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


ONE_SUIT: Final = 0b0001
ONE_COLOUR: Final = 0b1001
MIXED: Final = 0b1111
"""The suits that stand for all hands of one suit, of one colour, and of both colours."""


def shared_by(suits: int) -> int:
    """The suits that stand for all that have as much in common: a suit, a colour, or neither."""
    if suits & RED_SUITS and suits & BLACK_SUITS:
        return MIXED
    return ONE_SUIT if suits & (suits - 1) == 0 else ONE_COLOUR


def card_with(points: int) -> int:
    """A card that stands for all with so many points."""
    return 4 * (JACK if points == 10 else points - 1)


class DealerSight(NamedTuple):
    """
    What a judge looks at in the dealer's finished hand, beside its total and number of cards.

    Odds are counted by that alone; the battery asks the judge whether it is true. A judge of the
    red cards from the first on looks at nothing else.
    """

    upcard: bool = False
    """The points of the up card."""
    hole: bool = False
    """The points of the hole card, too."""
    suits: bool = False
    """Whether all cards share a suit, or a colour."""
    reds: bool = False

    def seen(
        self,
        *,
        upcard: int = 0,
        hole: int = 0,
        total: int = 0,
        cards: int = 0,
        suits: int = 0,
        reds: int = 0,
    ) -> DealerHand:
        """The hand that stands for all of this total, this number of cards and so on."""
        if self.reds:
            return DealerHand(NO_CARD, NO_CARD, 0, 0, 0, reds)
        first = card_with(upcard) if self.upcard else NO_CARD
        second = card_with(hole) if self.hole else NO_CARD
        return DealerHand(first, second, total, cards, suits if self.suits else 0, 0)

    def of(self, hand: DealerHand) -> DealerHand:
        """
        The hand that stands for *hand*.

        >>> from upcard.cards import read_cards
        >>> DealerSight(suits=True).of(hand_of(read_cards("6h Kd 6d")))
        DealerHand(upcard=-1, hole=-1, total=22, cards=3, suits=9, reds=0)
        """
        return self.seen(
            upcard=points_of(hand.upcard),
            hole=points_of(hand.hole),
            total=hand.total,
            cards=hand.cards,
            suits=shared_by(hand.suits),
            reds=hand.reds,
        )


TOTAL_ONLY: Final = DealerSight()
"""A judge that looks at nothing but the total and the number of cards."""
