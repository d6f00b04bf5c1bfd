"""
The rounds of every game as machine code: one source for processors and graphics cards.

Kernels know arrays and numbers only; `packing` fills the arrays and `layout` says what lies where.
They hold no rule that `upcard.table` does not hold: `tests/agreement` compares every settlement.
Two arguments are None except in a replay, and then cost nothing: *order*, the cards in the order
they come, and *tape*, the decisions in the order they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from upcard.game import dealers, decisions, specials, stakes
from upcard.game import hands as book
from upcard.game.house import House
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import (
    ONE,
    Flag,
    Maybe,
    Number,
    Word,
    draw,
    index,
    shoe_of,
    small,
)
from upcard.simulation.kernels.layout import Bytes, Integers, ShoeArrays, Tables, Words


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
def total_of_state(state: Number) -> Number:
    """The best total of a hand."""
    return small(book.total_of(state))


@inlined
def is_natural(first: Number, second: Number) -> Flag:
    """Whether two cards are an ace and a ten-value card."""
    return book.is_natural(points_of(first), points_of(second))


@inlined
def answer(decision: Number, shoe: ShoeArrays, tape: Maybe) -> Number:
    """The chart's decision, or in a replay the next one of the tape; nobody is asked if FORCED."""
    if tape is None:
        return decision
    if decision == at.FORCED:
        return small(decision)
    place = shoe.notes[at.ANSWERS]
    shoe.notes[at.ANSWERS] = place + ONE
    return small(tape[place])


@inlined
def kind_of_21(cards: Number, first: Number, second: Number, third: Number) -> Number:
    """What a hand of 21 is by its number of cards, or as 6-7-8 or 7-7-7 with its suits."""
    product = points_of(first) * points_of(second) * points_of(third)
    suits = specials.SPADES if first & 3 == at.SPADES else specials.SUITED
    if first & 3 != second & 3 or first & 3 != third & 3:
        suits = specials.MIXED
    return specials.kind_of_21(cards, product, suits)


@inlined
def play_hand(
    decisions: Bytes,
    row: Number,
    decision: Number,
    first: Number,
    second: Number,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
    tape: Maybe,
) -> tuple[Number, Number, Word]:
    """Two cards and a first *decision*, played on: the hand's record, its third card, the place."""
    state = state_after(state_after(small(0), first), second)
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
        decision = answer(small(decisions[index(row + state)]), shoe, tape)
    if decision == at.SURRENDER:
        closed = small(at.SURRENDERED + 1)
    elif decision == at.RESCUE:
        closed = small(at.RESCUED + 1)
    total = total_of_state(state)
    kind = kind_of_21(cards, first, second, third) if total == 21 else specials.PLAIN
    record = total | kind << at.KIND_SHIFT | stakes << at.STAKES_SHIFT | closed << at.CLOSED_SHIFT
    return small(record), third, place


@inlined
def may_split(house: House, first: Number, second: Number, is_split: Number, hands: Number) -> Flag:
    """Whether two cards of a spot with so many hands may be split."""
    points = points_of(first)
    pair = decisions.SAME_VALUE if points == points_of(second) else decisions.NO_PAIR
    if first >> 2 == second >> 2:
        pair = decisions.SAME_RANK
    laid = stakes.Laid(0, 0, is_split, 0, 0)
    hand = decisions.Holding(2 * points, 0, 2, points, pair, hands, 0, laid)
    return decisions.why_not_split(house, hand) == 0


@inlined
def opening(
    tables: Tables, row: Number, pair: Number, first: Number, second: Number, as_pair: bool
) -> Number:
    """What the chart says to two cards: as a pair, where they may be split."""
    if as_pair:
        return small(tables.pairs[index(pair + points_of(first) - 1)])
    state = state_after(state_after(small(0), first), second)
    return small(tables.decisions[index(row + state)])


@inlined
def zaps_early(house: House, up: Number) -> Flag:
    """Whether hands are zapped before the dealer looks under this up card."""
    if house.zaps_before_peek == 0:
        return False
    return dealers.peeks(points_of(up), house.peeks_under_ace, house.peeks_under_ten)


