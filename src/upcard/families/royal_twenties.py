"""Royal 20's: the player's two cards total 20; an ace and a nine count."""

from __future__ import annotations

from upcard.families.card_numbers import TEN, is_suited, is_ten, is_twenty, line_bits, rank_of
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

FACES, SUITED, ANY = line_bits(3)


def judge(first: int, second: int) -> int:
    """The same jack, queen or king twice, a 20 of one suit, or any 20."""
    if not is_twenty(first, second):
        return 0
    lines = ANY | (SUITED if is_suited(first, second) else 0)
    is_face = is_ten(first) and rank_of(first) != TEN
    return lines | (FACES if is_face and first == second else 0)


FAMILIES = (
    Family(
        name="royal-20",
        sees=TWO_CARDS,
        lines=("suited-face-pair", "suited-20", "any-20"),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
