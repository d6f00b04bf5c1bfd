"""Which cards a judge treats alike: it makes exact odds fast, and changes none."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from upcard.cards import RANKS, SUITS, Card

Named = tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """
    What a judge sees in the cards it is given.

    Everything here only saves work. The battery asks the judges themselves whether it is true; a
    family without a sight of its own is enumerated card by card, slowly and just as exactly.
    """

    draw: tuple[int, ...]
    """The places in the order they are filled here; the order of drawing changes no odds."""
    named: int
    """How many places, of those filled first, are filled card by card."""
    alike: Callable[[Named, Card], Hashable]
    """After the named cards: cards with the same answer are alike at every place left."""
    ranks: tuple[str, ...]
    """Blocks of ranks that may be exchanged for one another in a whole deal."""
    suits: tuple[str, ...]
    """The exchanges of suits that change no verdict: what *shdc* becomes."""
    swaps: tuple[tuple[int, ...], ...]
    """Places whose cards may be swapped; a combination does not count their order."""

    def of_first(self, places: int) -> Sight:
        """
        The same where a paytable looks at the first *places* places only.

        >>> sight = plain_sight(4)
        >>> sight.of_first(2).draw, sight.of_first(4) is sight
        ((0, 1), True)
        """
        if len(self.draw) == places:
            return self
        swaps = (tuple(place for place in group if place < places) for group in self.swaps)
        return replace(
            self,
            draw=tuple(place for place in self.draw if place < places),
            named=sum(place < places for place in self.draw[: self.named]),
            swaps=tuple(group for group in swaps if group),
        )


EVERY_RANK: Final = (RANKS,)
EACH_RANK: Final = tuple(RANKS)
EACH_POINTS: Final = ("A", *"23456789", "TJQK")
ANY_SUITS: Final = tuple("".join(images) for images in permutations(SUITS))
SAME_COLOURS: Final = ("shdc", "chds", "sdhc", "cdhs", "hscd", "hcsd", "dsch", "dcsh")
"""Exchanges that keep cards of one colour of one colour."""
RED_STAYS_RED: Final = SAME_COLOURS[:4]
SPADES_APART: Final = tuple(images for images in ANY_SUITS if images.startswith("s"))
HEARTS_APART: Final = tuple(images for images in ANY_SUITS if images[1] == "h")
NO_EXCHANGE: Final = (SUITS,)


def same_or_same_rank(named: Named, card: Card) -> Hashable:
    """Whether a card is the first named one, and whether it has its rank."""
    return card is named[0], card.rank == named[0].rank


def rank_and_suit_of_the_first(named: Named, card: Card) -> Hashable:
    """A card's rank, and whether it is of the first named card's suit."""
    return card.rank, card.suit == named[0].suit


def rank_and_whether_suited(named: Named, card: Card) -> Hashable:
    """A card's rank, and whether it is of the suit that both named cards share."""
    first, second = named
    return card.rank, first.suit == second.suit == card.suit


def ace_or_ten(named: Named, card: Card) -> Hashable:
    """Whether a card is an ace, a ten-value or neither."""
    return card.points if card.points in (1, 10) else 0


def nothing_seen(named: Named, card: Card) -> Hashable:
    """Every card alike: there is nothing left to see."""
    return None


def plain_sight(places: int) -> Sight:
    """A sight that takes every card for different: right for any judge, and slow."""
    return Sight(
        draw=tuple(range(places)),
        named=places,
        alike=nothing_seen,
        ranks=EACH_RANK,
        suits=NO_EXCHANGE,
        swaps=(),
    )


def any_order_sight(places: int) -> Sight:
    """A sight that takes every card for different, for a judge that does not care for order."""
    return replace(plain_sight(places), swaps=(tuple(range(places)),))


def two_card_sight(
    alike: Callable[[Named, Card], Hashable],
    *,
    ranks: tuple[str, ...] = EACH_RANK,
    suits: tuple[str, ...] = ANY_SUITS,
) -> Sight:
    """The sight of a judge of two cards that does not care which came first."""
    return Sight(draw=(0, 1), named=1, alike=alike, ranks=ranks, suits=suits, swaps=((0, 1),))
