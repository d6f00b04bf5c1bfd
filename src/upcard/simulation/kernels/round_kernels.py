"""
The rounds of every game as machine code: one source for processors and graphics cards.

Kernels know arrays and numbers only; `packing` fills the arrays and `layout` says what lies where.
They hold no rule that `upcard.table` does not hold: `tests/agreement` compares every settlement.
Two arguments are None except in a replay, and then cost nothing: *order*, the cards in the order
they come, and *tape*, the decisions in the order they are asked for (see `questions`).
"""

from __future__ import annotations

from upcard.game import dealers, decisions, stakes
from upcard.game import hands as book
from upcard.game.house import House
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import (
    Flag,
    Maybe,
    Number,
    Word,
    draw,
    shoe_of,
    small,
)
from upcard.simulation.kernels.hand_kernels import (
    asked_of,
    house_in,
    is_natural,
    is_paid_at_once,
    may_split,
    natural_record,
    opening,
    opening_after_split,
    play_hand,
    points_of,
    state_after,
    state_of,
    total_of_state,
    zaps_early,
)
from upcard.simulation.kernels.kernel_questions import BEFORE_PEEK, answer, is_open
from upcard.simulation.kernels.layout import Integers, ShoeArrays, Tables, Words
from upcard.simulation.kernels.watch_kernels import deal_lone_cards, watch, watch_card


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
    house = house_in(tables.settings)
    if is_natural(first, second):
        record = natural_record(house, first, second)
        felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] = record
        felt[3 * spot + 2] = at.NO_CARD
        return place
    if zaps_early(house, up) and felt[at.ZAPPED + 2 * spot] != at.NO_CARD:
        first, second = small(felt[at.ZAPPED + 2 * spot]), small(felt[at.ZAPPED + 2 * spot + 1])
        return play_zapped(tables, spot, up, first, second, felt, shoe, place, order, tape)
    row = small((points_of(up) - 1) * at.PER_UPCARD)
    as_pair = may_split(house, first, second, 0, 1)
    decision = opening(tables, row, (points_of(up) - 1) * 10, first, second, as_pair)
    zap = stakes.KEPT if zaps_early(house, up) else 0
    decision = answer(decision, asked_of(row, first, second, 1, zap), shoe, tape)
    felt[3 * spot + 2] = at.NO_CARD
    if decision == at.ZAP:
        first, place = draw(shoe, place, order)
        second, place = draw(shoe, place, order)
        return play_zapped(tables, spot, up, first, second, felt, shoe, place, order, tape)
    if decision == at.SPLIT:
        return play_split(tables, spot, up, first, second, felt, shoe, place, order, tape)
    record, third, place = play_hand(
        house, tables.decisions, row, decision, first, second, 1, shoe, place, order, tape
    )
    felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] = record
    felt[3 * spot + 2] = third
    return place


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
        state = state_of(first, second)
        laid = stakes.Laid(0, 0, 0, 0, 0)
        hand = decisions.Holding(
            total_of_state(state), book.is_soft(state), 2, points_of(first), 0, 1, 0, laid, 0
        )
        if decisions.why_not_zap(house, hand) != 0:
            continue
        row, pair = (points_of(up) - 1) * at.PER_UPCARD, (points_of(up) - 1) * 10
        as_pair = may_split(house, first, second, 0, 1)
        question = asked_of(row, first, second, 1, BEFORE_PEEK)
        decision = opening(tables, row, pair, first, second, as_pair)
        if answer(decision, question, shoe, tape) == at.ZAP:
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
    decision = opening(tables, row, pair, first, second, as_pair)
    decision = answer(decision, asked_of(row, first, second, 1, 0), shoe, tape)
    if decision == at.SPLIT:
        return play_split(tables, spot, up, first, second, felt, shoe, place, order, tape)
    record, _, place = play_hand(
        house, tables.decisions, row, decision, first, second, 1, shoe, place, order, tape
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
        decision = answer(decision, asked_of(row, first, second, hands, 0), shoe, tape)
        if decision == at.SPLIT:
            split_pile(house, felt, hand, hands)
            hands = small(hands + 1)
            continue
        record, _, place = play_hand(
            house, tables.decisions, row, decision, first, second, hands, shoe, place, order, tape
        )
        record |= small(1 << at.SPLIT_SHIFT) | funded * small(at.FUNDED << at.STAKES_SHIFT)
        felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot + hand] = record
        hand = small(hand + 1)
    felt[at.HAND_COUNTS + spot] = hands
    return place


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
    state = state_of(up, hole)
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
    """Like `play_dealer`, with what judges see of the hand on the felt; 0 if it is not finished."""
    stands = settings[at.DEALER_STANDS]
    is_made = settings[at.DEALER_IS_WATCHED] >> points_of(up) & 1 != 0
    is_played = is_made or is_any_live(settings[at.SPOTS], felt)
    state = state_of(up, hole)
    cards = watch(felt, up, hole)
    while is_played and (stands >> state) & 1 == 0:
        card, place = draw(shoe, place, order)
        state = state_after(state, card)
        cards = watch_card(felt, cards, card)
    is_finished = (stands >> state) & 1 != 0
    return total_of_state(state) if is_finished else small(0), place


