"""Poker 21: the poker hand of the dealer's first five cards, drawn on to five if need be."""

from __future__ import annotations

from upcard.families.card_numbers import ACE, JACK, KING, line_bits, rank_of, sequence_of, suit_of
from upcard.families.family import FIRST_FIVE, Family

(
    SUITED_FIVE,
    ROYAL,
    FIVE,
    STRAIGHT_FLUSH,
    FOUR,
    FULL_HOUSE,
    FLUSH,
    STRAIGHT,
    THREE,
    TWO_PAIRS,
    HIGH_PAIR,
) = line_bits(11)


def judge(first: int, second: int, third: int, fourth: int, fifth: int) -> int:
    """Every poker hand that five cards are; several decks make five of a kind."""
    suited = suit_of(first) == suit_of(second) == suit_of(third) == suit_of(fourth)
    suited = suited and suit_of(first) == suit_of(fifth)
    lines = FLUSH if suited else 0
    pairs = pairs_among(first, second, third, fourth, fifth)
    if pairs == 0:
        top = straight_top(first, second, third, fourth, fifth)
        if top > 0:
            lines |= STRAIGHT | (STRAIGHT_FLUSH if suited else 0)
            lines |= ROYAL if suited and top == 14 else 0
        return lines
    if pairs == 1:
        return lines | (HIGH_PAIR if has_high_pair(first, second, third, fourth, fifth) else 0)
    if pairs == 2:
        high = HIGH_PAIR if has_high_pair(first, second, third, fourth, fifth) else 0
        return lines | TWO_PAIRS | high
    lines |= THREE
    if pairs == 4:
        lines |= FULL_HOUSE
    if pairs >= 6:
        lines |= FOUR
    if pairs == 10:
        lines |= FIVE | (SUITED_FIVE if suited else 0)
    return lines


def pairs_among(first: int, second: int, third: int, fourth: int, fifth: int) -> int:
    """How many twos among five cards are of one rank: 3 are trips, 4 a full house, 6 four."""
    a, b, c, d, e = rank_of(first), rank_of(second), rank_of(third), rank_of(fourth), rank_of(fifth)
    with_a = int(a == b) + int(a == c) + int(a == d) + int(a == e)
    with_b = int(b == c) + int(b == d) + int(b == e)
    return with_a + with_b + int(c == d) + int(c == e) + int(d == e)


def straight_top(first: int, second: int, third: int, fourth: int, fifth: int) -> int:
    """The highest card of five different ranks in a row, the ace 5 low or 14 high; 0 if not."""
    ranks = 1 << sequence_of(first) | 1 << sequence_of(second) | 1 << sequence_of(third)
    ranks |= 1 << sequence_of(fourth) | 1 << sequence_of(fifth)
    if ranks & 2:
        ranks |= 1 << 14
    run = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    if run >> 10 & 1:
        return 14
    for low in range(1, 10):
        if run >> low & 1:
            return low + 4
    return 0


def has_high_pair(first: int, second: int, third: int, fourth: int, fifth: int) -> bool:
    """Whether two of five cards are of one rank, jack or better."""
    ranks, doubled = 0, 0
    for card in (first, second, third, fourth, fifth):
        bit = 1 << rank_of(card)
        doubled |= ranks & bit
        ranks |= bit
    return doubled & (1 << ACE | 0b111 << JACK) != 0


assert KING == JACK + 2, "jack, queen and king follow each other"


FAMILIES = (
    Family(
        name="dealers-first-five",
        sees=FIRST_FIVE,
        lines=(
            "suited-five-of-a-kind",
            "royal-flush",
            "five-of-a-kind",
            "straight-flush",
            "four-of-a-kind",
            "full-house",
            "flush",
            "straight",
            "three-of-a-kind",
            "two-pairs",
            "jacks-or-better",
        ),
        judge=judge,
        by_ranks=True,
        assumptions=("the dealer's hand is drawn on to five cards for the wager",),
    ),
)
