"""Verdicts that a kernel looks up: each is what the table's own judge says to the same cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from upcard.families import CardPlace
from upcard.families.card_numbers import NO_CARD
from upcard.families.dealer_hands import MIXED, ONE_COLOUR, ONE_SUIT, DealerHand, DealerSight
from upcard.families.family import TWO_CARDS, WITH_UPCARD, Judge
from upcard.families.round_results import RESULTS
from upcard.families.sights import Sight
from upcard.game import dealers
from upcard.game.hands import TWENTY_ONE
from upcard.game.house import House
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.layout import Bytes, Integers
from upcard.wagers import Offer

CARDS: Final = tuple(at.card_of(number) for number in range(at.CARD_TYPES))
_NATURAL: Final = (0, 4 * at.JACK)
_NO_CARDS: Final = (NO_CARD, NO_CARD)
"""What some judges of the dealer's hand are told of the player's: a natural, or none."""


_DEALERS: Final = (at.UPCARDS, at.TOTALS, at.SIZES)
"""How verdicts on the dealer's finished hand lie: by up card, total and number of cards."""


class Known(NamedTuple):
    """What is known of a side wager before it is judged: how to look it up, and the verdicts."""

    kind: int
    verdicts: Bytes


def known_verdicts(offer: Offer, house: House) -> Known:
    """The verdicts on *offer*, wherever few cards decide them; `at.ASK` where more do."""
    kind, lines = _known_lines(offer)
    found = {int(fits): _verdict(offer, int(fits)) for fits in np.unique(lines)}
    verdicts = np.array([found[fits] for fits in lines.tolist()], np.uint8)
    if kind == at.KNOWN_DEALER:
        verdicts.reshape(_DEALERS)[:, 0] = at.RETURNED  # A hand that was never finished.
    if offer.is_late:
        _leave_out_unmade(offer, house, verdicts)
    return Known(kind, verdicts)


def _leave_out_unmade(offer: Offer, house: House, verdicts: Bytes) -> None:
    """A wager on a card that is seen is made on the cards that its paytable prints, alone."""
    if offer.family.made_on is CardPlace.FIRST:
        unopened = [card.number for card in CARDS if card.points not in offer.opens_under]
        verdicts.reshape(at.CARD_TYPES, at.CARD_TYPES)[unopened] = at.NOT_MADE
        return
    by_upcard = verdicts.reshape(_DEALERS)
    for upcard in range(1, at.UPCARDS):
        if upcard not in offer.opens_under:
            by_upcard[upcard] = at.NOT_MADE
        elif dealers.peeks(upcard, house.peeks_under_ace, house.peeks_under_ten):
            by_upcard[upcard, TWENTY_ONE, 2] = at.NOT_MADE


def _known_lines(offer: Offer) -> tuple[int, Integers]:
    """How the verdicts are looked up, and what the judge says to each of these cards."""
    family, sees, told = offer.family, offer.sees, offer.told
    if family.needs_finished_dealer:
        told_of_two = _NATURAL[: family.own_cards], _NO_CARDS[: family.own_cards]
        looks = family.dealer_sight
        if looks.reds:
            seen = (looks.seen(reds=reds) for reds in range(at.SIZES))
            return at.KNOWN_REDS, np.array([family.judge(hand, *told) for hand in seen], np.int64)
        lines = _of_dealers(family.judge, looks, told_of_two, told)
        return at.KNOWN_DEALER, lines
    if family.waits_for_dealer:
        return at.KNOWN_NOT, np.zeros(0, np.int64)
    if family.round_sight is not None:
        return at.KNOWN_TWO, _whatever_becomes(family.judge, told)
    if family.third_is_dealt:
        return at.KNOWN_TWO, _whatever_comes(family.judge, told)
    more = (NO_CARD,) * (len(family.places) - len(sees))
    if sees in (TWO_CARDS, WITH_UPCARD):
        kind = at.KNOWN_TWO if sees == TWO_CARDS else at.KNOWN_THREE
        return kind, _of_cards(family.judge, len(sees), (*more, *told))
    sight = family.sight
    if sees[:2] == TWO_CARDS and sight and sight.draw[:2] == (0, 1) and sight.named == 2:
        return at.KNOWN_TWO, _of_first_two(family.judge, sight, sees, (*more, *told))
    return at.KNOWN_NOT, np.zeros(0, np.int64)


