"""
The battery that every family of side wagers passes before it may be played.

A judge says the same as Python and as machine code, on all cards there are or on many hands of the
dealer; every line of it can be reached; what its sight calls alike is alike to the judge; and the
probabilities of its outcomes add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, pairwise, product
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.cards import NUMBERED_RANKS, SUITS, Card, write_cards
from upcard.families import CardPlace, Family
from upcard.families.card_numbers import NO_CARD
from upcard.families.dealer_hands import DealerHand, hand_of
from upcard.families.sights import Sight, plain_sight
from upcard.game.dealers import (
    HITS_SOFT_17,
    STANDS_ON_HARD_16,
    STANDS_ON_SOFT_17,
    draws,
)
from upcard.game.hands import state_after
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compiled_judges import is_odd, number_of
from upcard.simulation.kernels.judged_cards import judge_all, judge_finished
from upcard.simulation.kernels.layout import Bytes
from upcard.simulation.odd_batteries import odd_problems

TYPES: Final = 52
CARDS: Final = tuple(at.card_of(number) for number in range(TYPES))
HANDS: Final = 20_000
"""How many hands of the dealer are judged both ways, unless somebody wants more."""
PREFIXES: Final = 3000
"""How many beginnings of a deal are looked at for cards that are alike."""
SEED: Final = 22
RULES: Final = (STANDS_ON_SOFT_17, HITS_SOFT_17, STANDS_ON_HARD_16)
"""The rules that dealers draw by, in turn."""
DECKS: Final = tuple(
    tuple(Card(rank, suit) for rank in ranks for suit in suits)
    for ranks in (NUMBERED_RANKS, "A23456", "A2", "AA22T", "678")
    for suits in (SUITS, SUITS, "hd", "sc", *SUITS)
)
"""What hands of the dealer are drawn from: all cards, low ones, those of one suit and so on."""
PLAYERS: Final = ((CARDS[0], CARDS[-1]), (CARDS[0], CARDS[20]))
"""The player's two cards beside hands of the dealer, in turn: a natural, and none."""

Lines = NDArray[np.integer]
"""What a judge says to every combination of card types, one axis for each place."""
Types = NDArray[np.int64]
"""For each card type, the one that it is exchanged for."""


class DealersHands(NamedTuple):
    """Many hands that the dealer stops at."""

    cards: Bytes
    """The cards of all hands, one after the other."""
    sizes: Types
    which: Types
    """For each hand its place among those that judges can tell apart."""
    told_apart: tuple[DealerHand, ...]

    def hand(self, number: int) -> tuple[Card, ...]:
        """The cards of one of them."""
        start = int(self.sizes[:number].sum())
        end = start + int(self.sizes[number])
        return tuple(CARDS[card] for card in self.cards[start:end].tolist())


def problems_of(
    family: Family, *, hands: int = HANDS, is_every_deal_asked: bool = False
) -> Iterator[str]:
    """
    What is wrong with *family*, in sentences; nothing where it may be played.

    Both judges see so many random *hands* where not all can be listed. Elsewhere machine code sees
    every deal, and Python those that its sight tells apart, or every deal, too.
    """
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
            yield from _deal_problems(family, answer, is_every_deal_asked)
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


def _deal_problems(family: Family, answer: int, is_every_deal_asked: bool) -> Iterator[str]:
    """Every deal, with and without the cards that may be missing."""
    sizes = {len(family.places), len(family.sees)}
    if CardPlace.THIRD in family.sees:
        sizes.add(len(family.sees) - 1)
    for size in sorted(sizes):
        lines = lines_of_deals(family, answer, size)
        sight = family.sight.of_first(size) if family.sight else plain_sight(size)
        problems = [*_exchanged(family, lines, sight), *_not_alike(family, lines, sight)]
        asked = plain_sight(size) if is_every_deal_asked else sight
        yield from problems or _two_judges(family, answer, lines, asked)


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
def dealers_hands(hands: int, draws_by: int | None = None) -> DealersHands:
    """Hands that the dealer stops at, by one rule or by all in turn."""
    rng, cards = Random(SEED), bytearray()
    rules = RULES if draws_by is None else (draws_by,)
    sizes, which = np.zeros(hands, np.int64), np.zeros(hands, np.int64)
    known: dict[DealerHand, int] = {}
    for number, rule in zip(range(hands), cycle(rules), strict=False):
        hand = _finished(rng, rule)
        cards.extend(card.number for card in hand)
        sizes[number] = len(hand)
        which[number] = known.setdefault(hand_of(hand), len(known))
    return DealersHands(np.frombuffer(bytes(cards), np.uint8), sizes, which, tuple(known))


def _finished(rng: Random, rule: int) -> list[Card]:
    """A hand that a dealer stops at who draws by *rule*."""
    deck, state = rng.choice(DECKS), 0
    hand: list[Card] = []
    while len(hand) < 2 or draws(state, rule):
        hand.append(rng.choice(deck))
        state = state_after(state, hand[-1].points)
    return hand


def _beside(hands: int) -> Types:
    """For each of so many hands the place of the player's cards beside it in `PLAYERS`."""
    return np.resize(np.repeat(np.arange(len(PLAYERS)), len(RULES)), hands)


def lines_of_hands(family: Family, answer: int, hands: int) -> Types:
    """What machine code says to so many hands of the dealer, each beside two of `PLAYERS`."""
    finished, lines = dealers_hands(hands, family.draws_by), np.zeros(hands, np.int64)
    own = np.array([[card.number for card in two] for two in PLAYERS], np.int32)
    told = np.array(finished.told_apart, np.int32)[finished.which]
    rows = np.concatenate((own[_beside(hands)], told), axis=1)
    judge_finished(number_of(family), answer, np.ascontiguousarray(rows), lines)
    return lines


def _dealer_problems(family: Family, answer: int, hands: int) -> Iterator[str]:
    """Both judges on many hands of the dealer; Python's is asked once for all that are alike."""
    told, finished = _told(family, answer), dealers_hands(hands, family.draws_by)
    lines = lines_of_hands(family, answer, hands)
    said = np.array([_said(family, two, finished.told_apart, told) for two in PLAYERS])
    expected = said[_beside(hands), finished.which]
    for number in np.flatnonzero(expected != lines)[:1]:
        yield (
            f"{family.name}: the judge says {_named(family, int(expected[number]))} to the "
            f"dealer's {write_cards(finished.hand(number))}, and "
            f"{_named(family, int(lines[number]))} as machine code"
        )
    seen = [family.dealer_sight.of(hand) for hand in finished.told_apart]
    known = np.array([_said(family, two, seen, told) for two in PLAYERS])
    for number in np.flatnonzero(known[_beside(hands), finished.which] != expected)[:1]:
        yield (
            f"{family.name}: the judge looks at more in the dealer's "
            f"{write_cards(finished.hand(number))} than its sight does"
        )


def _said(
    family: Family, two: Sequence[Card], hands: Sequence[DealerHand], told: tuple[int, ...]
) -> list[int]:
    """What the judge says as Python to hands of the dealer beside *two* cards of the player."""
    own = two[: family.own_cards]
    return [family.fits_beside(own, hand, told) for hand in hands]


def _unreachable(family: Family) -> Iterator[str]:
    """Lines that no cards fit, and bits that stand for no line."""
    found = 0
    for answer in _answers(family):
        lines: Lines
        if family.needs_finished_dealer:
            lines = lines_of_hands(family, answer, HANDS)
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
