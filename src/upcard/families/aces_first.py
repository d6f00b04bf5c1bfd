"""Wild Aces: a ten-value as the player's second card, wagered on after an ace came first."""

from __future__ import annotations

from upcard.families.card_numbers import is_natural_pair
from upcard.families.family import TWO_CARDS, CardPlace, Family
from upcard.families.sights import ANY_SUITS, Sight, ace_or_ten


def judge(first: int, second: int) -> int:
    """Whether the two cards are a natural."""
    return int(is_natural_pair(first, second))


FAMILIES = (
    Family(
        name="ace-first",
        sees=TWO_CARDS,
        lines=("ten",),
        judge=judge,
        sight=Sight(
            draw=(0, 1),
            named=1,
            alike=ace_or_ten,
            ranks=("A", "KQJT", "23456789"),
            suits=ANY_SUITS,
            swaps=(),
        ),
        made_on=CardPlace.FIRST,
        under={"ten": 1},
        assumptions=("the player's ace is the only card seen",),
    ),
)