UNSURE: Final = -1
"""Stands for lines that depend on more than is looked up."""


def _verdict(offer: Offer, fits: int) -> int:
    """The first paid outcome that cards with these lines have."""
    if fits == UNSURE:
        return at.ASK
    return next((place for place, bit in enumerate(offer.bits) if fits & bit), len(offer.bits))


@lru_cache(maxsize=32)
def _of_cards(judge: Judge, places: int, rest: tuple[int, ...]) -> Integers:
    """What *judge* says to all cards in its first *places*, with *rest* after them."""
    deals = product(range(at.CARD_TYPES), repeat=places)
    return np.array([judge(*deal, *rest) for deal in deals], np.int64)


@lru_cache(maxsize=32)
def _whatever_becomes(judge: Judge, rest: tuple[int, ...]) -> Integers:
    """What *judge* says to the player's two cards, where it says so to every result."""
    found = []
    for first, second in product(range(at.CARD_TYPES), repeat=2):
        lines = {judge(first, second, result, *rest) for result in RESULTS}
        found.append(lines.pop() if len(lines) == 1 else UNSURE)
    return np.array(found, np.int64)


@lru_cache(maxsize=32)
def _whatever_comes(judge: Judge, rest: tuple[int, ...]) -> Integers:
    """What *judge* says to the player's two cards, where no third card changes it."""
    thirds = (NO_CARD, *range(at.CARD_TYPES))
    found = []
    for first, second in product(range(at.CARD_TYPES), repeat=2):
        lines = {judge(first, second, third, *rest) for third in thirds}
        found.append(lines.pop() if len(lines) == 1 else UNSURE)
    return np.array(found, np.int64)


@lru_cache(maxsize=32)
def _of_first_two(
    judge: Judge, sight: Sight, sees: tuple[CardPlace, ...], rest: tuple[int, ...]
) -> Integers:
    """What *judge* says to the player's two cards, where no later card changes it."""
    found = []
    for named in product(CARDS, CARDS):
        kinds: dict[object, int] = {}
        for card in CARDS:
            kinds.setdefault(sight.alike(named, card), card.number)
        others = [*kinds.values(), *([NO_CARD] if CardPlace.THIRD in sees else [])]
        own = [card.number for card in named]
        lines = {judge(*own, *more, *rest) for more in product(others, repeat=len(sees) - 2)}
        found.append(lines.pop() if len(lines) == 1 else UNSURE)
    return np.array(found, np.int64)


@lru_cache(maxsize=32)
def _of_dealers(
    judge: Judge, sight: DealerSight, own: tuple[tuple[int, ...], ...], rest: tuple[int, ...]
) -> Integers:
    """What *judge* says to a hand of the dealer by up card, total and number of cards."""
    found = []
    for upcard, total, cards in product(range(at.UPCARDS), range(at.TOTALS), range(at.SIZES)):
        is_real = upcard and cards >= 2 and dealers.LOWEST_END <= total <= dealers.BUST
        hands = list(_hands(sight, upcard, total, cards)) if is_real else []
        lines = {judge(*two, hand, *rest) for two in own for hand in hands}
        found.append(lines.pop() if len(lines) == 1 else UNSURE)
    return np.array(found, np.int64)


def _hands(sight: DealerSight, upcard: int, total: int, cards: int) -> Iterator[DealerHand]:
    """Every hand that *sight* tells apart with this up card, total and number of cards."""
    for hole in range(1, at.UPCARDS) if sight.hole else (1,):
        for suits in (ONE_SUIT, ONE_COLOUR, MIXED) if sight.suits else (MIXED,):
            yield sight.seen(upcard=upcard, hole=hole, total=total, cards=cards, suits=suits)
