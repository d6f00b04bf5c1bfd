"""
What lanes watch for side wagers: the dealer's cards, third cards, and cards dealt for them alone.

It is kept in rows of a desk's cards (`automaton_layout`), only where a wager looks at it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from upcard.families.card_numbers import RED_SUITS
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Word, index
from upcard.simulation.kernels.lane_draws import (
    FIRST,
    HOLE,
    NINE,
    SECOND,
    UPCARD,
    LaneCards,
    Source,
    draw_for,
)
from upcard.simulation.kernels.lane_engines import (
    ONE,
    Engine,
    first_lane,
    lanes_marked,
    lanes_of,
)
from upcard.simulation.kernels.lane_memory import lanes_at, put
from upcard.simulation.kernels.lane_operations import (
    Lanes,
    Mask,
    bits_of,
    least,
    spread_byte,
    where,
)
from upcard.simulation.kernels.lane_tables import look_up
from upcard.simulation.kernels.layout import CardTypes

BUST_END: Final = lay.BUST << lay.END_SHIFT


@inlined
def watched_from(
    engine: Engine,
    automaton: Automaton,
    watch: CardTypes | None,
    up: Lanes,
    naturals: Mask,
    playing: Mask,
    live: Mask,
) -> Mask:
    """
    The dealers that draw, before they do: those *playing*, and others whom a side wager needs.

    Nothing is watched where *watch* is None, which costs nothing then.
    """
    if watch is not None:
        if automaton.numbers[lay.WATCHES]:
            watch_two(engine, automaton, watch)
            needed = look_up(engine, automaton.small, lay.DRAWN_FOR_WAGERS, up) != 0
            playing = playing | (live & needed & ~naturals)
    return playing


@inlined
def lacks_five(automaton: Automaton, watch: CardTypes | None, drawn: Lanes) -> Mask:
    """Where a wager needs five cards of the dealer's, of the nine, and the player took one."""
    lacking = drawn != drawn
    if watch is not None:
        if automaton.numbers[lay.WATCHES] & lay.WATCH_FIVES:
            lacking = drawn > NINE - 2 - lay.FIVE
    return lacking


@inlined
def is_red(engine: Engine, automaton: Automaton, cards: Lanes) -> Mask:
    """The cards that are red."""
    return (look_up(engine, automaton.small, lay.SUIT_BITS, cards) & RED_SUITS) != 0


@called
def watch_two(engine: Engine, automaton: Automaton, watch: CardTypes) -> None:
    """Note the dealers' first two cards."""
    watches = automaton.numbers[lay.WATCHES]
    up, hole = lanes_at(watch, UPCARD), lanes_at(watch, HOLE)
    two = spread_byte(up, 2)
    put(watch, lay.SIZE_ROW, two)
    if watches & lay.WATCH_SUITS:
        suits = look_up(engine, automaton.small, lay.SUIT_BITS, up)
        suits = suits | look_up(engine, automaton.small, lay.SUIT_BITS, hole)
        put(watch, lay.SUITS_ROW, suits)
    if watches & lay.WATCH_REDS:
        reds = where(is_red(engine, automaton, hole), two, spread_byte(up, 1))
        put(watch, lay.REDS_ROW, where(is_red(engine, automaton, up), reds, spread_byte(up, 0)))


@called
def watch_card(
    engine: Engine, automaton: Automaton, watch: CardTypes, card: Lanes, drawing: Mask
) -> None:
    """Note one more card of the dealers that are *drawing*."""
    watches, size = automaton.numbers[lay.WATCHES], lanes_at(watch, lay.SIZE_ROW)
    if watches & lay.WATCH_SUITS:
        suits = lanes_at(watch, lay.SUITS_ROW)
        more = suits | look_up(engine, automaton.small, lay.SUIT_BITS, card)
        put(watch, lay.SUITS_ROW, where(drawing, more, suits))
    if watches & lay.WATCH_REDS:
        reds = lanes_at(watch, lay.REDS_ROW)
        goes_on = drawing & (reds == size) & is_red(engine, automaton, card)
        put(watch, lay.REDS_ROW, where(goes_on, reds + 1, reds))
    if watches & lay.WATCH_FIVES:
        keep_of_five(watch, card, size, drawing)
    most = spread_byte(size, lay.SIZE_MAX)
    put(watch, lay.SIZE_ROW, where(drawing, least(size + 1, most), size))