@inlined
def play_spot(
    tables: Tables,
    spot: Number,
    up: Number,
    felt: Integers,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
    tape: Maybe,
) -> Word:
    """All decisions of one spot; the place in the stream after its cards."""
    first, second = small(felt[3 * spot]), small(felt[3 * spot + 1])
    felt[at.HAND_COUNTS + spot] = 1
    if is_natural(first, second):
        felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] = (at.NATURAL + 1) << at.CLOSED_SHIFT
        felt[3 * spot + 2] = at.NO_CARD
        return place
    house = house_in(tables.settings)
    if zaps_early(house, up) and felt[at.ZAPPED + 2 * spot] != at.NO_CARD:
        first, second = small(felt[at.ZAPPED + 2 * spot]), small(felt[at.ZAPPED + 2 * spot + 1])
        return play_zapped(tables, spot, up, first, second, felt, shoe, place, order, tape)
    row = small((points_of(up) - 1) * at.PER_UPCARD)
    as_pair = may_split(house, first, second, 0, 1)
    decision = opening(tables, row, (points_of(up) - 1) * 10, first, second, as_pair)
    decision = answer(decision, shoe, tape)
    felt[3 * spot + 2] = at.NO_CARD
    if decision == at.ZAP:
        first, place = draw(shoe, place, order)
        second, place = draw(shoe, place, order)
        return play_zapped(tables, spot, up, first, second, felt, shoe, place, order, tape)
    if decision == at.SPLIT:
        return play_split(tables, spot, up, first, second, felt, shoe, place, order, tape)
    record, third, place = play_hand(
        tables.decisions, row, decision, first, second, shoe, place, order, tape
    )
    felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] = record
    felt[3 * spot + 2] = third
    return place


@inlined
def is_paid_at_once(house: House, first: Number, second: Number) -> Flag:
    """Whether two cards that came for others are paid at once."""
    laid = stakes.Laid(0, 0, 0, 0, stakes.ZAPPED)
    natural = decisions.Holding(21, 1, 2, 1, decisions.NO_PAIR, 1, 0, laid)
    return is_natural(first, second) and decisions.wins_at_once(house, natural)


@called
def zap_before_peek(
    tables: Tables,
    spots: Number,
    up: Number,
    felt: Integers,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
    tape: Maybe,
) -> Word:
    """Ask every hand that may be zapped, and deal its new cards."""
    house = house_in(tables.settings)
    for spot in range(spots):
        felt[at.ZAPPED + 2 * spot] = at.NO_CARD
        first, second = small(felt[3 * spot]), small(felt[3 * spot + 1])
        state = state_after(state_after(small(0), first), second)
        laid = stakes.Laid(0, 0, 0, 0, 0)
        hand = decisions.Holding(
            total_of_state(state), book.is_soft(state), 2, points_of(first), 0, 1, 0, laid
        )
        if decisions.why_not_zap(house, hand) != 0:
            continue
        row, pair = (points_of(up) - 1) * at.PER_UPCARD, (points_of(up) - 1) * 10
        as_pair = may_split(house, first, second, 0, 1)
        decision = answer(opening(tables, row, pair, first, second, as_pair), shoe, tape)
        if decision == at.ZAP:
            felt[at.ZAPPED + 2 * spot], place = draw(shoe, place, order)
            felt[at.ZAPPED + 2 * spot + 1], place = draw(shoe, place, order)
    return place


@called
def play_zapped(
    tables: Tables,
    spot: Number,
    up: Number,
    first: Number,
    second: Number,
    felt: Integers,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
    tape: Maybe,
) -> Word:
    """Two new cards for a spot that has thrown its own away; side wagers look at the old ones."""
    house = house_in(tables.settings)
    if house.third_card_beside_two_only == 0:
        felt[3 * spot + 2] = first
    if is_paid_at_once(house, first, second):
        felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] = (at.WIN + 1) << at.CLOSED_SHIFT
        return place
    row = small(at.ZAPPED_SIDE * at.PER_SIDE + (points_of(up) - 1) * at.PER_UPCARD)
    as_pair = may_split(house, first, second, 0, 1)
    pair = at.PAIR_ZAPPED * 100 + (points_of(up) - 1) * 10
    decision = answer(opening(tables, row, pair, first, second, as_pair), shoe, tape)
    if decision == at.SPLIT:
        return play_split(tables, spot, up, first, second, felt, shoe, place, order, tape)
    record, _, place = play_hand(
        tables.decisions, row, decision, first, second, shoe, place, order, tape
    )
    felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] = record
    return place


