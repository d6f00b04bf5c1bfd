"""The best hand in four cards: the Bahama Bonus Progressive."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import is_pair, line_bits, same_colour
from upcard.families.family import WITH_DEALERS_TWO, Family
from upcard.families.sights import EVERY_RANK, SAME_COLOURS, Named, Sight

FOUR_SUITED, FOUR_OF_A_COLOUR, FOUR, THREE_OF_A_COLOUR, THREE, SUITED_PAIR = line_bits(6)


def judge(first: int, second: int, upcard: int, hole: int) -> int:
    """What the player's two and the dealer's two cards hold together."""
    twice = first in (second, upcard, hole) or second in (upcard, hole) or upcard == hole
    lines = SUITED_PAIR if twice else 0
    if is_pair(first, second) and is_pair(upcard, hole) and is_pair(first, upcard):
        lines |= FOUR
        if same_colour(first, second) and same_colour(first, upcard) and same_colour(first, hole):
            is_one_card = first == second and first == upcard and first == hole
            lines |= FOUR_OF_A_COLOUR | (FOUR_SUITED if is_one_card else 0)
        return lines
    lines |= three_alike(first, second, upcard) | three_alike(first, second, hole)
    return lines | three_alike(first, upcard, hole) | three_alike(second, upcard, hole)


def three_alike(first: int, second: int, third: int) -> int:
    """Three of a kind, and in one colour, among four cards of which the fourth differs."""
    if not is_pair(first, second) or not is_pair(first, third):
        return 0
    if same_colour(first, second) and same_colour(first, third):
        return THREE | THREE_OF_A_COLOUR
    return THREE


def _same_card_or_third_of_a_rank(named: Named, card: Card) -> Hashable:
    if card in named:
        return card
    rank, (first, second, third) = card.rank, named
    makes_three = (first.rank == rank) + (second.rank == rank) + (third.rank == rank) > 1
    return (rank, card.is_red) if makes_three else None


FAMILIES = (
    Family(
        name="four-of-a-kind",
        sees=WITH_DEALERS_TWO,
        lines=(
            "four-of-a-kind-suited",
            "four-of-a-kind-same-colour",
            "four-of-a-kind",
            "three-of-a-kind-same-colour",
            "three-of-a-kind",
            "suited-pair",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2, 3),
            named=3,
            alike=_same_card_or_third_of_a_rank,
            ranks=EVERY_RANK,
            suits=SAME_COLOURS,
            swaps=((0, 1, 2, 3),),
        ),
    ),
)
