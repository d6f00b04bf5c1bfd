"""
The stakes of a hand: what the player can lose, and what an even-money win pays.

They are two numbers because the house may lay part of the money: a free double adds to what can
be won alone, and the new hand of a free split has nothing to lose.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from upcard.game.house import House

DOUBLED_MONEY: Final = 1
ORIGINAL_WAGER: Final = 2
HALF: Final = 3
"""What a rescued hand gives up; 0 without rescue."""
OF_ALL_HANDS: Final = 1
OF_STANDING_HANDS: Final = 2
"""Of which hands a dealer's natural takes one wager for the whole spot: bust ones, too, or not."""


class Laid(NamedTuple):
    """How the money on a hand was laid."""

    doubles: int = 0
    free_doubles: int = 0
    """How many of the doubles the house paid; they come before those that the player pays."""
    is_split: int = 0
    is_funded: int = 0
    """Whether the house laid the first wager: the new hand of a free split."""
    is_zapped: int = 0
    """`ZAPPED` if its two cards came for others, `KEPT` if it was asked and kept them."""


ZAPPED: Final = 1
KEPT: Final = 2
NEW_HAND: Final = Laid()


def doubled(laid: Laid, is_free: int) -> Laid:
    """The same hand, doubled once more."""
    return Laid(
        laid.doubles + 1,
        laid.free_doubles + is_free,
        laid.is_split,
        laid.is_funded,
        laid.is_zapped,
    )


def to_win(wager: int, laid: Laid) -> int:
    """
    What an even-money win pays: twice as much after each double, no matter who paid for it.

    >>> to_win(10, Laid()), to_win(10, Laid(doubles=1, free_doubles=1))
    (10, 20)
    """
    return wager << laid.doubles


def at_risk(wager: int, laid: Laid) -> int:
    """
    What the player can lose: the first wager and the doubles, but for what the house laid.

    >>> at_risk(10, Laid(doubles=2)), at_risk(10, Laid(doubles=1, free_doubles=1))
    (40, 10)
    >>> at_risk(10, Laid(doubles=1, is_split=1, is_funded=1))
    10
    """
    return laid_first(wager, laid) + wager * ((1 << laid.doubles) - (1 << laid.free_doubles))


def laid_first(wager: int, laid: Laid) -> int:
    """What the player laid on the hand before any double."""
    return 0 if laid.is_funded else wager


def is_spared(house: House, doubles: int, free_doubles: int) -> bool:
    """
    Whether a dealer's natural leaves some of the player's money on a hand that it beats.

    It then takes what was laid first, and the player's doubles go back.
    """
    return house.natural_spares_doubles != 0 and doubles > free_doubles


def taken_by_natural(house: House, wager: int, laid: Laid) -> int:
    """What a dealer's natural takes of a hand that it beats."""
    is_first_only = is_spared(house, laid.doubles, laid.free_doubles)
    return laid_first(wager, laid) if is_first_only else at_risk(wager, laid)


def is_kept_for_natural(house: House, laid: Laid) -> bool:
    """Whether a bust hand stays on the table for the dealer's card: some of it may go back."""
    has_more = laid.is_split != 0 or laid.doubles > laid.free_doubles
    return house.natural_takes_one == OF_ALL_HANDS and has_more


def is_met_by_natural(house: House, is_bust: bool) -> bool:
    """Whether a natural that takes one wager of a spot settles a hand that lost or is bust."""
    return house.natural_takes_one == OF_ALL_HANDS or not is_bust


def forfeited(house: House, wager: int, laid: Laid) -> int:
    """What a rescued hand gives up of the player's money (ambiguities 2 and 3)."""
    choice = house.rescue_after_double if laid.doubles == 1 else house.rescue_after_redouble
    if choice == DOUBLED_MONEY:
        return at_risk(wager, laid) - laid_first(wager, laid)
    return laid_first(wager, laid) if choice == ORIGINAL_WAGER else at_risk(wager, laid) // 2
