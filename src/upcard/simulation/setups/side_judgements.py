"""What side wagers look at, and the line that each gets: answers of the table's own judges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from upcard.families import CardPlace
from upcard.families.card_numbers import NO_CARD
from upcard.families.dealer_hands import MIXED, ONE_COLOUR, ONE_SUIT, card_with, shared_by
from upcard.families.round_results import BOTH_BUST, LOST, TIED, WON
from upcard.game import dealers, hands
from upcard.game.house import House
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compiled_judges import number_of
from upcard.simulation.kernels.judged_cards import judge_all, judge_finished, judge_two_hands
from upcard.simulation.kernels.lane_draws import FIRST, HOLE, SECOND, UPCARD
from upcard.simulation.kernels.layout import Bytes, Integers
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.setups.side_paths import Path, RowLook, path_by_ranks, path_of
from upcard.wagers import Offer

TYPES: Final = at.CARD_TYPES
CARDS: Final = tuple(at.card_of(number) for number in range(TYPES))
POINTS: Final = np.array([card.points for card in CARDS], np.int64)
ROWS: Final = {
    CardPlace.FIRST: FIRST,
    CardPlace.UPCARD: UPCARD,
    CardPlace.SECOND: SECOND,
    CardPlace.HOLE: HOLE,
}
"""The row of each card of the deal."""
SUITS: Final = (ONE_SUIT, ONE_COLOUR, MIXED)
SIZES: Final = tuple(range(lay.SIZE_MAX + 1))
TOTAL_AXIS: Final = 4
"""Which argument of `judge_finished` the dealer's totals are, after family and reading."""
BUST: Final = BOTH_BUST
"""In place of a result: the player's hand is over 21, and the dealer's perhaps, too."""


class Judged(NamedTuple):
    """What a side wager looks at, and the line that it gets."""

    looks: tuple[RowLook, ...]
    lines: Bytes
    """With a dimension for each look."""


class DealerArgument(NamedTuple):
    """What a judge of the dealer's finished hand is told in one of its arguments."""

    look: RowLook | None
    """The row that shows it; None where the judge does not look."""
    values: tuple[int, ...]
    """What it is told, for each kind of the look."""


def side_path(pack: Packed, found: Automaton, side: int) -> Path:
    """The path of a side wager of *pack*, by everything that its judge can be told."""
    offer = pack.setup.game.offers[list(pack.setup.sides)[side]]
    if offer.family.is_on_first_five:
        return _path_of_five(side, offer)
    return path_of(side, *_judged(pack, found, offer))


def _judged(pack: Packed, found: Automaton, offer: Offer) -> Judged:
    if offer.family.round_sight is not None:
        return _on_result(pack, found, offer)
    if offer.family.is_on_two_hands:
        return _on_two_hands(offer)
    if offer.family.needs_finished_dealer:
        return _on_dealer(pack, offer)
    return _on_cards(offer)


def _everything(row: int, width: int) -> RowLook:
    """A look at a row that tells all apart that it shows."""
    return RowLook(row, np.arange(width))


def _verdicts(offer: Offer, lines: Integers) -> Bytes:
    """The first line of the paytable that is among *lines*."""
    found = np.full(lines.shape, len(offer.pays), np.uint8)
    for place, bit in reversed([*enumerate(offer.bits)]):
        found[lines & bit != 0] = place
    return found


# Wagers on the cards of the deal, and on a third card.


def _on_cards(offer: Offer) -> Judged:
    sees = [place for place in offer.sees if place is not CardPlace.THIRD]
    looks = [_everything(ROWS[place], TYPES) for place in sees]
    lines = _lines(offer, sees)
    if CardPlace.THIRD in offer.sees:
        row = lay.LONE_ROW if offer.family.third_is_dealt else lay.THIRD_ROW
        looks.append(_everything(row, lay.NO_CARD + 1))
        with_third = _lines(offer, [*sees, CardPlace.THIRD])
        lines = np.concatenate((with_third, lines[..., None]), axis=-1)
    found = _verdicts(offer, lines)
    if offer.is_late:
        found[~np.isin(POINTS, list(offer.opens_under))] = at.NOT_MADE
    return Judged(tuple(looks), found)


