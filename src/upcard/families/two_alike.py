"""Bet the Set: the player's first two cards are of one rank."""

from __future__ import annotations

from upcard.families.card_numbers import is_pair, line_bits
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import EVERY_RANK, same_or_same_rank, two_card_sight

SUITED, ANY = line_bits(2)


def judge(first: int, second: int) -> int:
    """Two cards of one rank; of one suit too is a suited pair."""
    if not is_pair(first, second):
        return 0
    return ANY | SUITED if first == second else ANY


FAMILIES = (
    Family(
        name="pair",
        sees=TWO_CARDS,
        lines=("suited-pair", "pair"),
        judge=judge,
        sight=two_card_sight(same_or_same_rank, ranks=EVERY_RANK),
    ),
)