@inlined
def deal(
    house: House, spots: Number, felt: Integers, shoe: ShoeArrays, place: Word, order: Maybe
) -> tuple[Number, Number, Word]:
    """Two cards to each spot and to the dealer: the up card, the hole card or none, the place."""
    up = small(at.NO_CARD)
    hole = small(at.NO_CARD)
    for second in range(2):
        for spot in range(spots):
            felt[3 * spot + second], place = draw(shoe, place, order)
        up = hole
        hole = small(at.NO_CARD)
        if second == 0 or house.second_card_last == 0:
            hole, place = draw(shoe, place, order)
    return up, hole, place


@inlined
def nobody_plays(house: House, spots: Number, up: Number, felt: Integers) -> None:
    """Every spot after a dealer's natural was seen: a natural, or a hand that will lose."""
    for spot in range(spots):
        first, second = small(felt[3 * spot]), small(felt[3 * spot + 1])
        felt[at.HAND_COUNTS + spot] = 1
        felt[3 * spot + 2] = at.NO_CARD
        record = natural_record(house, first, second) if is_natural(first, second) else small(0)
        if zaps_early(house, up) and felt[at.ZAPPED + 2 * spot] != at.NO_CARD:
            new = small(felt[at.ZAPPED + 2 * spot]), small(felt[at.ZAPPED + 2 * spot + 1])
            if house.third_card_beside_two_only == 0:
                felt[3 * spot + 2] = new[0]
            if is_paid_at_once(house, new[0], new[1]):
                record = small((at.WIN + 1) << at.CLOSED_SHIFT)
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
    house = house_in(settings)
    up, hole, place = deal(house, spots, felt, shoe, place, order)
    dealer = small(at.DEALER_NATURAL)
    if zaps_early(house, up):
        place = zap_before_peek(tables, spots, up, felt, shoe, place, order, tape)
    if is_natural(up, hole):
        if dealers.peeks(points_of(up), house.peeks_under_ace, house.peeks_under_ten):
            nobody_plays(house, spots, up, felt)
            if settings[at.CARDS_ALONE]:
                place = deal_lone_cards(tables, up, hole, dealer, felt, shoe, place, order)
            return up, hole, dealer, place
    for spot in range(spots):
        place = play_spot(tables, spot, up, felt, shoe, place, order, tape)
    if is_open(shoe, tape):
        return up, hole, dealer, place
    if house.second_card_last:
        hole, place = draw(shoe, place, order)
    if not is_natural(up, hole):
        dealer = small(0)
        if settings[at.DEALER_IS_WATCHED]:
            dealer, place = play_watched_dealer(settings, up, hole, felt, shoe, place, order)
        elif is_any_live(spots, felt):
            dealer, place = play_dealer(settings, up, hole, shoe, place, order)
    if settings[at.CARDS_ALONE]:
        place = deal_lone_cards(tables, up, hole, dealer, felt, shoe, place, order)
    return up, hole, dealer, place
