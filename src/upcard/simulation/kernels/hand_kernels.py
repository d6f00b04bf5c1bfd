"""One hand as machine code: its total, what the chart says to it, and how it is played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from upcard.game import dealers, decisions, results, specials, stakes
from upcard.game import hands as book
from upcard.game.house import House
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import inlined
from upcard.simulation.kernels.draws import Flag, Maybe, Number, Word, draw, index, small
from upcard.simulation.kernels.kernel_questions import Question, answer
from upcard.simulation.kernels.layout import Bytes, Integers, ShoeArrays, Tables


def _house_reader() -> Callable[[Integers], House]:
    """A function that takes a house from the settings: one place for each of its numbers."""
    places = ", ".join(f"settings[{place}]" for place in range(at.HOUSE))
    made: dict[str, Any] = {"House": House}
    exec(f"def house_in(settings):\n    return House({places})", made)
    reader: Callable[[Integers], House] = inlined(made["house_in"])
    return reader


house_in = _house_reader()
"""The house that settings begin with; what a kernel does not ask for costs it nothing."""


@inlined
def points_of(card: Number) -> Number:
    """Blackjack points of a card type, the ace as 1."""
    return small((card >> 2) + 1 if card < 4 * at.JACK else 10)


@inlined
def state_after(state: Number, card: Number) -> Number:
    """A hand's state with one more card."""
    return small(book.state_after(state, points_of(card)))


@inlined
def state_of(first: Number, second: Number) -> Number:
    """The state of two cards."""
    return state_after(state_after(small(0), first), second)


@inlined
def total_of_state(state: Number) -> Number:
    """The best total of a hand."""
    return small(book.total_of(state))


@inlined
def is_natural(first: Number, second: Number) -> Flag:
    """Whether two cards are an ace and a ten-value card."""
    return book.is_natural(points_of(first), points_of(second))


@inlined
def natural_record(house: House, first: Number, second: Number) -> Number:
    """The record of a natural of these two cards: it is closed."""
    suited = results.is_suited_natural(house, first & 3, second & 3)
    return small((at.SUITED_NATURAL if suited else at.NATURAL) + 1) << at.CLOSED_SHIFT


@inlined
def kind_of_21(cards: Number, first: Number, second: Number, third: Number) -> Number:
    """What a hand of 21 is by its number of cards, or as 6-7-8 or 7-7-7 with its suits."""
    product = points_of(first) * points_of(second) * points_of(third)
    suits = specials.SPADES if first & 3 == at.SPADES else specials.SUITED
    if first & 3 != second & 3 or first & 3 != third & 3:
        suits = specials.MIXED
    return specials.kind_of_21(cards, product, suits)


@inlined
def has_many_cards(house: House, state: Number, cards: Number, stakes: Number) -> Flag:
    """Whether a hand that is not bust wins at once by its number of cards."""
    return decisions.has_many_cards(house, total_of_state(state), cards, stakes & 3)


@inlined
def play_hand(
    house: House,
    answers: Bytes,
    row: Number,
    decision: Number,
    first: Number,
    second: Number,
    hands: Number,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
    tape: Maybe,
) -> tuple[Number, Number, Word]:
    """Two cards and a first *decision*, played on: the hand's record, its third card, the place."""
    state = state_of(first, second)
    cards, stakes, closed, third = small(2), small(0), small(0), small(at.NO_CARD)
    row = small(row)
    while decision >= at.HIT:
        card, place = draw(shoe, place, order)
        if cards == 2:
            third = card
        if cards < at.CARDS_MAX:
            row = small(row + at.STATES)
        added = decision - small(at.HIT)
        row = small(row + at.PER_DOUBLE * added)
        stakes = small(stakes + added)
        cards = small(cards + 1)
        state = state_after(state, card)
        if book.points_of(state) > 21:
            # A third card that busts the only hand counts for no wager (S3 10).
            closed, third = small(at.BUST + 1), small(at.NO_CARD) if cards == 3 else third
            break
        if has_many_cards(house, state, cards, stakes):
            won = at.MANY_CARD_21 if total_of_state(state) == 21 else at.WIN
            closed, decision = small(won + 1), small(at.FORCED)
            break
        question = Question(row + state, cards, first, second, hands, 0)
        decision = answer(small(answers[index(row + state)]), question, shoe, tape)
    if decision == at.SURRENDER:
        closed = small(at.SURRENDERED + 1)
    elif decision == at.RESCUE:
        closed = small(at.RESCUED + 1)
    total = total_of_state(state)
    if closed == 0 and decisions.is_paid_21(house, total, int(stakes & 3)):
        closed = small(at.PAID_21 + 1)
    kind = kind_of_21(cards, first, second, third) if total == 21 else specials.PLAIN
    record = total | kind << at.KIND_SHIFT | stakes << at.STAKES_SHIFT | closed << at.CLOSED_SHIFT
    return small(record), third, place


@inlined
def may_split(house: House, first: Number, second: Number, is_split: Number, hands: Number) -> Flag:
    """Whether two cards of a spot with this many hands may be split."""
    points = points_of(first)
    pair = decisions.SAME_VALUE if points == points_of(second) else decisions.NO_PAIR
    if first >> 2 == second >> 2:
        pair = decisions.SAME_RANK
    laid = stakes.Laid(0, 0, is_split, 0, 0)
    hand = decisions.Holding(2 * points, 0, 2, points, pair, hands, 0, laid, 0)
    return decisions.why_not_split(house, hand) == 0


@inlined
def opening(
    tables: Tables, row: Number, pair: Number, first: Number, second: Number, as_pair: bool
) -> Number:
    """What the chart says to two cards: as a pair, where they may be split."""
    if as_pair:
        return small(tables.pairs[index(pair + points_of(first) - 1)])
    return small(tables.decisions[index(row + state_of(first, second))])


@inlined
def asked_of(row: Number, first: Number, second: Number, hands: Number, zap: Number) -> Question:
    """The question that two cards are asked."""
    return Question(row + state_of(first, second), 2, first, second, hands, zap)


@inlined
def zaps_early(house: House, up: Number) -> Flag:
    """Whether hands are zapped before the dealer looks under this up card."""
    if house.zaps_before_peek == 0:
        return False
    return dealers.peeks(points_of(up), house.peeks_under_ace, house.peeks_under_ten)


@inlined
def is_paid_at_once(house: House, first: Number, second: Number) -> Flag:
    """Whether two cards that came for others are paid at once."""
    laid = stakes.Laid(0, 0, 0, 0, stakes.ZAPPED)
    natural = decisions.Holding(21, 1, 2, 1, decisions.NO_PAIR, 1, 0, laid, 0)
    return is_natural(first, second) and decisions.wins_at_once(house, natural)


@inlined
def opening_after_split(
    tables: Tables, row: Number, up: Number, first: Number, second: Number, hands: Number
) -> Number:
    """What the chart says to two cards of a split; nobody asks a hand that may only stand."""
    house = house_in(tables.settings)
    as_pair = may_split(house, first, second, 1, hands)
    column = (points_of(up) - 1) * 10
    if decisions.is_one_card_ace(house, 1, points_of(first)):
        if as_pair:
            return small(tables.pairs[index(at.PAIR_ONE_CARD_ACES * 100 + column)])
        return small(at.FORCED)
    return opening(tables, row, at.PAIR_SPLIT * 100 + column, first, second, as_pair)
