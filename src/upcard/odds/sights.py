"""What the judge of each family can and cannot tell apart; this is what makes exact odds fast."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from upcard.cards import RANKS, SUITS, Card
from upcard.wagers.two_cards import is_royal_match

Named = tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """
    What a judge sees in the cards it is given.

    Everything here only saves work. The tests ask the judges themselves whether it is true; a
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


EVERY_RANK: Final = (RANKS,)
EACH_RANK: Final = tuple(RANKS)
ANY_SUITS: Final = tuple("".join(images) for images in permutations(SUITS))
SAME_COLOURS: Final = ("shdc", "chds", "sdhc", "cdhs", "hscd", "hcsd", "dsch", "dcsh")
"""Exchanges that keep cards of one colour of one colour."""
SPADES_APART: Final = tuple(images for images in ANY_SUITS if images.startswith("s"))
NO_EXCHANGE: Final = (SUITS,)


def _same_or_same_rank(named: Named, card: Card) -> Hashable:
    return card is named[0], card.rank == named[0].rank


def _rank_and_whether_suited(named: Named, card: Card) -> Hashable:
    first, second = named
    return card.rank, first.suit == second.suit == card.suit


def _ace_or_ten(named: Named, card: Card) -> Hashable:
    return card.points if card.points in (1, 10) else 0


def _same_card_or_ten(named: Named, card: Card) -> Hashable:
    return card is named[0], card.points == 10


def _same_card_or_third_of_a_rank(named: Named, card: Card) -> Hashable:
    if card in named:
        return card
    rank, (first, second, third) = card.rank, named
    makes_three = (first.rank == rank) + (second.rank == rank) + (third.rank == rank) > 1
    return (rank, card.is_red) if makes_three else None


def _which_seven(named: Named, card: Card) -> Hashable:
    return card if card.rank == "7" else None


def _seven_ace_or_ten_after_two_sevens(named: Named, card: Card) -> Hashable:
    if any(other.rank != "7" for other in named):
        return None
    return card if card.rank == "7" else _ace_or_ten(named, card)


def _king_or_queen_after_a_royal_match(named: Named, card: Card) -> Hashable:
    return card if is_royal_match(named) and card.rank in "KQ" else None


def _rank_and_suit_of_the_first(named: Named, card: Card) -> Hashable:
    return card.rank, card.suit == named[0].suit


def _nothing(named: Named, card: Card) -> Hashable:
    return None


_MATCH: Final = Sight(
    draw=(2, 0, 1),
    named=1,
    alike=_same_or_same_rank,
    ranks=EVERY_RANK,
    suits=ANY_SUITS,
    swaps=((0, 1),),
)

SIGHTS: Final[dict[str, Sight]] = {
    "match-up": _MATCH,
    "match-down": _MATCH,
    "three-card": Sight(
        draw=(0, 1, 2),
        named=2,
        alike=_rank_and_whether_suited,
        ranks=EACH_RANK,
        suits=ANY_SUITS,
        swaps=((0, 1, 2),),
    ),
    "kings-bounty": Sight(
        draw=(0, 1, 2, 3),
        named=2,
        alike=_ace_or_ten,
        ranks=("K", "QJT", "A", "9", "2345678"),
        suits=SPADES_APART,
        swaps=((0, 1), (2, 3)),
    ),
    "bonanza": Sight(
        draw=(0, 1, 2, 3),
        named=2,
        alike=_same_card_or_ten,
        ranks=("KQJT", "A", "9", "2345678"),
        suits=ANY_SUITS,
        swaps=((0, 1),),
    ),
    "four-of-a-kind": Sight(
        draw=(0, 1, 2, 3),
        named=3,
        alike=_same_card_or_third_of_a_rank,
        ranks=EVERY_RANK,
        suits=SAME_COLOURS,
        swaps=((0, 1, 2, 3),),
    ),
    "three-7s-upcard": Sight(
        draw=(0, 1, 2),
        named=0,
        alike=_which_seven,
        ranks=EACH_RANK,
        suits=NO_EXCHANGE,
        swaps=((0, 1),),
    ),
    "three-7s-player": Sight(
        draw=(0, 1, 2, 3, 4),
        named=2,
        alike=_seven_ace_or_ten_after_two_sevens,
        ranks=("7", "A", "KQJT", "2345689"),
        suits=("shdc", "chds"),
        swaps=((0, 1),),
    ),
    "royal-match": Sight(
        draw=(0, 1, 2, 3),
        named=2,
        alike=_king_or_queen_after_a_royal_match,
        ranks=("K", "Q", "A", "JT", "23456789"),
        suits=ANY_SUITS,
        swaps=((0, 1), (2, 3)),
    ),
    "pair": Sight(
        draw=(0, 1),
        named=1,
        alike=_same_or_same_rank,
        ranks=EVERY_RANK,
        suits=ANY_SUITS,
        swaps=((0, 1),),
    ),
    "house-money": Sight(
        draw=(0, 1),
        named=1,
        alike=_rank_and_suit_of_the_first,
        ranks=EACH_RANK,
        suits=ANY_SUITS,
        swaps=((0, 1),),
    ),
}
"""
The sight of each family, at every place that a line of it may look at.

The player's Blazing 7's also sees the dealer's two cards.
"""

INSURANCE_SIGHT: Final = Sight(
    draw=(0, 1),
    named=0,
    alike=_ace_or_ten,
    ranks=EACH_RANK,
    suits=NO_EXCHANGE,
    swaps=(),
)


DEALER_SIGHT: Final = Sight(
    draw=(0, 1),
    named=2,
    alike=_nothing,
    ranks=("A", *"23456789", "TJQK"),
    suits=SAME_COLOURS,
    swaps=(),
)
"""What may be exchanged in the dealer's finished hand; `dealer_hands` counts such hands."""


def sight_of(family: str, places: int) -> Sight | None:
    """
    The sight of *family* where a paytable looks at its first *places* places only.

    >>> found = sight_of("royal-match", 2)
    >>> found and (found.draw, found.swaps)
    ((0, 1), ((0, 1),))
    """
    sight = SIGHTS.get(family)
    if sight is None or len(sight.draw) == places:
        return sight
    swaps = (tuple(place for place in group if place < places) for group in sight.swaps)
    return replace(
        sight,
        draw=tuple(place for place in sight.draw if place < places),
        named=sum(place < places for place in sight.draw[: sight.named]),
        swaps=tuple(group for group in swaps if group),
    )


def plain_sight(places: int) -> Sight:
    """A sight that takes every card for different: right for any judge, and slow."""
    return Sight(
        draw=tuple(range(places)),
        named=places,
        alike=_nothing,
        ranks=EACH_RANK,
        suits=NO_EXCHANGE,
        swaps=(),
    )
