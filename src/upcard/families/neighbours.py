"""House Money: a pair, or two ranks that are neighbours."""

from __future__ import annotations

from upcard.families.card_numbers import is_pair, is_suited, line_bits, sequence_of
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import rank_and_suit_of_the_first, two_card_sight

ACE_KING, SUITED, PAIR, NEIGHBOURS = line_bits(4)


def judge(first: int, second: int) -> int:
    """A pair, or neighbours; of one suit they pay more, ace and king the most."""
    if is_pair(first, second):
        return PAIR
    apart = ranks_apart(first, second)
    if apart not in (1, 12):
        return 0
    if not is_suited(first, second):
        return NEIGHBOURS
    return NEIGHBOURS | SUITED | (ACE_KING if apart == 12 else 0)


def ranks_apart(first: int, second: int) -> int:
    """How many ranks lie between two cards, and one more: 12 for an ace and a king."""
    apart = sequence_of(first) - sequence_of(second)
    return apart if apart > 0 else -apart


FAMILIES = (
    Family(
        name="house-money",
        sees=TWO_CARDS,
        lines=("suited-ace-king", "suited-neighbours", "pair", "neighbours"),
        judge=judge,
        sight=two_card_sight(rank_and_suit_of_the_first),
    ),
)
