"""Swiss Casinos Jack: the player's natural, with a black jack in it, all red, or any."""

from __future__ import annotations

from upcard.families.card_numbers import JACK, is_natural_pair, is_red, line_bits, rank_of
from upcard.families.family import TWO_CARDS, Family
from upcard.families.sights import any_order_sight

BLACK_JACK, RED, ANY = line_bits(3)


def judge(first: int, second: int) -> int:
    """A natural by its jack and its colours."""
    if not is_natural_pair(first, second):
        return 0
    lines = ANY | (RED if is_red(first) and is_red(second) else 0)
    is_black_jack = (rank_of(first) == JACK and not is_red(first)) or (
        rank_of(second) == JACK and not is_red(second)
    )
    return lines | (BLACK_JACK if is_black_jack else 0)


FAMILIES = (
    Family(
        name="jack-natural",
        sees=TWO_CARDS,
        lines=("natural-with-black-jack", "red-natural", "natural"),
        judge=judge,
        sight=any_order_sight(2),
    ),
)
