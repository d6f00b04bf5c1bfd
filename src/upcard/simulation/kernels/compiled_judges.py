"""
What side wagers' cards are, as machine code: one bit for each line of the family that they fit.

The judges of `upcard.wagers` are the authority: `tests/agreement` compares the two on all inputs.
The first line of a family is the lowest bit.
"""

from __future__ import annotations

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Flag, Number


@inlined
def match_lines(first: Number, second: Number, dealers: Number) -> Number:
    """Two suited matches, one of each, one suited, two unsuited, one unsuited."""
    suited = (1 if first == dealers else 0) + (1 if second == dealers else 0)
    matching = (1 if first >> 2 == dealers >> 2 else 0) + (1 if second >> 2 == dealers >> 2 else 0)
    if matching == 0:
        return 0
    if matching == 1:
        return 1 << 2 if suited == 1 else 1 << 4
    if suited == 2:
        return 1 << 0
    return 1 << 1 if suited == 1 else 1 << 3


@inlined
def number_of(card: Number) -> Number:
    """The place of a card's rank from the ace, 1, to the king, 13."""
    rank = card >> 2
    if rank < at.JACK:
        return rank + 1
    return 10 if rank == at.TEN else rank + 2


@inlined
def lowest(first: Number, second: Number, third: Number) -> Number:
    """The lowest of three numbers: Numba's own `min` is not to be had on every graphics card."""
    low = first
    if second < low:
        low = second
    if third < low:
        low = third
    return low


@inlined
def is_straight(first: Number, second: Number, third: Number, is_bridged: Flag) -> Flag:
    """Three different ranks in a row; the ace is low or high, never between a king and a two."""
    a, b, c = number_of(first), number_of(second), number_of(third)
    low, high = lowest(a, b, c), -lowest(-a, -b, -c)
    middle = a + b + c - low - high
    if middle == low + 1 and high == low + 2:
        return True
    if low == 1 and middle == 12 and high == 13:
        return True
    over_the_gap = (low == 8 and middle == 9 and high == 11) or (
        low == 9 and middle == 11 and high == 12
    )
    return is_bridged and over_the_gap


@inlined
def three_card_lines(first: Number, second: Number, third: Number, is_bridged: Flag) -> Number:
    """Suited aces, suited trips, mini royal, straight flush, trips, straight, flush, pair."""
    suited = first & 3 == second & 3 and first & 3 == third & 3
    lines = 1 << 6 if suited else 0
    a, b, c = first >> 2, second >> 2, third >> 2
    if a == b and b == c:
        lines |= 1 << 4
        if suited:
            lines |= (1 << 1) | (1 << 0 if a == at.ACE else 0)
        return lines
    if a in (b, c) or b == c:
        return lines | 1 << 7
    if is_straight(first, second, third, is_bridged):
        lines |= 1 << 5
        if suited:
            lines |= 1 << 3
            if lowest(a, b, c) == at.ACE and at.KING in (a, b, c):
                lines |= 1 << 2
    return lines


@inlined
def is_twenty(first: Number, second: Number) -> Flag:
    """Whether two cards are two ten-values, or an ace and a nine."""
    if first >= 4 * at.JACK and second >= 4 * at.JACK:
        return True
    a, b = first >> 2, second >> 2
    return (a == at.ACE and b == at.NINE) or (a == at.NINE and b == at.ACE)


@inlined
def kings_bounty_lines(first: Number, second: Number, up: Number, hole: Number) -> Number:
    """From two kings of spades with a dealer's natural down to an unsuited 20."""
    if not is_twenty(first, second):
        return 0
    lines = 1 << 4 if first & 3 == second & 3 else 1 << 6
    if first >> 2 == at.KING and second >> 2 == at.KING:
        lines |= 1 << 5
    if first != second:
        return lines
    if first >> 2 != at.KING:
        return lines | 1 << 3
    lines |= 1 << 2
    if first & 3 == at.SPADES:
        lines |= 1 << 1
        if (up < 4 and hole >= 4 * at.JACK) or (hole < 4 and up >= 4 * at.JACK):
            lines |= 1 << 0
    return lines


@inlined
def bonanza_lines(first: Number, second: Number, up: Number, hole: Number) -> Number:
    """From four cards alike down to any 20."""
    if not is_twenty(first, second):
        return 0
    if up < 4 * at.JACK:
        return 1 << 6
    if first != second:
        if first >> 2 == second >> 2:
            return 1 << 3
        return 1 << 4 if first & 3 == second & 3 else 1 << 5
    lines = 1 << 2
    if up == first:
        lines |= 1 << 1
        if hole == first:
            lines |= 1 << 0
    return lines


@inlined
def same_colour(first: Number, second: Number) -> Flag:
    """Whether two cards are both red or both black: spades 0, hearts 1, diamonds 2, clubs 3."""
    return ((first & 3) + 1) & 2 == ((second & 3) + 1) & 2


@inlined
def trips_lines(first: Number, second: Number, third: Number) -> Number:
    """Three of a kind, and in one colour, among four cards of which the fourth differs."""
    if first >> 2 != second >> 2 or first >> 2 != third >> 2:
        return 0
    if same_colour(first, second) and same_colour(first, third):
        return (1 << 4) | (1 << 3)
    return 1 << 4


