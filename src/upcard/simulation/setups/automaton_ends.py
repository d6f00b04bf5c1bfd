"""What hands end as and come to, as tables: contests, special hands, classes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from upcard.game import dealers, decisions, hands, results, specials
from upcard.game.house import House
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.problems import DoesNotFit
from upcard.simulation.setups.automaton_decisions import sides_of, stakes_of
from upcard.simulation.setups.card_types import kind_of_21, points_of
from upcard.simulation.setups.hand_outcomes import EndedHand, outcome_of, taken_once
from upcard.simulation.setups.packed_games import Packed

CLOSED: Final = {
    lay.BUST: at.BUST,
    lay.SURRENDERED: at.SURRENDERED,
    lay.RESCUED: at.RESCUED,
    lay.NATURAL: at.NATURAL,
}
"""The outcome of each end that the dealer's draws do not change."""
_OPEN_ENDS: Final = range(len(specials.KINDS))
_TOTALS: Final = range(1, hands.TWENTY_ONE + 1)
_OTHER: Final = 17
"""A dealer's end that is no natural."""


def closed_ends(house: House) -> dict[int, int]:
    """The ends of a game that the dealer's draws do not change, with their outcomes."""
    found = dict(CLOSED)
    if house.winning_cards or house.winning_21_cards or house.zap_totals:
        found |= {lay.MANY_CARDS: at.WIN, lay.MANY_CARD_21: at.MANY_CARD_21}
    if house.natural_suit:
        found[lay.SUITED_NATURAL] = at.SUITED_NATURAL
    return found


def tells_kinds(pack: Packed) -> bool:
    """Whether a hand of 21 that stood is paid by what it is made of."""
    house, rows = pack.setup.game.house, pack.tables.specials.reshape(-1, at.KINDS)
    paid_at_once = {
        specials.kind_of_21(cards, 0, specials.MIXED)
        for cards in range(2, at.CARDS_MAX + 1)
        if decisions.has_many_cards(house, hands.TWENTY_ONE, cards, 0)
    }
    # Every other row is of doubled hands, which are not won by their number of cards.
    undoubled = {kind for row in rows[::2] for kind in range(at.KINDS) if row[kind] != at.WIN}
    return bool(undoubled - paid_at_once or (rows[1::2] != at.WIN).any())


def fill_ends(pack: Packed, found: Automaton) -> None:
    """Fill every table about hands that have ended."""
    house = pack.setup.game.house
    if tells_kinds(pack) or pack.tables.settings.bonus:
        is_alone = len(closed_ends(house)) == len(CLOSED)
        found.numbers[lay.SPECIALS] = lay.KINDS_ALONE if is_alone else lay.KINDS_BESIDE_ENDS
    ends = _fill_dealers_ends(house, found)
    _fill_contests(house, found, ends)
    _fill_paid(house, found)
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
    for total in _TOTALS:
        row = tuple(int(results.contest(house, total, end)) for end in ends)
        totals[total] = rows.setdefault(row, len(rows))
    if len(rows) > (lay.PAID_TOTAL if house.paid_21 else lay.CLOSED_TOTAL):
        raise DoesNotFit(f"hands have {len(rows)} totals that fare differently")
    for row, number in rows.items():
        for place, end in enumerate(ends):
            code = lay.result_code(_told_result(house, row[place], end))
            found.small[lay.CONTEST * lay.SMALL + number * lay.TOTAL_STEP + place] = code
    natural = lay.CLOSED_TOTAL * lay.TOTAL_STEP + ends.index(dealers.NATURAL)
    found.small[lay.CONTEST * lay.SMALL + natural] = lay.result_code(1)
    if house.paid_21:
        paid = lay.CONTEST * lay.SMALL + lay.PAID_TOTAL * lay.TOTAL_STEP
        found.small[paid : paid + lay.TOTAL_STEP] = lay.result_code(results.WIN)
    for state in range(hands.STATES):
        total = hands.total_of(state)
        if total in totals:
            found.small[lay.TOTALS * lay.SMALL + state] = totals[total] * lay.TOTAL_STEP
            found.small[lay.IS_21 * lay.SMALL + state] = total == hands.TWENTY_ONE
    for end in (*closed_ends(house), lay.SPLIT):
        place = lay.ENDED * lay.SMALL + (end << lay.END_SHIFT)
        found.small[place] = lay.CLOSED_TOTAL * lay.TOTAL_STEP


def _told_result(house: House, result: int, dealer: int) -> int:
    """A result as lanes tell it: a hand that loses to a natural may lose less than others."""
    spared = house.natural_spares_doubles and dealer == dealers.NATURAL
    return lay.LOST_TO_NATURAL if spared and result == results.LOSE else result


def _fill_paid(house: House, found: Automaton) -> None:
    """Which hands are won at once."""
    stakes = stakes_of(house)
    for hand in range(lay.LARGE):
        rung, state = divmod(hand, lay.RUNG)
        is_paid = decisions.is_paid_21(
            house, hands.total_of(state), (stakes[rung] if rung < len(stakes) else 0) & 3
        )
        found.large[lay.PAID_HANDS * lay.LARGE + hand] = is_paid
    found.numbers[lay.PAID_21] = house.paid_21 != 0


