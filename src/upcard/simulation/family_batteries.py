"""
The battery that every family of side wagers passes before it may be played.

A judge says the same as Python and as machine code, on all cards there are or on many hands of the
dealer; every line of it can be reached; what its sight calls alike is alike to the judge; and the
probabilities of its outcomes add up to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise, product
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards import NUMBERED_RANKS, SUITS, Card, write_cards
from upcard.families import CardPlace, Family
from upcard.families.card_numbers import NO_CARD
from upcard.families.dealer_hands import hand_of
from upcard.families.sights import Sight, plain_sight
from upcard.game.dealers import draws
from upcard.game.hands import state_after
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compiled_judges import is_odd, number_of
from upcard.simulation.kernels.kernel_replays import judge_all, judge_dealers
from upcard.simulation.odd_batteries import odd_problems

TYPES: Final = 52
CARDS: Final = tuple(at.card_of(number) for number in range(TYPES))
HANDS: Final = 20_000
"""How many hands of the dealer are judged both ways, unless somebody wants more."""
PREFIXES: Final = 3000
"""How many beginnings of a deal are looked at for cards that are alike."""
SEED: Final = 22
PLAYERS: Final = ((CARDS[0], CARDS[-1]), (CARDS[0], CARDS[20]))
"""The player's two cards beside hands of the dealer, in turn: a natural, and none."""

Draws = Callable[[int, int], bool]
"""Whether the dealer takes a card."""
Lines = NDArray[np.integer]
"""What a judge says to every combination of card types, one axis for each place."""
Types = NDArray[np.int64]
"""For each card type, the one that it is exchanged for."""


def problems_of(family: Family, *, hands: int = HANDS) -> Iterator[str]:
    """What is wrong with *family*, in sentences; nothing where it may be played."""
    if len(family.outcomes) > at.NOT_MADE - 1:
        yield f"{family.name} has {len(family.outcomes)} lines: {at.NOT_MADE - 1} are allowed"
        return
    if is_odd(family):
        yield from odd_problems(family, hands)
        return
    for answer in _answers(family):
        if family.needs_finished_dealer:
            yield from _dealer_problems(family, answer, hands)
        else:
            yield from _deal_problems(family, answer)
    yield from _unreachable(family)


def _answers(family: Family) -> range:
    """What its judge may be told of its reading; one answer where it has none."""
    name = family.judged_reading
    return range(len(family.readings[name].answers) if name else 1)


def _told(family: Family, answer: int) -> tuple[int, ...]:
    return (answer,) if family.judged_reading else ()


def lines_of_deals(family: Family, answer: int, places: int) -> Lines:
    """What machine code says to all cards in the first *places* of the family's."""
    numbers = [list(CardPlace).index(place) for place in family.places][:places]
    lines = np.zeros(TYPES**places, np.int64)
    judge_all(number_of(family), answer, np.array(numbers, np.int64), TYPES, lines)
    return lines.astype(np.min_scalar_type(lines.max())).reshape((TYPES,) * places)


def _deal_problems(family: Family, answer: int) -> Iterator[str]:
    """Every deal, with and without the cards that may be missing."""
    sizes = {len(family.places), len(family.sees)}
    if CardPlace.THIRD in family.sees:
        sizes.add(len(family.sees) - 1)
    for size in sorted(sizes):
        lines = lines_of_deals(family, answer, size)
        sight = family.sight.of_first(size) if family.sight else plain_sight(size)
        problems = [*_exchanged(family, lines, sight), *_not_alike(family, lines, sight)]
        yield from problems or _two_judges(family, answer, lines, sight)


def _two_judges(family: Family, answer: int, lines: Lines, sight: Sight) -> Iterator[str]:
    """Where the judge says one thing as Python, and another as machine code."""
    told = ((NO_CARD,) * (len(family.places) - lines.ndim)) + _told(family, answer)
    for place in zip(*np.nonzero(_firsts(lines.shape, sight)), strict=True):
        cards = [int(number) for number in place]
        said = family.judge(*cards, *told)
        if said != lines[place]:
            yield (
                f"{family.name}: the judge says {_named(family, said)} to {_text(cards)}, and "
                f"{_named(family, int(lines[place]))} as machine code"
            )
            return


def _firsts(shape: tuple[int, ...], sight: Sight) -> NDArray[np.bool_]:
    """Of all deals that an exchange of suits or of places makes of each other, the first."""
    numbers = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    is_first = np.ones(shape, np.bool_)
    for images in sight.suits:
        is_first &= numbers <= _renamed(numbers, _with_suits(images))
    for group in sight.swaps:
        for place, next_ in pairwise(group):
            is_first &= numbers <= numbers.swapaxes(place, next_)
    return is_first


def _renamed(lines: Lines, types: Types) -> Lines:
    """*lines* of the deals with each card type exchanged for another."""
    for axis in range(lines.ndim):
        lines = lines.take(types, axis)
    return lines


