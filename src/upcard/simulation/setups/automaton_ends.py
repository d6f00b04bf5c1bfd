"""What hands end as and come to, as tables: contests, special hands, classes."""

from __future__ import annotations

from itertools import product
from typing import Final

from upcard.game import dealers, hands, results, specials
from upcard.game.house import House
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_kernels import outcome_of
from upcard.simulation.kernels.compilation import plain
from upcard.simulation.kernels.hand_kernels import kind_of_21, points_of
from upcard.simulation.problems import DoesNotFit
from upcard.simulation.setups.packed_games import Packed

CLOSED: Final = {
    lay.BUST: at.BUST,
    lay.SURRENDERED: at.SURRENDERED,
    lay.RESCUED: at.RESCUED,
    lay.NATURAL: at.NATURAL,
}
"""The outcome of each end that the dealer's draws do not change."""
_OPEN_ENDS: Final = range(len(specials.KINDS))
_CLOSED_TOTAL: Final = lay.TOTAL_STEP - 1
"""In the table of contests: a hand that ended before the dealer drew. Its result is 1 where the
dealer has a natural, and else 0."""
_OTHER: Final = 17
"""A dealer's end that is no natural."""


def fill_ends(pack: Packed, found: Automaton) -> None:
    """Fill every table about hands that have ended."""
    house = pack.setup.game.house
    ends = _fill_dealers_ends(house, found)
    _fill_contests(house, found, ends)
    _fill_kinds(found)
    _fill_classes(pack, found, ends)
    _fill_bonuses(pack, found)


def _fill_dealers_ends(house: House, found: Automaton) -> list[int]:
    """Number the dealer's ends, a natural first; all of them, in that order."""
    start = lay.DEALER_ENDS * lay.SMALL
    # A hand that nobody finished, because no other stood against it, counts as no natural.
    found.small[start : start + lay.SMALL] = 1
    ends = [dealers.NATURAL]
    for state in range(hands.STATES):
        if dealers.draws(state, house.draws_by):
            continue
        end = dealers.end_of(hands.total_of(state), 3, house.pushing_total)
        ends += [end] if end not in ends else []
        found.small[start + state] = ends.index(end)
    if len(ends) > lay.TOTAL_STEP:
        raise DoesNotFit(f"the dealer's hand has {len(ends)} ends")
    return ends


def _fill_contests(house: House, found: Automaton, ends: list[int]) -> None:
    """Number totals that fare alike, and say how they fare."""
    rows: dict[tuple[int, ...], int] = {}
    totals = {}
    for total in range(hands.TWENTY_ONE + 1):
        row = tuple(int(results.contest(house, total, end)) for end in ends)
        totals[total] = rows.setdefault(row, len(rows))
    if len(rows) > _CLOSED_TOTAL:
        raise DoesNotFit(f"hands have {len(rows)} totals that fare differently")
    for row, number in rows.items():
        for end, result in enumerate(row):
            found.small[lay.CONTEST * lay.SMALL + number * lay.TOTAL_STEP + end] = lay.result_code(
                result
            )
    natural = _CLOSED_TOTAL * lay.TOTAL_STEP + ends.index(dealers.NATURAL)
    found.small[lay.CONTEST * lay.SMALL + natural] = lay.result_code(1)
    for state in range(hands.STATES):
        total = hands.total_of(state)
        if total <= hands.TWENTY_ONE:
            found.small[lay.TOTALS * lay.SMALL + state] = totals[total] * lay.TOTAL_STEP
            found.small[lay.IS_21 * lay.SMALL + state] = total == hands.TWENTY_ONE
    for end in (*CLOSED, lay.SPLIT):
        place = lay.ENDED * lay.SMALL + (end << lay.END_SHIFT)
        found.small[place] = _CLOSED_TOTAL * lay.TOTAL_STEP


def _fill_kinds(found: Automaton) -> None:
    """Which special hand a 21 is: by its number of cards, or by its three cards and their suits."""
    assert len(specials.KINDS) <= lay.BUST, "kinds of 21 and other ends share one number"
    for drawn in range(lay.SMALL):
        kind = specials.kind_of_21(2 + drawn, 0, specials.MIXED)
        found.small[lay.KINDS * lay.SMALL + drawn] = kind << lay.END_SHIFT
    types = range(int(found.numbers[lay.TYPES]))
    digits = _digits()
    for card in types:
        found.small[lay.DIGITS * lay.SMALL + card] = digits.get(_points(card), 0)
        found.small[lay.SUIT_BITS * lay.SMALL + card] = 1 << card % 4
    for suit in range(4):
        is_spades = suit == at.SPADES
        shared = specials.SPADES if is_spades else specials.SUITED
        found.small[lay.SHARED * lay.SMALL + (1 << suit)] = shared << 6
    _fill_three_cards(found, digits)


