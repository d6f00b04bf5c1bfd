"""The battery of families that are not on a plain deal: their judges, on all deals or many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from upcard.cards import RANKS, SUITS, Card, write_cards
from upcard.families import Family
from upcard.families.family import Judge
from upcard.families.round_results import RESULTS
from upcard.simulation.kernels.compilation import called

SEED: Final = 41
CARDS: Final = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
HIGH: Final = "AKQJT"
FEW: Final = (RANKS, RANKS, HIGH, "A2345", "78", "7K", "8")
"""Ranks that deals are made of: all, those of the rarest hands, and very few."""


def odd_problems(family: Family, deals: int) -> Iterator[str]:
    """What is wrong with the judge of *family*, on all deals, or so many random ones of more."""
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
    """
    Cards for every place, and a result where the judge is told one.

    Where there are more than *deals*, random ones, many of few ranks or of one suit.
    """
    results = RESULTS if family.round_sight else ()
    if len(CARDS) ** len(family.places) * len(results or (0,)) <= deals:
        for cards in product(CARDS, repeat=len(family.places)):
            yield from ((cards, (result,)) for result in results) if results else ((cards, ()),)
        return
    for _ in range(deals):
        ranks, suits = rng.choice(FEW), rng.choice((SUITS, SUITS, "s", "hd"))
        cards = tuple(Card(rng.choice(ranks), rng.choice(suits)) for _ in family.places)
        yield cards, (rng.choice(results),) if results else ()


def _standing_for(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that stand for all of the same ranks, of one suit or not."""
    ranks = sorted((card.rank for card in cards), key=RANKS.index)
    is_suited = len({card.suit for card in cards}) == 1
    last = Card(ranks[-1], SUITS[0] if is_suited else SUITS[1])
    return (*(Card(rank, SUITS[0]) for rank in ranks[:-1]), last)