def _with_suits(images: str) -> Types:
    return np.array([4 * (card // 4) + SUITS.index(images[card & 3]) for card in range(TYPES)])


def _with_ranks(one: str, other: str) -> Types:
    ranks = list(range(len(NUMBERED_RANKS)))
    first, second = NUMBERED_RANKS.index(one), NUMBERED_RANKS.index(other)
    ranks[first], ranks[second] = second, first
    return np.array([4 * ranks[card // 4] + (card & 3) for card in range(TYPES)])


def _exchanged(family: Family, lines: Lines, sight: Sight) -> Iterator[str]:
    """Exchanges of suits, ranks and places that the sight allows and the judge notices."""
    for images in sight.suits:
        if not np.array_equal(_renamed(lines, _with_suits(images)), lines):
            yield f"{family.name}: its sight makes suits {SUITS} {images}, the judge does not"
            return
    for block in sight.ranks:
        for one, other in pairwise(block):
            if not np.array_equal(_renamed(lines, _with_ranks(one, other)), lines):
                yield f"{family.name}: its sight exchanges {one} and {other}, the judge does not"
                return
    for group in sight.swaps:
        for place, next_ in pairwise(group):
            if not np.array_equal(lines.swapaxes(place, next_), lines):
                yield f"{family.name}: its sight swaps places {place}, {next_}, the judge does not"
                return


def _not_alike(family: Family, lines: Lines, sight: Sight) -> Iterator[str]:
    """Cards that the sight calls alike after some named cards, and that the judge tells apart."""
    if sight.named == lines.ndim:
        return
    drawn = lines.transpose(sight.draw)
    every = list(product(range(TYPES), repeat=sight.named)) if sight.named < 3 else []
    rng = Random(SEED)
    sampled = [tuple(rng.choices(range(TYPES), k=sight.named)) for _ in range(PREFIXES)]
    for prefix in every or sampled:
        named = tuple(CARDS[number] for number in prefix)
        alike: dict[object, int] = {}
        first = [alike.setdefault(sight.alike(named, card), card.number) for card in CARDS]
        rest = drawn[prefix]
        if not np.array_equal(_renamed(rest, np.array(first)), rest):
            shown = " ".join(card.text for card in named) or "nothing"
            yield f"{family.name}: after {shown} its sight takes cards for alike, its judge not"
            return


@lru_cache(maxsize=2)
def dealers_hands(hands: int, rule: Draws = draws) -> tuple[tuple[Card, ...], ...]:
    """Hands that the dealer stops at, by both rules for soft 17, many of low cards or few suits."""
    rng, found = Random(SEED), []
    for number in range(hands):
        suits = rng.choice((SUITS, SUITS, "hd", "sc", *SUITS))
        ranks = rng.choice((NUMBERED_RANKS, "A23456", "A2", "AA22T", "678"))
        deck = [Card(rank, suit) for rank in ranks for suit in suits]
        hand: tuple[Card, ...] = ()
        state = 0
        while len(hand) < 2 or rule(state, number & 1):
            hand = (*hand, rng.choice(deck))
            state = state_after(state, hand[-1].points)
        found.append(hand)
    return tuple(found)


def _beside(number: int) -> tuple[Card, Card]:
    """The player's cards beside the hand of the dealer with a number; both rules see both."""
    return PLAYERS[number >> 1 & 1]


def lines_of_hands(family: Family, answer: int, hands: int) -> list[int]:
    """What machine code says to so many hands of the dealer, each beside two of `PLAYERS`."""
    finished = dealers_hands(hands, family.draws)
    lines = np.zeros(hands, np.int64)
    judge_dealers(
        number_of(family),
        answer,
        np.array([card.number for hand in range(hands) for card in _beside(hand)], np.uint8),
        np.array([card.number for hand in finished for card in hand], np.uint8),
        np.array([len(hand) for hand in finished], np.int64),
        np.zeros(at.FELT, np.int64),
        lines,
    )
    found: list[int] = lines.tolist()
    return found


def _dealer_problems(family: Family, answer: int, hands: int) -> Iterator[str]:
    told = _told(family, answer)
    finished = dealers_hands(hands, family.draws)
    lines = lines_of_hands(family, answer, hands)
    for number, (hand, fits) in enumerate(zip(finished, lines, strict=True)):
        own = _beside(number)[: family.own_cards]
        said = family.fits_beside(own, hand_of(hand), told)
        if said != fits:
            yield (
                f"{family.name}: the judge says {_named(family, said)} to the dealer's "
                f"{write_cards(hand)}, and {_named(family, fits)} as machine code"
            )
            return
        known = family.dealer_sight.of(hand_of(hand))
        if family.fits_beside(own, known, told) != said:
            yield (
                f"{family.name}: the judge looks at more in the dealer's {write_cards(hand)} than "
                "its sight does"
            )
            return


def _unreachable(family: Family) -> Iterator[str]:
    """Lines that no cards fit, and bits that stand for no line."""
    found = 0
    for answer in _answers(family):
        if family.needs_finished_dealer:
            lines = np.array(lines_of_hands(family, answer, HANDS))
        else:
            lines = lines_of_deals(family, answer, len(family.places)).ravel()
        found |= int(np.bitwise_or.reduce(lines))
    for bit, outcome in enumerate(family.outcomes):
        if not found >> bit & 1:
            yield f"{family.name}: no cards fit the line {outcome}: take it out, or mend the judge"
    if found >> len(family.outcomes):
        yield f"{family.name}: the judge sets a bit beyond its {len(family.outcomes)} lines"


def _named(family: Family, fits: int) -> str:
    return ", ".join(name for name in family.outcomes if name in family.named(fits)) or "nothing"


def _text(cards: list[int]) -> str:
    return " ".join(CARDS[number].text for number in cards)
