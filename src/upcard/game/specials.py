"""Which special hand a 21 is, by its number of cards or as 6-7-8 and 7-7-7 with their suits."""

from __future__ import annotations

from typing import Final

from upcard.game.house import House

PLAIN: Final = 0
SEVEN_CARDS: Final = 3
EIGHT_CARDS: Final = 4
SIX_SEVEN_EIGHT: Final = 5
SEVENS: Final = 8
MIXED: Final = 0
SUITED: Final = 1
SPADES: Final = 2
KINDS: Final = (
    "",
    "5-card-21",
    "6-card-21",
    "7-card-21",
    "8-card-21",
    "6-7-8-mixed",
    "6-7-8-suited",
    "6-7-8-spades",
    "7-7-7-mixed",
    "7-7-7-suited",
    "7-7-7-spades",
)
"""What each kind of 21 is called; eight cards and more are one kind."""
SUITED_SEVENS: Final = SEVENS + SUITED


def kind_of_21(cards: int, product: int, suits: int) -> int:
    """
    The kind of a hand of 21 with this many cards.

    *product* is that of the points of its first three cards, and *suits* says whether those share
    a suit; both count only while there are three.

    >>> KINDS[kind_of_21(5, 0, MIXED)], KINDS[kind_of_21(3, 6 * 7 * 8, SPADES)]
    ('5-card-21', '6-7-8-spades')
    """
    if cards > 4:
        return cards - 4 if cards < 8 else EIGHT_CARDS
    if cards != 3:
        return PLAIN
    if product == 6 * 7 * 8:
        return SIX_SEVEN_EIGHT + suits
    if product == 7 * 7 * 7:
        return SEVENS + suits
    return PLAIN


def is_kept(doubles: int, is_split: int, after_double: int, after_split: int) -> bool:
    """Whether something that doubling or splitting may void is still there."""
    return (doubles == 0 or after_double != 0) and (is_split == 0 or after_split != 0)


def paid_kind(house: House, kind: int, doubles: int, is_split: int) -> int:
    """The kind that a winning 21 is paid as: `PLAIN` where doubling or splitting voids it."""
    if not is_kept(doubles, is_split, house.special_after_double, house.special_after_split):
        return PLAIN
    if kind == EIGHT_CARDS:
        return SEVEN_CARDS if house.special_over_seven_cards else PLAIN
    return kind


def wins_bonus(house: House, kind: int, upcard: int, doubles: int, is_split: int) -> bool:
    """Whether a 21 wins the super bonus: suited sevens, while the dealer's up card is a 7."""
    if kind < SUITED_SEVENS or upcard != 7:
        return False
    return is_kept(doubles, is_split, house.bonus_after_double, house.bonus_after_split)
