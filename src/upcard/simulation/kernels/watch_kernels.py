"""What side wagers see beyond hands: the dealer's cards as they come, and cards for them alone."""

from __future__ import annotations

from upcard.families import dealer_hands
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Flag, Maybe, Number, Word, draw, index
from upcard.simulation.kernels.layout import Integers, ShoeArrays, Tables


@inlined
def watch_card(felt: Integers, cards: Number, card: Number) -> Number:
    """Note what judges see of a dealer's card after so many *cards*; how many there are now."""
    felt[at.DEALER_SUITS] = dealer_hands.suits_with(felt[at.DEALER_SUITS], card)
    felt[at.DEALER_REDS] = dealer_hands.reds_with(felt[at.DEALER_REDS], cards, card)
    felt[index(at.DEALER_HAND + cards)] = card
    felt[at.DEALER_CARDS] = cards + 1
    return cards + 1


@inlined
def watch(felt: Integers, up: Number, hole: Number) -> Number:
    """Note what judges see of the dealer's first two cards."""
    felt[at.DEALER_SUITS] = felt[at.DEALER_REDS] = 0
    return watch_card(felt, watch_card(felt, 0, up), hole)


@called
def deal_lone_cards(
    tables: Tables,
    up: Number,
    hole: Number,
    dealer: Number,
    felt: Integers,
    shoe: ShoeArrays,
    place: Word,
    order: Maybe,
) -> Word:
    """The cards for side wagers alone, when the dealer is done: spots first, then the dealer."""
    settings = tables.settings
    for spot in range(settings[at.SPOTS]):
        felt[at.LONE_CARDS + spot] = at.NO_CARD
        if lacks_third(tables, spot, felt):
            felt[at.LONE_CARDS + spot], place = draw(shoe, place, order)
    if settings[at.CARDS_ALONE] & at.FIVES_ALONE:
        if dealer == at.DEALER_NATURAL:
            watch(felt, up, hole)  # Nobody watched a natural.
        for card in range(felt[at.DEALER_CARDS], at.FIVE):
            felt[at.DEALER_HAND + card], place = draw(shoe, place, order)
    return place


@called
def lacks_third(tables: Tables, spot: Number, felt: Integers) -> Flag:
    """Whether a wager of the spot is to be decided by a third card that has not come."""
    closed = felt[at.HAND_RECORDS + at.HANDS_PER_SPOT * spot] >> at.CLOSED_SHIFT
    is_bust = felt[at.HAND_COUNTS + spot] == 1 and closed == at.BUST + 1
    if felt[3 * spot + 2] != at.NO_CARD or is_bust:
        return False
    for side in range(tables.settings[at.SIDES]):
        start = at.SIDE_FIELDS * side
        if tables.sides[start + at.IS_ON] == at.ON_THIRD:
            known = tables.sides[start + at.KNOWN_AT]
            two = at.CARD_TYPES * felt[3 * spot] + felt[3 * spot + 1]
            if tables.known[index(known + two)] == at.ASK:
                return True
    return False