def _digits() -> dict[int, int]:
    """The points that special hands of three cards are made of, each with a digit of base four."""
    values = range(1, 11)
    special = [
        each
        for each in product(values, repeat=3)
        if specials.kind_of_21(3, each[0] * each[1] * each[2], specials.MIXED)
        and sum(each) == hands.TWENTY_ONE
    ]
    points = sorted({point for each in special for point in each})
    assert len(points) <= 3, "a byte has room for three digits beside the suits"
    return {point: 4**place for place, point in enumerate(points)}


def _fill_three_cards(found: Automaton, digits: dict[int, int]) -> None:
    kind_of = plain(kind_of_21)
    start = lay.THREE_CARDS * lay.LARGE
    for ranks in product(range(10), repeat=3):
        if sum(rank + 1 for rank in ranks) != hands.TWENTY_ONE:
            continue
        total = sum(digits.get(rank + 1, 0) for rank in ranks)
        hearts = (at.SPADES + 1) % 4
        for shared, suits in (
            (specials.MIXED, (at.SPADES, hearts, hearts)),
            (specials.SUITED, (hearts,) * 3),
            (specials.SPADES, (at.SPADES,) * 3),
        ):
            cards = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            kind = kind_of(3, *cards)
            found.large[start + (total | shared << 6)] = kind << lay.END_SHIFT


def _points(card: int) -> int:
    return int(plain(points_of)(card))


def _fill_classes(pack: Packed, found: Automaton, ends: list[int]) -> None:
    """Number everything that a hand can come to: a cell of the counts, with its net."""
    tables, house = pack.tables, pack.setup.game.house
    outcome = plain(outcome_of)
    classes: dict[int, int] = {}
    start = lay.CLASS_OF * lay.LARGE
    found.large[start : start + lay.SIDES * lay.LARGE] = lay.NO_CLASS

    def note(side: int, end: int, rung: int, result: int, record: int, dealer: int) -> None:
        cell = int(outcome(tables, record, dealer)) * at.STAKES + rung
        place = start + side * lay.LARGE + lay.end_index(end, rung, result)
        number = classes.setdefault(cell, len(classes))
        assert found.large[place] in (lay.NO_CLASS, number), "ends that fare differently are one"
        found.large[place] = number

    for side, rung in product(range(lay.SIDES), range(house.doubles_max + 1)):
        laid = rung << at.STAKES_SHIFT | side << at.SPLIT_SHIFT
        for end, dealer in product(CLOSED, ends):
            is_natural = int(dealer == dealers.NATURAL)
            closed = CLOSED[end] + 1 << at.CLOSED_SHIFT
            note(side, end, rung, is_natural, laid | closed, dealer)
        for total, dealer in product(range(hands.TWENTY_ONE + 1), ends):
            result = int(results.contest(house, total, dealer))
            for kind in _OPEN_ENDS if total == hands.TWENTY_ONE else (specials.PLAIN,):
                note(side, kind, rung, result, laid | total | kind << at.KIND_SHIFT, dealer)
    assert len(classes) < lay.NO_CLASS, "classes fit a byte"
    found.numbers[lay.CLASSES] = len(classes)
    for cell, number in classes.items():
        found.cells[number], found.pays[number] = cell, tables.pays[cell]
    found.numbers[lay.SPECIALS] = bool((tables.specials != at.WIN).any())


def _fill_bonuses(pack: Packed, found: Automaton) -> None:
    """Which hands win the super bonus, and under which up cards."""
    house, bonus = pack.setup.game.house, int(pack.tables.settings[at.BONUS])
    found.numbers[lay.BONUS] = bonus
    if not bonus:
        return
    found.numbers[lay.SPECIALS] = 1
    won = [
        (side, kind, rung, up)
        for side, kind, rung, up in product(
            range(lay.SIDES), _OPEN_ENDS, range(lay.RUNGS), range(1, 11)
        )
        if specials.wins_bonus(house, kind, up, rung, side)
    ]
    upcards = {up for *_, up in won}
    for side, kind, rung, _ in won:
        start = (lay.BONUSES + side) * lay.LARGE
        for result in range(lay.RESULTS):
            found.large[start + lay.end_index(kind, rung, result)] = 1
    for up in upcards:
        found.small[lay.BONUS_UPCARDS * lay.SMALL + hands.state_after(0, up)] = 1
    assert len(won) == len({each[:3] for each in won}) * len(upcards), "every up card is alike"
