"""Lucky Lucky and Hot 3: the player's two cards and the up card total 19, 20 or 21."""

from __future__ import annotations

from upcard.families.card_numbers import ACE, SEVEN, is_suited, line_bits, points_of, rank_of
from upcard.families.family import WITH_UPCARD, Family
from upcard.families.sights import ANY_SUITS, EACH_POINTS, Sight, rank_and_whether_suited

SUITED_777, SUITED_678, SEVENS, RUN, SUITED_21, ANY_21, ANY_20, ANY_19 = line_bits(8)


def judge(first: int, second: int, third: int) -> int:
    """The best total of three cards; 6-7-8, 7-7-7 and a suited 21 are lines of their own."""
    total = best_total(first, second, third)
    if total < 19 or total > 21:
        return 0
    if total < 21:
        return ANY_20 if total == 20 else ANY_19
    suited = is_suited(first, second) and is_suited(first, third)
    lines = ANY_21 | (SUITED_21 if suited else 0)
    product = points_of(first) * points_of(second) * points_of(third)
    if product == 7 * 7 * 7:
        lines |= SEVENS | (SUITED_777 if suited else 0)
    if product == 6 * 7 * 8 and has_seven(first, second, third):
        lines |= RUN | (SUITED_678 if suited else 0)
    return lines


def has_seven(first: int, second: int, third: int) -> bool:
    """Whether one of three cards is a seven."""
    return SEVEN in (rank_of(first), rank_of(second), rank_of(third))


def best_total(first: int, second: int, third: int) -> int:
    """The total of three cards, one ace as 11 where that does not go over 21."""
    total = points_of(first) + points_of(second) + points_of(third)
    has_ace = ACE in (rank_of(first), rank_of(second), rank_of(third))
    return total + 10 if has_ace and total <= 11 else total


FAMILIES = (
    Family(
        name="three-card-total",
        sees=WITH_UPCARD,
        lines=("suited-777", "suited-678", "777", "678", "suited-21", "any-21", "any-20", "any-19"),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=2,
            alike=rank_and_whether_suited,
            ranks=EACH_POINTS,
            suits=ANY_SUITS,
            swaps=((0, 1, 2),),
        ),
    ),
)