@called
def play_split(
    tables: Tables,
    spot: Number,
    up: Number,
    first: Number,
    second: Number,
    felt: Integers,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
    tape: Maybe,
) -> Word:
    """The hands of a spot that has just been split, resplits included."""
    house = house_in(tables.settings)
    felt[at.PILE] = first
    felt[at.PILE_SECOND] = second
    felt[at.PILE_FUNDED] = 0
    split_pile(house, felt, 0, 1)
    hand, hands = small(0), small(2)
    while hand < hands:
        if felt[at.PILE_SECOND + hand] == at.NO_CARD:
            place = deal_second(house, spot, hand, felt, shoe, place, order)
            if house.second_cards_at_once and hand + 1 < hands:
                if felt[at.PILE_SECOND + hand + 1] == at.NO_CARD:
                    place = deal_second(house, spot, hand + 1, felt, shoe, place, order)
        first, second = small(felt[at.PILE + hand]), small(felt[at.PILE_SECOND + hand])
        funded = small(felt[at.PILE_FUNDED + hand])
        row = small((at.SPLIT_SIDE + funded) * at.PER_SIDE + (points_of(up) - 1) * at.PER_UPCARD)
        decision = opening_after_split(tables, row, up, first, second, hands)
        decision = answer(decision, shoe, tape)
        if decision == at.SPLIT:
            split_pile(house, felt, hand, hands)
            hands = small(hands + 1)
            continue
        record, _, place = play_hand(
            tables.decisions, row, decision, first, second, shoe, place, order, tape
        )
        record |= small(1 << at.SPLIT_SHIFT) | funded * small(at.FUNDED << at.STAKES_SHIFT)
        felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot + hand] = record
        hand = small(hand + 1)
    felt[at.HAND_COUNTS + spot] = hands
    return place


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


@inlined
def split_pile(house: House, felt: Integers, hand: Number, hands: Number) -> None:
    """Make two hands of one card each of *hand*; the hands after it move on."""
    is_free = decisions.split_is_free(house, points_of(felt[at.PILE + hand]), hands)
    for other in range(hands - 1, hand, -1):
        felt[at.PILE + other + 1] = felt[at.PILE + other]
        felt[at.PILE_SECOND + other + 1] = felt[at.PILE_SECOND + other]
        felt[at.PILE_FUNDED + other + 1] = felt[at.PILE_FUNDED + other]
    felt[at.PILE + hand + 1] = felt[at.PILE_SECOND + hand]
    felt[at.PILE_SECOND + hand] = at.NO_CARD
    felt[at.PILE_SECOND + hand + 1] = at.NO_CARD
    felt[at.PILE_FUNDED + hand + 1] = 1 if is_free else 0


@inlined
def deal_second(
    house: House,
    spot: Number,
    hand: Number,
    felt: Integers,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
) -> Word:
    """The second card of a hand of a split."""
    card, place = draw(shoe, place, order)
    if felt[3 * spot + 2] == at.NO_CARD and house.third_card_beside_two_only == 0:
        felt[3 * spot + 2] = card
    felt[at.PILE_SECOND + hand] = card
    return place


@inlined
def play_dealer(
    settings: Integers, up: Number, hole: Number, shoe: ShoeArrays, place: Word, order: Maybe
) -> tuple[Number, Word]:
    """The dealer's total, and the place in the stream after the cards drawn to it."""
    stands = settings[at.DEALER_STANDS]
    state = state_after(state_after(small(0), up), hole)
    while (stands >> state) & 1 == 0:
        card, place = draw(shoe, place, order)
        state = state_after(state, card)
    return total_of_state(state), place


