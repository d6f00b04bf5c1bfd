"""Lucky Ladies: the player's 20, queens the best of them, and the dealer's natural."""

from __future__ import annotations

from upcard.families.card_numbers import (
    HEARTS,
    QUEEN,
    is_natural_pair,
    is_pair,
    is_suited,
    is_twenty,
    line_bits,
    rank_of,
)
from upcard.families.family import DEALERS_TWO, TWO_CARDS, Family
from upcard.families.sights import HEARTS_APART, Sight, ace_or_ten

HEARTS_NATURAL, QUEENS_NATURAL, OF_HEARTS, QUEENS, MATCHED, RANKED, SUITED, ANY, LADY, QUEEN_ONE = (
    line_bits(10)
)
LADY_OF_HEARTS = 4 * QUEEN + HEARTS


def judge(first: int, second: int, upcard: int, hole: int) -> int:
    """A 20 by rank and suit; two queens count more, with a dealer's natural most; a queen alone."""
    lines = 0
    if rank_of(first) == QUEEN or rank_of(second) == QUEEN:
        has_lady = first == LADY_OF_HEARTS or second == LADY_OF_HEARTS
        lines = QUEEN_ONE | (LADY if has_lady else 0)
    if not is_twenty(first, second):
        return lines
    lines |= ANY | (SUITED if is_suited(first, second) else 0)
    if is_pair(first, second):
        lines |= RANKED | (MATCHED if first == second else 0)
        if rank_of(first) == QUEEN:
            natural = is_natural_pair(upcard, hole)
            lines |= QUEENS | (QUEENS_NATURAL if natural else 0)
            if first == second == LADY_OF_HEARTS:
                lines |= OF_HEARTS | (HEARTS_NATURAL if natural else 0)
    return lines


FAMILIES = (
    Family(
        name="lucky-ladies",
        sees=TWO_CARDS,
        lines=(
            "queens-of-hearts-and-dealer-natural",
            "queens-and-dealer-natural",
            "queens-of-hearts",
            "queens",
            "matched-20",
            "ranked-20",
            "suited-20",
            "any-20",
            "one-queen-of-hearts",
            "one-queen",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2, 3),
            named=2,
            alike=ace_or_ten,
            ranks=("Q", "KJT", "A", "9", "2345678"),
            suits=HEARTS_APART,
            swaps=((0, 1), (2, 3)),
        ),
        further={
            "queens-of-hearts-and-dealer-natural": DEALERS_TWO,
            "queens-and-dealer-natural": DEALERS_TWO,
        },
    ),
)