@inlined
def keep_of_five(watch: CardTypes, card: Lanes, size: Lanes, drawing: Mask) -> None:
    """Keep a card of the dealers that are *drawing*, after so many, if it is one of the five."""
    for place in range(2, lay.FIVE):
        row = lay.FIVE_ROWS + place - 2
        put(watch, row, where(drawing & (size == place), card, lanes_at(watch, row)))


@called
def deal_lone_fives(
    automaton: Automaton, desk: LaneCards, source: Source | None, live: Mask
) -> None:
    """Deal to the dealers' hands until they have five cards, for wagers alone."""
    if automaton.numbers[lay.WATCHES] & lay.WATCH_FIVES == 0:
        return
    size = lanes_at(desk.cards, lay.SIZE_ROW)
    for _ in range(2, lay.FIVE):
        asking = live & (spread_byte(size, lay.FIVE) > size)
        if bits_of(asking) != 0:
            keep_of_five(desk.cards, draw_for(automaton, desk, source, asking), size, asking)
            size = where(asking, size + 1, size)


@inlined
def busts_by_third(closed: Lanes, drawn: Lanes) -> Mask:
    """The hands that their third card bust: such a card does not count."""
    return (drawn == 1) & (closed == BUST_END)


@inlined
def thirds_of(
    automaton: Automaton, third: Lanes, closed: Lanes, drawn: Lanes, first: Lanes, zaps: Mask
) -> Lanes:
    """The third cards of hands that were not split; those of zapped ones are their new *first*."""
    none, by_third = spread_byte(third, lay.NO_CARD), busts_by_third(closed, drawn)
    third = where((drawn == 0) | by_third, none, third)
    return third_apart(automaton, third, first, zaps & ~by_third)


@inlined
def third_apart(automaton: Automaton, third: Lanes, apart: Lanes, is_apart: Mask) -> Lanes:
    """Third cards, where some hands were split or zapped and then got the cards *apart*."""
    if automaton.numbers[lay.THIRD_BESIDE_TWO]:
        return where(is_apart, spread_byte(third, lay.NO_CARD), third)
    return where(is_apart, apart, third)


@called
def deal_lone_third(
    engine: Engine,
    automaton: Automaton,
    desk: LaneCards,
    source: Source | None,
    third: Lanes,
    closed: Lanes,
    counts: Lanes,
    live: Mask,
) -> Lanes:
    """
    Third cards, with those that are dealt for wagers alone.

    The two cards of the spot lie in the first rows. A hand that is bust needs none, if it is alone.
    """
    if automaton.numbers[lay.WATCHES] & lay.WATCH_LONE == 0:
        return third
    lacking = live & (third == lay.NO_CARD) & ~((counts == 1) & (closed == BUST_END))
    asking = waiting_lanes(engine, automaton, desk, bits_of(lacking))
    if bits_of(asking) == 0:
        return third
    return where(asking, draw_for(automaton, desk, source, asking), third)


@inlined
def waiting_lanes(engine: Engine, automaton: Automaton, desk: LaneCards, bits: Word) -> Mask:
    """Those of some lanes in which a wager waits for a third card, by the spot's first two."""
    found, start, lanes = np.uint64(0), automaton.numbers[lay.THIRDS_AT], lanes_of(engine)
    while bits != 0:
        lane = first_lane(engine, bits)
        bits &= bits - ONE
        two = np.int64(desk.cards[index(FIRST * lanes + lane)]) * lay.NO_CARD
        two += np.int64(desk.cards[index(SECOND * lanes + lane)])
        if automaton.verdicts[index(start + two)]:
            found |= ONE << np.uint64(lane)
    return lanes_marked(engine, found)