def _fill_kinds(found: Automaton) -> None:
    """Which special hand a 21 is: by its number of cards, or by its three cards and their suits."""
    assert len(specials.KINDS) <= lay.BUST, "kinds of 21 and other ends share one number"
    for drawn in range(lay.SMALL):
        kind = specials.kind_of_21(2 + drawn, 0, specials.MIXED)
        found.small[lay.KINDS * lay.SMALL + drawn] = _end_of_kind(found, kind)
    types = range(int(found.numbers[lay.TYPES]))
    digits = _digits()
    for card in types:
        found.small[lay.DIGITS * lay.SMALL + card] = digits.get(points_of(card), 0)
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
            kind = kind_of_21(3, *cards)
            found.large[start + (total | shared << 6)] = _end_of_kind(found, kind)


def _end_of_kind(found: Automaton, kind: int) -> int:
    """A kind of 21 as what a hand ended as, marked where other ends have its number."""
    is_marked = found.numbers[lay.SPECIALS] == lay.KINDS_BESIDE_ENDS and kind != specials.PLAIN
    return kind << lay.END_SHIFT | (lay.IS_KIND if is_marked else 0)


def _fill_classes(pack: Packed, found: Automaton, ends: list[int]) -> None:
    """Number everything that a hand can come to: a cell of the counts, with its net."""
    house = pack.setup.game.house
    classes = _Classes(pack, found)
    for side, (rung, stakes) in product(sides_of(house), enumerate(stakes_of(house))):
        is_split = side in (lay.AFTER_SPLIT, lay.FUNDED)
        laid = EndedHand(stakes | (at.FUNDED if side == lay.FUNDED else 0), is_split)
        for end, hand, dealer, result in _ended(pack, found, laid, ends):
            classes.note(side, lay.end_index(end, rung, result), hand, dealer)
    _fill_spared(house, found, classes.numbers)
    assert len(classes.numbers) < lay.NO_CLASS, "classes fit a byte"
    found.numbers[lay.CLASSES] = len(classes.numbers)
    for cell, number in classes.numbers.items():
        found.cells[number], found.pays[number] = cell, pack.tables.pays[cell]


def _ended(
    pack: Packed, found: Automaton, laid: EndedHand, ends: list[int]
) -> Iterator[tuple[int, EndedHand, int, int]]:
    """Every way for such a hand to end, with the dealer's end and the result that lanes tell."""
    house = pack.setup.game.house
    for (end, outcome), dealer in product(closed_ends(house).items(), ends):
        is_natural = int(dealer == dealers.NATURAL)
        yield end, laid._replace(outcome=outcome), dealer, is_natural
    kinds = _OPEN_ENDS if found.numbers[lay.SPECIALS] else (specials.PLAIN,)
    for total, dealer in product(_TOTALS, ends):
        result = _told_result(house, int(results.contest(house, total, dealer)), dealer)
        for kind in kinds if total == hands.TWENTY_ONE else (specials.PLAIN,):
            yield kind, laid._replace(total=total, kind=kind), dealer, result
    if decisions.is_paid_21(house, hands.TWENTY_ONE, laid.doubles):
        for kind in kinds:
            paid = laid._replace(total=hands.TWENTY_ONE, kind=kind, is_paid=True)
            yield kind, paid, ends[0], results.WIN


class _Classes:
    """The classes of ended hands, as they are numbered one by one."""

    def __init__(self, pack: Packed, found: Automaton) -> None:
        self.numbers: dict[int, int] = {}
        self._pack, self._found = pack, found
        self._kinds_at = lay.CLASS_OF
        if found.numbers[lay.SPECIALS] == lay.KINDS_BESIDE_ENDS:
            self._kinds_at = lay.KIND_CLASSES
        for first in (lay.CLASS_OF, self._kinds_at):
            found.large[first * lay.LARGE : (first + lay.SIDES) * lay.LARGE] = lay.NO_CLASS

    def note(self, side: int, index: int, hand: EndedHand, dealer: int) -> None:
        """Say what a hand of a side comes to against the dealer's end: see `lay.end_index`."""
        house, outcome = self._pack.setup.game.house, outcome_of(self._pack, hand, dealer)
        if house.natural_takes_one and dealer == dealers.NATURAL:
            outcome = taken_once(house, hand.stakes, outcome, is_taken=False)
        number = self.numbers.setdefault(outcome * at.STAKES + hand.stakes, len(self.numbers))
        first = lay.CLASS_OF if hand.kind == specials.PLAIN else self._kinds_at
        place = (first + side) * lay.LARGE + index
        before = self._found.large[place]
        assert before in (lay.NO_CLASS, number), "ends that fare differently are one"
        self._found.large[place] = number


def _fill_spared(house: House, found: Automaton, classes: dict[int, int]) -> None:
    """What the class of a hand becomes where a natural has taken another wager of its spot."""
    start = lay.SPARED_CLASSES * lay.LARGE
    found.large[start : start + lay.LARGE] = range(lay.LARGE)
    if not house.natural_takes_one:
        return
    for cell, number in list(classes.items()):
        outcome, stakes = divmod(cell, at.STAKES)
        spared = taken_once(house, stakes, outcome, is_taken=True) * at.STAKES + stakes
        found.large[start + number] = classes.setdefault(spared, len(classes))


def _fill_bonuses(pack: Packed, found: Automaton) -> None:
    """Which hands win the super bonus, and under which up cards."""
    house, bonus = pack.setup.game.house, pack.tables.settings.bonus
    found.numbers[lay.BONUS] = bonus
    if not bonus:
        return
    won = [
        (side, kind, rung, up)
        for side, kind, rung, up in product(
            range(lay.USUAL_SIDES), _OPEN_ENDS, range(lay.RUNGS), range(1, 11)
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
