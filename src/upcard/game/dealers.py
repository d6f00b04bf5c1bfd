"""How the dealer plays: under which up cards they look, and when they draw."""

from __future__ import annotations

from typing import Final

from upcard.game.hands import TWENTY_ONE, is_soft, total_of

STANDS_ON: Final = 17
LOWEST_END: Final = 16
"""The lowest total that some dealer stands on."""
STANDS_ON_SOFT_17: Final = 0
HITS_SOFT_17: Final = 1
STANDS_ON_HARD_16: Final = 2
"""The rules that dealers draw by; the last one draws to a soft 16, and stands on every 17."""
NATURAL: Final = 100
"""The dealer's end with a natural; every other end is a total. No total is as high."""


BUST: Final = 26
"""A total that stands for every bust that is nothing else."""


def draws(state: int, rule: int) -> bool:
    """
    Whether a dealer who draws by that rule takes another card.

    >>> draws(16, HITS_SOFT_17), draws(32 + 7, HITS_SOFT_17), draws(32 + 7, STANDS_ON_SOFT_17)
    (True, True, False)
    >>> draws(16, STANDS_ON_HARD_16), draws(32 + 6, STANDS_ON_HARD_16)
    (False, True)
    """
    total = total_of(state)
    if rule == STANDS_ON_HARD_16:
        return total < LOWEST_END or (total == LOWEST_END and is_soft(state) != 0)
    if total == STANDS_ON and is_soft(state):
        return rule == HITS_SOFT_17
    return total < STANDS_ON


def end_of(total: int, cards: int, pushing_total: int) -> int:
    """The dealer's end with a hand that draws no more; all busts are one, but for a pushing one."""
    if total == TWENTY_ONE and cards == 2:
        return NATURAL
    return total if total <= TWENTY_ONE or total == pushing_total else BUST


def may_have_natural(upcard: int) -> bool:
    """Whether a hole card can make this up card a natural; up cards are points, the ace 1."""
    return upcard == 1 or upcard == 10


def hides_natural(upcard: int, under_ace: int, under_ten: int) -> bool:
    """
    Whether the dealer may have an undiscovered natural under this up card while the players act.

    >>> hides_natural(10, 1, 0), hides_natural(1, 1, 0), hides_natural(9, 0, 0)
    (True, False, False)
    """
    return may_have_natural(upcard) and not peeks(upcard, under_ace, under_ten)


def peeks(upcard: int, under_ace: int, under_ten: int) -> bool:
    """Whether the dealer looks for a natural under this up card before the players act."""
    return (upcard == 1 and under_ace != 0) or (upcard == 10 and under_ten != 0)
