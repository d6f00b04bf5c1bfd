"""King's Bounty: the player's 20 by its kings, and the dealer's natural. Ace and nine are a 20."""

from __future__ import annotations

from upcard.families.card_numbers import (
    ACE,
    KING,
    SPADES,
    is_natural_pair,
    is_suited,
    is_ten,
    is_twenty,
    line_bits,
    rank_of,
    suit_of,
)
from upcard.families.family import WITH_DEALERS_TWO, Family
from upcard.families.sights import SPADES_APART, Sight, ace_or_ten

SPADES_AND_NATURAL, OF_SPADES, SUITED_KINGS, SUITED_TENS, SUITED, KINGS, UNSUITED = line_bits(7)


def judge(first: int, second: int, upcard: int, hole: int) -> int:
    """The player's two cards, and whether the dealer's two are a natural."""
    if not is_twenty(first, second):
        return 0
    lines = SUITED if is_suited(first, second) else UNSUITED
    if rank_of(first) == KING and rank_of(second) == KING:
        lines |= KINGS
    if first != second:
        return lines
    if rank_of(first) != KING:
        return lines | SUITED_TENS
    lines |= SUITED_KINGS
    if suit_of(first) == SPADES:
        lines |= OF_SPADES | (SPADES_AND_NATURAL if is_natural_pair(upcard, hole) else 0)
    return lines


def faces_possible_natural(first: int, second: int, upcard: int) -> bool:
    """Two kings of spades while the dealer may have a natural (S3 5.a)."""
    are_of_spades = first == second == 4 * KING + SPADES
    return are_of_spades and (rank_of(upcard) == ACE or is_ten(upcard))


FAMILIES = (
    Family(
        name="kings-bounty",
        sees=WITH_DEALERS_TWO,
        lines=(
            "two-kings-of-spades-and-dealer-natural",
            "two-kings-of-spades",
            "two-suited-kings",
            "two-suited-queens-jacks-or-tens",
            "suited-20",
            "two-kings",
            "unsuited-20",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2, 3),
            named=2,
            alike=ace_or_ten,
            ranks=("K", "QJT", "A", "9", "2345678"),
            suits=SPADES_APART,
            swaps=((0, 1), (2, 3)),
        ),
        waits={"kings-of-spades-face-possible-natural": faces_possible_natural},
    ),
)
