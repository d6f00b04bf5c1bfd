"""The battery of families whose cards no kernel deals: their judges alone, on random deals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from upcard.cards import RANKS, SUITS, Card, write_cards
from upcard.families import Family
from upcard.families.family import Judge
from upcard.families.round_results import RESULTS
from upcard.simulation.kernels.compilation import called

SEED: Final = 41
HIGH: Final = "AKQJT"
FEW: Final = (RANKS, RANKS, HIGH, "A2345", "78", "7K", "8")
"""Ranks that deals are made of: all, those of the rarest hands, and very few."""


def odd_problems(family: Family, deals: int) -> Iterator[str]:
    """What is wrong with the judge of *family*, on so many random deals."""
    compiled: Judge = called(family.judge)
    rng, found = Random(SEED), 0
    for cards, told in _deals(family, rng, deals):
        numbers = [card.number for card in cards]
        said = family.judge(*numbers, *told)
        found |= said
        if compiled(*numbers, *told) != said:
            yield f"{family.name}: Python and machine code differ on {write_cards(cards)}"
            return
        if family.by_ranks and family.fits(_standing_for(cards)) != said:
            shown = write_cards(cards)
            yield f"{family.name}: the judge sees more than ranks and a suit in {shown}"
            return
    for bit, outcome in enumerate(family.outcomes):
        if not found >> bit & 1:
            yield f"{family.name}: no cards fit the line {outcome}: take it out, or mend the judge"
    if found >> len(family.outcomes):
        yield f"{family.name}: the judge sets a bit beyond its {len(family.outcomes)} lines"


def _deals(
    family: Family, rng: Random, deals: int
) -> Iterator[tuple[tuple[Card, ...], tuple[int, ...]]]:
    """Cards for every place, many of few ranks or of one suit; and a result where it is told."""
    for _ in range(deals):
        ranks, suits = rng.choice(FEW), rng.choice((SUITS, SUITS, "s", "hd"))
        cards = tuple(Card(rng.choice(ranks), rng.choice(suits)) for _ in family.places)
        yield cards, (rng.choice(RESULTS),) if family.round_sight else ()


def _standing_for(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that stand for all of the same ranks, of one suit or not."""
    ranks = sorted((card.rank for card in cards), key=RANKS.index)
    is_suited = len({card.suit for card in cards}) == 1
    last = Card(ranks[-1], SUITS[0] if is_suited else SUITS[1])
    return (*(Card(rank, SUITS[0]) for rank in ranks[:-1]), last)
