"""One hand of each lane, and the dealer's: walked through the tables of an automaton."""

from __future__ import annotations

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_draws import (
    MORE,
    NINE,
    LaneCards,
    Source,
    answered,
    draw_for,
)
from upcard.simulation.kernels.lane_engines import Engine
from upcard.simulation.kernels.lane_memory import lanes_at
from upcard.simulation.kernels.lane_operations import Lanes, Mask, bits_of, spread_byte, where
from upcard.simulation.kernels.lane_tables import look_up, look_up_large
from upcard.simulation.kernels.lane_watches import watch_card
from upcard.simulation.kernels.layout import CardTypes

STEPS = 4
"""How many cards player and dealer may draw in the quick walk."""
ALL_STEPS = 24
"""More cards than any hand can draw."""


@inlined
def code_of(engine: Engine, automaton: Automaton, cards: Lanes) -> Lanes:
    """The points of cards, with the flag of the ace."""
    return look_up(engine, automaton.small, lay.CARD_CODES, cards)


@inlined
def with_card(hand: Lanes, code: Lanes) -> Lanes:
    """A hand with one more card."""
    return (hand + (code & lay.POINTS)) | (code & lay.ACE)


@inlined
def two_cards(engine: Engine, automaton: Automaton, first: Lanes, second: Lanes) -> Lanes:
    """Hands of two cards."""
    return with_card(code_of(engine, automaton, first), code_of(engine, automaton, second))


@inlined
def told(
    engine: Engine,
    automaton: Automaton,
    side: Number,
    layer: Number,
    rows: Lanes,
    columns: Lanes,
) -> Lanes:
    """What hands do, by their row and column in the table of a side and a layer."""
    place = lay.CODES + side * lay.PER_SIDE + layer
    return look_up_large(engine, automaton.large, place, rows + columns)


@inlined
def told_later(
    engine: Engine, automaton: Automaton, side: Number, layer: Number, hand: Lanes, up: Lanes
) -> Lanes:
    """What hands do that have drawn, or were not asked as a pair."""
    place = lay.ROWS + side * lay.PER_SIDE + layer
    rows = look_up_large(engine, automaton.large, place, hand)
    columns = look_up(engine, automaton.small, lay.COLUMNS + side * lay.LAYERS + layer, up)
    return told(engine, automaton, side, layer, rows, columns)