def _lines(offer: Offer, places: Sequence[CardPlace]) -> Integers:
    """The lines that all cards in *places* fit, with a dimension for each; none lies elsewhere."""
    numbers = np.array([list(CardPlace).index(place) for place in places], np.int64)
    lines = np.zeros(TYPES ** len(places), np.int64)
    judge_all(number_of(offer.family), sum(offer.told), numbers, TYPES, lines)
    return lines.reshape((TYPES,) * len(places))


def waits_for_third(pack: Packed) -> Bytes:
    """By a spot's two cards, whether a wager waits for a third that is dealt for it alone."""
    offers = [pack.setup.game.offers[name] for name in pack.setup.sides]
    waiting = [offer.family for offer in offers if offer.family.third_is_dealt]
    found = [
        any(family.third_matters(first, second) for family in waiting)
        for first in CARDS
        for second in CARDS
    ]
    return np.array(found, np.uint8)


def _on_two_hands(offer: Offer) -> Judged:
    """Wagers on the two cards of two spots; without the second spot nobody makes them."""
    lines = np.zeros(TYPES**4, np.int64)
    judge_two_hands(number_of(offer.family), sum(offer.told), TYPES, lines)
    found = np.full((TYPES, TYPES, TYPES + 1, TYPES + 1), at.NOT_MADE, np.uint8)
    found[:, :, :-1, :-1] = _verdicts(offer, lines.reshape((TYPES,) * 4))
    others = (_everything(lay.OTHER_ROWS + card, TYPES + 1) for card in range(2))
    return Judged((_everything(FIRST, TYPES), _everything(SECOND, TYPES), *others), found)


# Wagers on the dealer's hand.


def _path_of_five(side: int, offer: Offer) -> Path:
    """A wager on the ranks of the dealer's first five cards."""

    def line_of(ranks: tuple[int, ...], is_suited: bool) -> int:
        suits = (0,) * len(ranks) if is_suited else (0, *(1,) * (len(ranks) - 1))
        cards = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
        lines = offer.family.judge(*cards, *offer.told)
        return int(_verdicts(offer, np.array(lines)))

    rows = (UPCARD, HOLE, *(lay.FIVE_ROWS + place for place in range(lay.FIVE - 2)))
    return path_by_ranks(side, rows, line_of)


def _on_dealer(pack: Packed, offer: Offer) -> Judged:
    house = pack.setup.game.house
    seen = _seen_of_dealers(house, offer)
    values = [np.array(each.values, np.int32) for each in seen]
    told = np.stack(np.meshgrid(*values, indexing="ij"), axis=-1)
    lines = np.zeros(told.shape[:-1], np.int64)
    rows = told.reshape(-1, len(seen))
    judge_finished(number_of(offer.family), sum(offer.told), rows, lines.reshape(-1))
    found = _verdicts(offer, lines)
    unfinished = np.full_like(found.take([0], axis=TOTAL_AXIS), at.RETURNED)
    found = np.concatenate((found, unfinished), axis=TOTAL_AXIS)
    if offer.is_late:
        _leave_out_unmade(house, offer, found)
    unseen = tuple(place for place, each in enumerate(seen) if each.look is None)
    looks = tuple(each.look for each in seen if each.look is not None)
    return Judged(looks, found.squeeze(unseen))