@called
def play_watched_dealer(
    settings: Integers,
    up: Number,
    hole: Number,
    felt: Integers,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
) -> tuple[Number, Word]:
    """Like `play_dealer`, with the suits of the hand on the felt; 0 where it is not finished."""
    stands = settings[at.DEALER_STANDS]
    is_played = settings[at.DEALER_IS_WATCHED] == at.PLAYED_OUT or is_any_live(
        settings[at.SPOTS], felt
    )
    state = state_after(state_after(small(0), up), hole)
    suits = 1 << (up & 3) | 1 << (hole & 3)
    while is_played and (stands >> state) & 1 == 0:
        card, place = draw(shoe, place, order)
        state = state_after(state, card)
        suits |= 1 << (card & 3)
    felt[at.DEALER_SUITS] = suits
    is_finished = (stands >> state) & 1 != 0
    return total_of_state(state) if is_finished else small(0), place


@inlined
def deal(
    spots: Number, felt: Integers, shoe: ShoeArrays, place: Word, order: Maybe
) -> tuple[Number, Number, Word]:
    """Two cards to each spot and to the dealer: the up card, the hole card, the place."""
    up = small(at.NO_CARD)
    hole = small(at.NO_CARD)
    for second in range(2):
        for spot in range(spots):
            felt[3 * spot + second], place = draw(shoe, place, order)
        up = hole
        hole, place = draw(shoe, place, order)
    return up, hole, place


@inlined
def nobody_plays(house: House, spots: Number, up: Number, felt: Integers) -> None:
    """Every spot after a dealer's natural was seen: a natural, or a hand that will lose."""
    for spot in range(spots):
        natural = is_natural(felt[3 * spot], felt[3 * spot + 1])
        felt[at.HAND_COUNTS + spot] = 1
        felt[3 * spot + 2] = at.NO_CARD
        record = (at.NATURAL + 1) << at.CLOSED_SHIFT if natural else 0
        if zaps_early(house, up) and felt[at.ZAPPED + 2 * spot] != at.NO_CARD:
            new = small(felt[at.ZAPPED + 2 * spot]), small(felt[at.ZAPPED + 2 * spot + 1])
            if house.third_card_beside_two_only == 0:
                felt[3 * spot + 2] = new[0]
            if is_paid_at_once(house, new[0], new[1]):
                record = (at.WIN + 1) << at.CLOSED_SHIFT
        felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] = record


@inlined
def is_any_live(spots: Number, felt: Integers) -> Flag:
    """Whether a hand stands that the dealer's draws can still beat."""
    for spot in range(spots):
        start = at.HAND_RECORDS + at.HANDS_PER_SPOT * spot
        for hand in range(start, start + felt[at.HAND_COUNTS + spot]):
            if felt[hand] >> at.CLOSED_SHIFT == 0:
                return True
    return False


@inlined
def play_round(
    tables: Tables, felt: Integers, words: Words, place: Word, order: Maybe, tape: Maybe
) -> tuple[Number, Number, Number, Word]:
    """A round from a shoe as `packing` makes it, until the dealer is done: as `play_from`."""
    return play_from(tables, felt, shoe_of(words), place, order, tape)


@inlined
def play_from(
    tables: Tables, felt: Integers, shoe: ShoeArrays, place: Word, order: Maybe, tape: Maybe
) -> tuple[Number, Number, Number, Word]:
    """A round until the dealer is done: up card, hole card, the total to beat, the place."""
    settings = tables.settings
    spots = settings[at.SPOTS]
    up, hole, place = deal(spots, felt, shoe, place, order)
    dealer = small(at.DEALER_NATURAL)
    house = house_in(settings)
    if zaps_early(house, up):
        place = zap_before_peek(tables, spots, up, felt, shoe, place, order, tape)
    if is_natural(up, hole):
        if dealers.peeks(points_of(up), house.peeks_under_ace, house.peeks_under_ten):
            nobody_plays(house, spots, up, felt)
            return up, hole, dealer, place
    for spot in range(spots):
        place = play_spot(tables, spot, up, felt, shoe, place, order, tape)
    if not is_natural(up, hole):
        dealer = small(0)
        if settings[at.DEALER_IS_WATCHED]:
            dealer, place = play_watched_dealer(settings, up, hole, felt, shoe, place, order)
        elif is_any_live(spots, felt):
            dealer, place = play_dealer(settings, up, hole, shoe, place, order)
    return up, hole, dealer, place
