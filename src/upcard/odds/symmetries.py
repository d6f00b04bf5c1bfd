"""The exchanges of ranks and suits that change neither a shoe nor a judge's verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final, NamedTuple

from upcard.cards import RANKS, SUITS, Card
from upcard.families.sights import NO_EXCHANGE, Sight

UNCOUNTED: Final = 10**30
WORTH_IT: Final = 8
"""How many times smaller an enumeration of its own must be than the one that shoes share."""


class Prefix(NamedTuple):
    """Named cards that stand for *times* choices of cards which weigh and are judged the same."""

    cards: tuple[Card, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Symmetry:
    """What may be exchanged in one shoe without anybody noticing."""

    ranks: tuple[str, ...]
    """Blocks of ranks that are interchangeable; ranks that the shoe has none of are left out."""
    suits: tuple[str, ...]
    """Exchanges of suits, as what *shdc* becomes."""

    @property
    def size(self) -> int:
        """How many exchanges there are."""
        return len(self.suits) * prod(factorial(len(block)) for block in self.ranks)


def symmetry_of(sight: Sight, shoe: Counter[Card]) -> Symmetry:
    """
    The exchanges that *sight* allows and that leave every count in *shoe* as it is.

    Where they are too few to be worth it, none: then all such shoes share one enumeration.

    >>> from upcard.cards import Deck
    >>> from upcard.families.sights import ANY_SUITS, EVERY_RANK, same_or_same_rank, two_card_sight
    >>> from upcard.shoes import composition
    >>> sight = two_card_sight(same_or_same_rank, ranks=EVERY_RANK, suits=ANY_SUITS)
    >>> symmetry_of(sight, composition(Deck.PONTOON, 6)).ranks
    ('A23456789JQK',)
    """
    present, found = _every_exchange(sight, shoe)
    return _worth_having(sight, found, present)


def _every_exchange(sight: Sight, shoe: Counter[Card]) -> tuple[list[str], Symmetry]:
    """The ranks that *shoe* has, and all exchanges, worth an enumeration of their own or not."""
    present, blocks = _blocks(sight, {card: count for card, count in shoe.items() if count})
    return present, Symmetry(blocks, _suits_kept(sight, shoe))


def labelled_symmetry(
    sight: Sight, shoe: Counter[Card], labels: Mapping[Card, int]
) -> tuple[Symmetry, tuple[tuple[int, ...], ...]]:
    """
    The same where cards carry *labels*, and what each exchange of suits makes of the labels.

    Ranks are exchanged only where that moves no label; suits where it moves whole labels.
    """
    marks = {card: (count, labels[card]) for card, count in shoe.items() if count}
    present, blocks = _blocks(sight, marks)
    kept = _suits_kept(sight, shoe)
    images = {each: image for each in kept if (image := _image_of_labels(each, shoe, labels))}
    found = _worth_having(sight, Symmetry(blocks, tuple(images)), present)
    return found, tuple(images[each] for each in found.suits)


def _suits_kept(sight: Sight, shoe: Counter[Card]) -> tuple[str, ...]:
    """The exchanges of suits that *sight* allows and that leave every count as it is."""
    return tuple(
        images
        for images in sight.suits
        if all(
            count == shoe[Card(card.rank, images[SUITS.index(card.suit)])]
            for card, count in shoe.items()
        )
    )


def _image_of_labels(
    suits: str, shoe: Counter[Card], labels: Mapping[Card, int]
) -> tuple[int, ...] | None:
    """What each label becomes when the suits are exchanged; None where one would be torn apart."""
    image: dict[int, int] = {}
    for card, label in labels.items():
        if shoe[card]:
            other = labels[Card(card.rank, suits[SUITS.index(card.suit)])]
            if image.setdefault(label, other) != other:
                return None
    return tuple(image.get(label, label) for label in range(max(labels.values()) + 1))


def _blocks(sight: Sight, marks: Mapping[Card, object]) -> tuple[list[str], tuple[str, ...]]:
    """The ranks that have cards, and blocks of ranks whose cards have the same marks."""
    rows = {rank: tuple(marks.get(Card(rank, suit)) for suit in SUITS) for rank in RANKS}
    present = [rank for rank in RANKS if any(mark is not None for mark in rows[rank])]
    blocks: dict[tuple[int, tuple[object, ...]], str] = {}
    for rank in present:
        block = next(index for index, ranks in enumerate(sight.ranks) if rank in ranks)
        blocks[block, rows[rank]] = blocks.get((block, rows[rank]), "") + rank
    return present, tuple(blocks.values())


def _worth_having(sight: Sight, found: Symmetry, present: list[str]) -> Symmetry:
    worth_it = found.size > WORTH_IT * _orders(sight)
    return found if worth_it else Symmetry(tuple(present), NO_EXCHANGE)


def card_classes(sight: Sight, shoe: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """The cards of *shoe* by classes whose members may be exchanged for one another."""
    _, symmetry = _every_exchange(sight, shoe)
    for block in symmetry.ranks:
        seen: set[str] = set()
        for index, suit in enumerate(SUITS):
            orbit = sorted({images[index] for images in symmetry.suits})
            if suit not in seen and shoe[Card(block[0], suit)]:
                yield tuple(Card(rank, other) for rank in block for other in orbit)
            seen.update(orbit)


@cache
def _orders(sight: Sight) -> int:
    """In how many orders named cards come that may be swapped; without named cards, any number."""
    if not sight.named:
        return UNCOUNTED
    named = sight.draw[: sight.named]
    return prod(factorial(sum(place in named for place in group)) for group in sight.swaps)


def prefixes(sight: Sight, symmetry: Symmetry) -> Iterator[Prefix]:
    """The named cards of every deal, once for all that the symmetry makes the same."""
    if symmetry.size == 1 and _orders(sight) == factorial(sight.named):
        yield from _unordered(symmetry, sight.named)
    else:
        yield from _orbits(symmetry, sight.named, Prefix((), 1))


def _unordered(symmetry: Symmetry, size: int) -> Iterator[Prefix]:
    """Cards whose order does not matter, each set once, for a shoe with little symmetry."""
    cards = [Card(rank, suit) for block in symmetry.ranks for rank in block for suit in SUITS]
    for chosen in combinations_with_replacement(cards, size):
        repeats = prod(factorial(count) for count in Counter(chosen).values())
        yield Prefix(chosen, factorial(size) // repeats)


def _orbits(symmetry: Symmetry, size: int, prefix: Prefix) -> Iterator[Prefix]:
    """Ordered cards, one for each orbit of the exchanges that keep the cards before it."""
    if len(prefix.cards) == size:
        yield prefix
        return
    ranks = tuple(_rank_orbits(symmetry, {card.rank for card in prefix.cards}))
    suits = tuple(_suit_orbits(symmetry, {card.suit for card in prefix.cards}))
    for (rank, of_rank), (suit, of_suit) in product(ranks, suits):
        longer = Prefix((*prefix.cards, Card(rank, suit)), prefix.times * of_rank * of_suit)
        yield from _orbits(symmetry, size, longer)


def _rank_orbits(symmetry: Symmetry, used: set[str]) -> Iterator[tuple[str, int]]:
    """One rank for each kind there still is, and how many ranks it stands for."""
    for block in symmetry.ranks:
        unused = [rank for rank in block if rank not in used]
        yield from ((rank, 1) for rank in block if rank in used)
        if unused:
            yield unused[0], len(unused)


def _suit_orbits(symmetry: Symmetry, used: set[str]) -> Iterator[tuple[str, int]]:
    keeping = [
        images
        for images in symmetry.suits
        if all(images[SUITS.index(suit)] == suit for suit in used)
    ]
    seen: set[str] = set()
    for index, suit in enumerate(SUITS):
        if suit not in seen:
            orbit = {images[index] for images in keeping}
            seen |= orbit
            yield suit, len(orbit)
