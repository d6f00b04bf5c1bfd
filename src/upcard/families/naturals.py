"""Bonus Blackjack and its relatives: a natural of the player, of the dealer, or of either."""

from __future__ import annotations

from upcard.families.card_numbers import is_natural_pair
from upcard.families.family import DEALERS_TWO, TWO_CARDS, WITH_DEALERS_TWO, Family
from upcard.families.sights import ANY_SUITS, Sight, ace_or_ten, two_card_sight


def judge(first: int, second: int) -> int:
    """Whether two cards are a natural."""
    return int(is_natural_pair(first, second))


def judge_either(first: int, second: int, upcard: int, hole: int) -> int:
    """Whether the player's or the dealer's two cards are a natural."""
    return int(is_natural_pair(first, second) or is_natural_pair(upcard, hole))


RANKS = ("A", "KQJT", "23456789")
TWO = two_card_sight(ace_or_ten, ranks=RANKS)
FOUR = Sight(
    draw=(0, 1, 2, 3),
    named=0,
    alike=ace_or_ten,
    ranks=RANKS,
    suits=ANY_SUITS,
    swaps=((0, 1), (2, 3)),
)

FAMILIES = (
    Family(name="natural", sees=TWO_CARDS, lines=("natural",), judge=judge, sight=TWO),
    Family(name="dealer-natural", sees=DEALERS_TWO, lines=("natural",), judge=judge, sight=TWO),
    Family(
        name="either-natural",
        sees=WITH_DEALERS_TWO,
        lines=("natural",),
        judge=judge_either,
        sight=FOUR,
    ),
)
