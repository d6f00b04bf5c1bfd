"""Magic Jacks: the jacks in the player's two cards and the up card; two of them have one eye."""

from __future__ import annotations

from collections.abc import Hashable

from upcard.cards import Card
from upcard.families.card_numbers import HEARTS, JACK, SPADES, line_bits, rank_of, suit_of
from upcard.families.family import WITH_UPCARD, Family
from upcard.families.sights import NO_EXCHANGE, Named, Sight

THREE_EYES, THREE, TWO_EYES, TWO_WITH_ONE, TWO, ONE_EYE, ONE = line_bits(7)


def judge(first: int, second: int, third: int) -> int:
    """How many jacks there are, and how many of them are of spades or hearts, with one eye."""
    jacks = is_jack(first) + is_jack(second) + is_jack(third)
    eyes = is_one_eyed(first) + is_one_eyed(second) + is_one_eyed(third)
    if jacks == 3:
        return THREE | (THREE_EYES if eyes == 3 else 0)
    if jacks == 2:
        return TWO | (TWO_EYES if eyes == 2 else 0) | (TWO_WITH_ONE if eyes == 1 else 0)
    if jacks == 1:
        return ONE | (ONE_EYE if eyes == 1 else 0)
    return 0


def is_jack(card: int) -> int:
    """1 for a jack, 0 for any other card."""
    return int(rank_of(card) == JACK)


def is_one_eyed(card: int) -> int:
    """1 for a jack of spades or hearts, 0 for any other card."""
    return int(rank_of(card) == JACK and suit_of(card) in (SPADES, HEARTS))


def _which_jack(named: Named, card: Card) -> Hashable:
    return card if card.rank == "J" else None


FAMILIES = (
    Family(
        name="magic-jacks",
        sees=WITH_UPCARD,
        lines=(
            "three-one-eyed-jacks",
            "three-jacks",
            "two-one-eyed-jacks",
            "two-jacks-one-of-them-one-eyed",
            "two-jacks",
            "one-one-eyed-jack",
            "one-jack",
        ),
        judge=judge,
        sight=Sight(
            draw=(0, 1, 2),
            named=0,
            alike=_which_jack,
            ranks=("J", "A23456789TQK"),
            suits=NO_EXCHANGE,
            swaps=((0, 1, 2),),
        ),
    ),
)