def _seen_of_dealers(house: House, offer: Offer) -> tuple[DealerArgument, ...]:
    """What `judge_finished` is told, argument by argument."""
    sight, nothing = offer.family.dealer_sight, DealerArgument(None, (NO_CARD,))
    by_points = tuple(card_with(points) for points in range(1, 11))
    own = {
        place: DealerArgument(_everything(ROWS[place], TYPES), tuple(range(TYPES)))
        for place in ROWS
    }
    suits = np.array([SUITS.index(shared_by(bits)) for bits in range(16)])
    sizes = DealerArgument(_everything(lay.SIZE_ROW, len(SIZES)), SIZES)
    return (
        own[CardPlace.FIRST] if CardPlace.FIRST in offer.sees else nothing,
        own[CardPlace.SECOND] if CardPlace.SECOND in offer.sees else nothing,
        DealerArgument(RowLook(UPCARD, POINTS - 1), by_points)
        if sight.upcard or offer.is_late
        else nothing,
        DealerArgument(RowLook(HOLE, POINTS - 1), by_points) if sight.hole else nothing,
        DealerArgument(RowLook(lay.DEALER_ROW, _totals_of_states(house)), _totals(house)),
        sizes if offer.is_late or not sight.reds else nothing,
        DealerArgument(RowLook(lay.SUITS_ROW, suits), SUITS) if sight.suits else nothing,
        DealerArgument(_everything(lay.REDS_ROW, len(SIZES)), SIZES) if sight.reds else nothing,
    )


def _totals(house: House) -> tuple[int, ...]:
    """The totals at which the dealer draws no more."""
    states = [state for state in range(hands.STATES) if not dealers.draws(state, house.draws_by)]
    return tuple(sorted({hands.total_of(state) for state in states}))


def _totals_of_states(house: House) -> Integers:
    """For each state of the dealer's hand which of these it is; one more is a hand unfinished."""
    totals = _totals(house)
    return np.array(
        [
            len(totals)
            if dealers.draws(state, house.draws_by)
            else totals.index(hands.total_of(state))
            for state in range(hands.STATES)
        ]
    )


def _leave_out_unmade(house: House, offer: Offer, found: Bytes) -> None:
    """A wager on the up card is made on the cards that its paytable prints, if the peek allows."""
    natural = _totals(house).index(hands.TWENTY_ONE)
    for points in range(1, 11):
        under = found[:, :, points - 1]
        if points not in offer.opens_under:
            under[...] = at.NOT_MADE
        elif dealers.peeks(points, house.peeks_under_ace, house.peeks_under_ten):
            under[:, :, :, natural, 2] = at.NOT_MADE


# Wagers on what becomes of the hand.


def _on_result(pack: Packed, found: Automaton, offer: Offer) -> Judged:
    judge, told = offer.family.judge, offer.told
    lines = np.array(
        [
            [
                [judge(one.number, two.number, result, *told) for result in (LOST, TIED, WON, BUST)]
                for two in CARDS
            ]
            for one in CARDS
        ]
    )
    results = _verdicts(offer, lines)
    looks = (_everything(FIRST, TYPES), _everything(SECOND, TYPES), _look_at_classes(found))
    if not offer.family.waits_for_dealer:
        results[..., BUST] = results[..., LOST]
        return Judged(looks, results)
    house = pack.setup.game.house
    by_dealer = np.repeat(results[..., None], len(_totals(house)) + 1, axis=-1)
    standing = [place for place, total in enumerate(_totals(house)) if total <= hands.TWENTY_ONE]
    by_dealer[..., BUST, standing] = results[..., LOST, None]
    by_dealer[..., -1] = at.RETURNED
    return Judged((*looks, RowLook(lay.DEALER_ROW, _totals_of_states(house))), by_dealer)


def _look_at_classes(found: Automaton) -> RowLook:
    """What became of a hand, by its class."""
    kinds = np.zeros(lay.LARGE, np.int64)
    for number in range(int(found.numbers[lay.CLASSES])):
        outcome = int(found.cells[number]) // at.STAKES
        kinds[number] = BUST if outcome == at.BUST else at.RESULT_OF_OUTCOME[outcome]
    return RowLook(lay.CLASS_ROW, kinds)
