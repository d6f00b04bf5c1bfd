"""Counting systems: the best balanced tags for a wager, and how well they follow its edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import NamedTuple

from upcard.cards import RANKS, SUITS, Card
from upcard.odds.removals import Effects


class CountBy(StrEnum):
    """What a tag is given to."""

    RANK = "rank"
    SUIT = "suit"
    CARD = "card"
    """Cards with the same effect of removal."""


class Class(NamedTuple):
    """Cards that get one tag."""

    name: str
    cards: tuple[Card, ...]
    weight: int
    """How many of them the shoe holds."""
    effect: Fraction
    """The average effect of removing one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A balanced count: one tag for each class of cards; a dealt card adds its tag."""

    level: int
    by: CountBy
    tags: dict[str, int]
    """Above 0 where removing the card helps the player."""
    tag_of: dict[Card, int]
    correlation_squared: Fraction
    """The square of the betting correlation, which is exact."""

    @property
    def betting_correlation(self) -> float:
        """How well the running count follows the player's edge: 1 is perfect."""
        return sqrt(self.correlation_squared)


def best_count(effects: Effects, level: int, by: CountBy = CountBy.RANK) -> Count | None:
    """
    The balanced count with tags from -*level* to *level* that has the best betting correlation.

    Every choice of tags is searched: choices with the same sum and the same sum of squares are
    told apart by their product with the effects alone, so the best of each kind is kept. None
    where no choice of tags follows the edge at all.
    """
    classes = count_classes(effects, by)
    scale = gcd(*(one.weight for one in classes))
    whole = lcm(*(one.effect.denominator for one in classes))
    best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    open_weight = sum(one.weight for one in classes) // scale
    for one in classes:
        weight, gain = one.weight // scale, int(one.effect * whole) * one.weight // scale
        open_weight -= weight
        longer: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (total, squares), (product, tags) in best.items():
            for tag in range(-level, level + 1):
                state = total + weight * tag, squares + weight * tag * tag
                found = product + gain * tag
                if abs(state[0]) <= level * open_weight:
                    if state not in longer or found > longer[state][0]:
                        longer[state] = found, (*tags, tag)
        best = longer
    ranked = (
        (Fraction(product * abs(product), squares), tags)
        for (total, squares), (product, tags) in best.items()
        if not total and squares
    )
    score, tags = max(ranked)
    return _count(effects, level, by, classes, tags) if score > 0 else None


def _count(
    effects: Effects, level: int, by: CountBy, classes: list[Class], tags: tuple[int, ...]
) -> Count:
    common = gcd(*tags)
    tags = tuple(tag // common for tag in tags)
    tag_of = {card: tag for one, tag in zip(classes, tags, strict=True) for card in one.cards}
    return Count(
        level=level,
        by=by,
        tags={one.name: tag for one, tag in zip(classes, tags, strict=True)},
        tag_of=tag_of,
        correlation_squared=correlation_squared(effects, tag_of),
    )


def correlation_squared(effects: Effects, tag_of: dict[Card, int]) -> Fraction:
    """The square of the correlation between tags and effects, over the cards of the shoe."""
    shoe = effects.shoe
    product = tags = squares = Fraction(0)
    for card, effect in effects.by_card.items():
        product += shoe[card] * tag_of[card] * effect
        tags += shoe[card] * tag_of[card] ** 2
        squares += shoe[card] * effect**2
    return product**2 / (tags * squares) if tags and squares else Fraction(0)


def count_classes(effects: Effects, by: CountBy) -> list[Class]:
    """The classes of cards that get a tag each."""
    return [
        Class(name, cards, weight, _mean(effects, cards))
        for name, cards in _named_classes(effects, by)
        if (weight := sum(effects.shoe[card] for card in cards))
    ]


def _mean(effects: Effects, cards: tuple[Card, ...]) -> Fraction:
    total = sum((effects.shoe[card] * effects.by_card[card] for card in cards), Fraction(0))
    return total / sum(effects.shoe[card] for card in cards)


def _named_classes(effects: Effects, by: CountBy) -> Iterator[tuple[str, tuple[Card, ...]]]:
    cards = tuple(effects.by_card)
    match by:
        case CountBy.RANK:
            yield from ((r, tuple(c for c in cards if c.rank == r)) for r in RANKS)
        case CountBy.SUIT:
            yield from ((s, tuple(c for c in cards if c.suit == s)) for s in SUITS)
        case CountBy.CARD:
            for effect in sorted(set(effects.by_card.values())):
                same = tuple(card for card in cards if effects.by_card[card] == effect)
                yield " ".join(map(str, same)), same