@inlined
def rows_of_two(engine: Engine, automaton: Automaton, hand: Lanes) -> Lanes:
    """The rows of hands as dealt: none is doubled, so they are in the first part of the table."""
    return look_up(engine, automaton.large, lay.ROWS * lay.LARGE // lay.SMALL, hand)


@inlined
def may_split(engine: Engine, automaton: Automaton, first: Lanes, second: Lanes) -> Mask:
    """The hands as dealt whose two cards may be split."""
    mine = look_up(engine, automaton.small, lay.PAIR_FIRST, first)
    return mine == look_up(engine, automaton.small, lay.PAIR_SECOND, second)


@inlined
def told_pairs(
    engine: Engine, automaton: Automaton, side: Number, first: Lanes, up: Lanes
) -> Lanes:
    """What pairs of a side do, by one of their cards."""
    code = code_of(engine, automaton, first)
    rows = look_up(engine, automaton.small, lay.PAIR_ROWS + side, code)
    columns = look_up(engine, automaton.small, lay.COLUMNS + side * lay.LAYERS, up)
    return told(engine, automaton, side, 0, rows, columns)


@inlined
def play_on(
    engine: Engine,
    automaton: Automaton,
    cards: CardTypes,
    desk: LaneCards | None,
    recording: Source | None,
    side: Number,
    hand: Lanes,
    code: Lanes,
    up: Lanes,
    live: Mask,
) -> tuple[Lanes, Lanes, Lanes, Lanes, Mask]:
    """
    Hands that begin with what *code* says, played until they end or need a card too many.

    Their state, what they ended as, how many cards they drew, the first of these, and the lanes
    that need more cards than there are. Without a *desk* it is the quick walk, in which hands draw
    four of the nine *cards* at most.
    """
    ended, drawn, third = spread_byte(hand, 0), spread_byte(hand, 0), spread_byte(hand, 0)
    steps = STEPS if desk is None else ALL_STEPS
    for step in range(steps):
        ended = ended | where(live, code & lay.ENDS, 0)
        live = live & ((code & lay.DRAWS) != 0)
        if desk is not None:
            if bits_of(live) == 0:
                break
        card = next_card(automaton, cards, desk, recording, side, step, live)
        if step == 0:
            third = card
        drawn = where(live, spread_byte(hand, step + 1), drawn)
        after = with_card(hand + (code & lay.CLIMBS), code_of(engine, automaton, card))
        hand = where(live, after, hand)
        layer = min(step + 1, lay.LAYERS - 1)
        code = told_later(engine, automaton, side, layer, hand, up)
        code = answered(recording, code, live)
    ended = ended | where(live, code & lay.ENDS, 0)
    return hand, ended, drawn, third, live & ((code & lay.DRAWS) != 0)


@called
def play_carefully(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    side: Number,
    hand: Lanes,
    code: Lanes,
    up: Lanes,
    live: Mask,
) -> tuple[Lanes, Lanes, Lanes, Lanes, Mask]:
    """Like `play_on`, with as many cards as hands need."""
    return play_on(engine, automaton, desk.cards, desk, recording, side, hand, code, up, live)


@inlined
def next_card(
    automaton: Automaton,
    cards: CardTypes,
    desk: LaneCards | None,
    recording: Source | None,
    side: Number,
    step: Number,
    live: Mask,
) -> Lanes:
    """The next card of hands: one of the nine, as long as there are any, or a new one."""
    if desk is None:
        return lanes_at(cards, 4 + step)
    if recording is None:
        if side == lay.DEALT and step < MORE:
            return lanes_at(cards, 4 + step)
    return draw_for(automaton, desk, recording, live)


@inlined
def play_dealers(
    engine: Engine,
    automaton: Automaton,
    cards: CardTypes,
    desk: LaneCards | None,
    recording: Source | None,
    dealer: Lanes,
    drawn: Lanes,
    live: Mask,
    watch: CardTypes | None,
) -> tuple[Lanes, Mask]:
    """The dealers' hands when they are done, and the lanes that need more than their nine cards."""
    lacking = drawn != drawn
    steps = STEPS if desk is None else ALL_STEPS
    for step in range(steps):
        live = live & (look_up(engine, automaton.small, lay.DEALER_DRAWS, dealer) != 0)
        if desk is not None:
            if bits_of(live) == 0:
                break
            card = dealers_card(automaton, desk, recording, step, drawn, live)
        else:
            lacking = lacking | (live & (drawn > MORE - 1 - step))
            card = lanes_at(cards, NINE - 1 - step)
        if watch is not None:
            if automaton.numbers[lay.WATCHES]:
                watch_card(engine, automaton, watch, card, live)
        dealer = where(live, with_card(dealer, code_of(engine, automaton, card)), dealer)
    live = live & (look_up(engine, automaton.small, lay.DEALER_DRAWS, dealer) != 0)
    return dealer, lacking | live


@inlined
def dealers_card(
    automaton: Automaton,
    desk: LaneCards,
    recording: Source | None,
    step: Number,
    drawn: Lanes,
    live: Mask,
) -> Lanes:
    """A card for dealers: the last of the nine that the player did not take, or a new one."""
    if recording is not None:
        return draw_for(automaton, desk, recording, live)
    if step >= MORE:
        return draw_for(automaton, desk, recording, live)
    lacking = live & (drawn > MORE - 1 - step)
    own = lanes_at(desk.cards, NINE - 1 - step)
    if bits_of(lacking) == 0:
        return own
    return where(lacking, draw_for(automaton, desk, recording, lacking), own)


@inlined
def is_open(engine: Engine, automaton: Automaton, hand: Lanes, closed: Lanes) -> Mask:
    """The hands that the dealer's draws can still beat."""
    if automaton.numbers[lay.PAID_21]:
        paid = look_up_large(engine, automaton.large, lay.PAID_HANDS, hand)
        return (closed | paid) == 0
    return closed == 0


@inlined
def special_end(
    engine: Engine,
    automaton: Automaton,
    hand: Lanes,
    ended: Lanes,
    drawn: Lanes,
    first: Lanes,
    second: Lanes,
    third: Lanes,
) -> Lanes:
    """What hands ended as, with the kinds of 21 told apart."""
    small = automaton.small
    digits = look_up(engine, small, lay.DIGITS, first) + look_up(engine, small, lay.DIGITS, second)
    digits = digits + look_up(engine, small, lay.DIGITS, third)
    suits = look_up(engine, small, lay.SUIT_BITS, first)
    suits = suits & look_up(engine, small, lay.SUIT_BITS, second)
    suits = suits & look_up(engine, small, lay.SUIT_BITS, third)
    digits = digits | look_up(engine, small, lay.SHARED, suits)
    of_three = look_up_large(engine, automaton.large, lay.THREE_CARDS, digits)
    kinds = where(drawn == 1, of_three, look_up(engine, small, lay.KINDS, drawn))
    is_21 = look_up(engine, small, lay.IS_21, hand & lay.STATE) != 0
    return where(is_21 & (ended == 0), kinds, ended)


@inlined
def end_indices(
    engine: Engine,
    automaton: Automaton,
    hand: Lanes,
    was_closed: Lanes,
    ended: Lanes,
    dealers_end: Lanes,
) -> Lanes:
    """Where the tables of ends tell of hands: by end, rung and result."""
    totals = look_up(engine, automaton.small, lay.TOTALS, hand & lay.STATE)
    closed = look_up(engine, automaton.small, lay.ENDED, was_closed)
    totals = where(was_closed == 0, totals, closed)
    if automaton.numbers[lay.PAID_21]:
        is_paid = (was_closed == 0) & ~is_open(engine, automaton, hand, was_closed)
        totals = where(is_paid, spread_byte(hand, lay.PAID_TOTAL * lay.TOTAL_STEP), totals)
    result = look_up(engine, automaton.small, lay.CONTEST, totals + dealers_end)
    if automaton.numbers[lay.SPECIALS] == lay.KINDS_BESIDE_ENDS:
        ended = ended & lay.ENDS
    return ended | (hand & lay.CLIMBS) | result


@inlined
def classes_at(
    engine: Engine, automaton: Automaton, side: Number, places: Lanes, ended: Lanes
) -> Lanes:
    """The classes of hands of a side, by what they ended as: see `end_indices`."""
    classes = look_up_large(engine, automaton.large, lay.CLASS_OF + side, places)
    if automaton.numbers[lay.SPECIALS] == lay.KINDS_BESIDE_ENDS:
        of_kinds = look_up_large(engine, automaton.large, lay.KIND_CLASSES + side, places)
        classes = where((ended & lay.IS_KIND) != 0, of_kinds, classes)
    return classes
