"""Hands to practise: shoes whose next round begins in cells of the chart that a player names."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from upcard.cards import Card
from upcard.shoes import Shoe
from upcard.strategy.chart_players import value_of
from upcard.table.rounds import Round

SHOES_MAX: Final = 40
_SMALL: Final = tuple("23456789T")
_ACE_POINTS: Final = 11


class ChartPlace(NamedTuple):
    """A cell of a chart: its row, like "hard 16" or "pair 8", and the dealer's up card."""

    row: str
    upcard: str


def place_of(round_: Round) -> ChartPlace | None:
    """Where the first hand is in a chart; None unless it has two cards and can be played."""
    hand = round_.hands[0] if round_.hands else None
    if hand is None or hand.is_settled or len(hand.cards) != 2:
        return None
    first, second = map(value_of, hand.cards)
    row = f"pair {first}" if first == second else str(hand.total)
    return ChartPlace(row, value_of(round_.upcard))


def practice_shoes(
    shoe: Shoe, places: Sequence[ChartPlace], hands: int, rng: random.Random
) -> Iterator[Shoe]:
    """
    The shoe with its cards still to come in other orders, each meant to deal one of *places*.

    The first hand is meant to get it; *hands* play. A place that the cards left cannot deal, or
    that two cards never are, gives no shoe.
    """
    gone = tuple(shoe.order[: shoe.drawn])
    for _ in range(SHOES_MAX):
        come = list(shoe.order[shoe.drawn :])
        rng.shuffle(come)
        begin = _beginning(come, rng.choice(places), rng)
        if begin is None:
            continue
        first, second, up = begin
        rest = iter(come)
        others = [next(rest) for _ in range(hands - 1)]
        yield Shoe((*gone, first, *others, up, second, *rest), shoe.drawn)


def _beginning(
    come: list[Card], place: ChartPlace, rng: random.Random
) -> tuple[Card, Card, Card] | None:
    """Two cards and an up card for that place, taken out of *come*."""
    pairs = _values(place.row)
    if not pairs:
        return None
    first, second = rng.sample(rng.choice(pairs), 2)
    taken = [_taken(come, value) for value in (first, second, place.upcard)]
    one, two, up = taken
    return None if one is None or two is None or up is None else (one, two, up)


def _taken(come: list[Card], value: str) -> Card | None:
    found = next((card for card in come if value_of(card) == value), None)
    if found is not None:
        come.remove(found)
    return found


def _values(row: str) -> list[tuple[str, str]]:
    """
    The two cards that a row can be dealt with, by value.

    >>> _values("hard 16")
    [('6', 'T'), ('7', '9')]
    >>> _values("soft 18"), _values("pair A"), _values("hard 4")
    ([('A', '7')], [('A', 'A')], [])
    """
    kind, _, value = row.partition(" ")
    if kind == "pair":
        return [(value, value)]
    if kind == "soft":
        other = int(value) - _ACE_POINTS
        return [("A", _SMALL[other - 2])] if 2 <= other <= 9 else []
    pairs = combinations(range(2, 11), 2)
    return [(_SMALL[a - 2], _SMALL[b - 2]) for a, b in pairs if a + b == int(value)]