@inlined
def four_card_lines(first: Number, second: Number, up: Number, hole: Number) -> Number:
    """Four of a kind suited, in one colour, any; three in one colour, any; a suited pair."""
    lines = 0
    twice = first in (second, up, hole)
    if twice or second in (up, hole) or up == hole:
        lines = 1 << 5
    if first >> 2 == second >> 2 and up >> 2 == hole >> 2 and first >> 2 == up >> 2:
        lines |= 1 << 2
        if same_colour(first, second) and same_colour(first, up) and same_colour(first, hole):
            lines |= 1 << 1
            if first == second and first == up and first == hole:
                lines |= 1 << 0
        return lines
    lines |= trips_lines(first, second, up) | trips_lines(first, second, hole)
    return lines | trips_lines(first, up, hole) | trips_lines(second, up, hole)


@inlined
def sevens_lines(first: Number, second: Number, third: Number) -> Number:
    """Three sevens of diamonds, suited, in one colour, any; two sevens; one. No third: NO_CARD."""
    sevens = (1 if first >> 2 == at.SEVEN else 0) + (1 if second >> 2 == at.SEVEN else 0)
    if sevens == 0:
        return 0
    if sevens == 1:
        return 1 << 5
    lines = (1 << 5) | (1 << 4)
    if third >> 2 != at.SEVEN:
        return lines
    lines |= 1 << 3
    if same_colour(first, second) and same_colour(first, third):
        lines |= 1 << 2
    if first == second and first == third:
        lines |= 1 << 1
        if first & 3 == at.DIAMONDS:
            lines |= 1 << 0
    return lines


@inlined
def is_royal_match(first: Number, second: Number) -> Flag:
    """Whether two cards are the king and the queen of one suit."""
    a, b = first >> 2, second >> 2
    royal = (a == at.QUEEN and b == at.KING) or (a == at.KING and b == at.QUEEN)
    return royal and first & 3 == second & 3


@inlined
def royal_match_lines(first: Number, second: Number, up: Number, hole: Number) -> Number:
    """Crown treasure, royal match, suited natural, suited."""
    if first & 3 != second & 3:
        return 0
    if (first < 4 and second >= 4 * at.JACK) or (second < 4 and first >= 4 * at.JACK):
        return (1 << 3) | (1 << 2)
    if not is_royal_match(first, second):
        return 1 << 3
    lines = (1 << 3) | (1 << 1)
    return lines | 1 << 0 if is_royal_match(up, hole) else lines


@inlined
def pair_lines(first: Number, second: Number) -> Number:
    """A suited pair, and any pair."""
    if first >> 2 != second >> 2:
        return 0
    return (1 << 1) | (1 << 0) if first == second else 1 << 1


@inlined
def house_money_lines(first: Number, second: Number) -> Number:
    """Suited ace and king, suited neighbours, a pair, neighbours."""
    if first >> 2 == second >> 2:
        return 1 << 2
    apart = number_of(first) - number_of(second)
    if apart * apart != 1 and apart * apart != 144:
        return 0
    if first & 3 != second & 3:
        return 1 << 3
    lines = (1 << 3) | (1 << 1)
    is_ace_king = apart * apart == 144
    return lines | 1 << 0 if is_ace_king else lines


@inlined
def push_22_lines(dealer: Number, suits: Number) -> Number:
    """A 22 in one suit, in one colour, any; *suits* has one bit for each suit of the hand."""
    if dealer != 22:
        return 0
    lines = 1 << 2
    if suits & at.RED_SUITS == 0 or suits & at.BLACK_SUITS == 0:
        lines |= 1 << 1
    if suits & (suits - 1) == 0:
        lines |= 1 << 0
    return lines


@called
def lines_of(
    family: Number,
    reading: Number,
    first: Number,
    second: Number,
    third: Number,
    up: Number,
    hole: Number,
    dealer: Number,
    suits: Number,
) -> Number:
    """
    The lines of *family* that a spot's cards fit, one bit each.

    *dealer* and *suits* are the total and the suits of the dealer's finished hand.
    """
    if family == at.MATCH_UP:
        return match_lines(first, second, up)
    if family == at.MATCH_DOWN:
        return match_lines(first, second, hole)
    if family == at.THREE_CARD:
        return three_card_lines(first, second, up, reading != 0)
    if family == at.KINGS_BOUNTY:
        return kings_bounty_lines(first, second, up, hole)
    if family == at.BONANZA:
        return bonanza_lines(first, second, up, hole)
    if family == at.FOUR_OF_A_KIND:
        return four_card_lines(first, second, up, hole)
    if family == at.SEVENS_PLAYER:
        return sevens_lines(first, second, third)
    if family == at.SEVENS_UPCARD:
        return sevens_lines(first, second, up)
    if family == at.ROYAL_MATCH:
        return royal_match_lines(first, second, up, hole)
    if family == at.PAIR:
        return pair_lines(first, second)
    if family == at.PUSH_22:
        return push_22_lines(dealer, suits)
    return house_money_lines(first, second)
