"""In BETween: the dealer's up card ranks between the player's two cards."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import is_pair, line_bits, lower, sequence_of
from upcard.families.family import WITH_UPCARD, Family
from upcard.families.sights import ANY_SUITS, EACH_RANK, Named, Sight

TRIPLE, SPREAD_1, SPREAD_2, SPREAD_3, SPREAD_4 = line_bits(5)


def judge(first: int, second: int, upcard: int) -> int:
    """Three of a kind, or how many ranks lie between two cards that have the up card between."""
    if is_pair(first, second):
        return TRIPLE if is_pair(first, upcard) else 0
    a, b, up = sequence_of(first), sequence_of(second), sequence_of(upcard)
    low, high = lower(a, b), -lower(-a, -b)
    if not low < up < high:
        return 0
    return SPREAD_1 << lower(high - low - 2, 3)


def _rank(named: Named, card: Card) -> Hashable:
    return card.rank


FAMILIES = (
    Family(
        name="in-between",
        sees=WITH_UPCARD,
        lines=("triple", "spread-1", "spread-2", "spread-3", "spread-4-or-more"),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=2,
            alike=_rank,
            ranks=EACH_RANK,
            suits=ANY_SUITS,
            swaps=((0, 1),),
        ),
    ),
)
