"""
The hand in turn of a round that is played step by step: what it may do, and what comes of it.

It walks through the tables of an automaton with the functions of the other walks, as a lane alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import called, inlined
from upcard.simulation.kernels.draws import Flag, Number, index
from upcard.simulation.kernels.lane_draws import FIRST, HOLE, SECOND, LaneCards, draw_for
from upcard.simulation.kernels.lane_engines import Alone
from upcard.simulation.kernels.lane_hands import (
    code_of,
    is_open,
    may_split,
    play_dealers,
    told_later,
    two_cards,
    with_card,
)
from upcard.simulation.kernels.lane_memory import put
from upcard.simulation.kernels.lane_splits import (
    BONUSES,
    CLASSES,
    CLOSED,
    FUNDED,
    NO_CARD,
    PILE_FUNDED,
    PILE_SECONDS,
    STATES,
    deal_seconds,
    keep_hand,
    may_split_again,
    part_pile,
    pile,
    told_after_split,
)
from upcard.simulation.kernels.lane_walks import (
    dealers_hands,
    ends_of_dealers,
    exchanged,
    settle,
    spare_hands,
    told_zapped,
    upcards,
)
from upcard.simulation.kernels.layout import Bytes, Smalls
from upcard.simulation.kernels.seen_rounds import ACTIONS, SPLIT, ZAP

ALONE: Final = Alone()
FREE_DOUBLE: Final = 1 << ACTIONS
"""Beside the bits of what a hand may do: whether the house pays the double."""

# The hand in turn.
LEGAL: Final = 0
"""What may be decided, one bit for each action."""
HAND: Final = 1
CARDS: Final = 2
"""How many cards the hand has; 0 once the round is decided."""
THIRD: Final = 3
SIDE: Final = 4
NUMBER: Final = 5
"""Which hand of a split it is."""
COUNT: Final = 6
"""How many hands there are."""
IS_EARLY: Final = 7
"""Whether nothing is asked but whether to zap, before the dealer looks."""
TURN: Final = 8


class Questions(NamedTuple):
    """What may be answered where a hand is asked, and what is seen of it."""

    legal: Bytes
    """
    By up card, side, layer and hand: what it may do, and `FREE_DOUBLE`.

    Whether it may be split is not told here, because cards decide it.
    """
    hands: Bytes
    """By hand: its total, then whether it is soft, then how often it was doubled."""
    answers: Bytes
    """By action: what the hand then does, as one byte; last for a double that the house pays."""


@inlined
def draw_card(automaton: Automaton, desk: LaneCards) -> Number:
    """The next card of a round."""
    return draw_for(automaton, desk, None, True)


@inlined
def take_up(turn: Smalls, side: Number, hand: Number) -> None:
    """Let a hand of two cards be the one in turn."""
    turn[SIDE] = side
    turn[HAND] = hand
    turn[CARDS] = 2
    turn[THIRD] = 0


@inlined
def cards_in_turn(desk: LaneCards, turn: Smalls) -> tuple[Number, Number]:
    """The first two cards of the hand in turn."""
    if turn[COUNT] > 1:
        return pile(desk, turn[NUMBER])
    return desk.cards[FIRST], desk.cards[SECOND]


@inlined
def end_hand(automaton: Automaton, desk: LaneCards, turn: Smalls, closed: Number) -> None:
    """Keep what became of the hand in turn, until the dealer is done."""
    number, drawn = turn[NUMBER], turn[CARDS] - 2
    first, second = cards_in_turn(desk, turn)
    keep_hand(ALONE, automaton, desk, number, turn[HAND], closed, drawn, first, second, turn[THIRD])
    if turn[COUNT] > 1:
        put(desk.hands, FUNDED + number, desk.piles[PILE_FUNDED + number])


@called
def open_split(automaton: Automaton, desk: LaneCards, turn: Smalls) -> Number:
    """Deal a second card to a hand of a split if it lacks one; what the hand does first."""
    number, count = turn[NUMBER], turn[COUNT]
    deal_seconds(automaton, desk, None, number, True, count)
    first, second = pile(desk, number)
    side = lay.FUNDED if desk.piles[PILE_FUNDED + number] != 0 else lay.AFTER_SPLIT
    take_up(turn, side, two_cards(ALONE, automaton, first, second))
    up = upcards(ALONE, automaton, desk.cards)
    return told_after_split(ALONE, automaton, side, first, second, up, count)


@inlined
def part(automaton: Automaton, desk: LaneCards, turn: Smalls) -> Number:
    """Split the hand in turn; what the first of its two hands does first."""
    if turn[COUNT] == 1:
        desk.piles[0] = desk.cards[FIRST]
        desk.piles[PILE_SECONDS] = desk.cards[SECOND]
        desk.piles[PILE_FUNDED] = 0
    part_pile(ALONE, automaton, desk, turn[NUMBER], True, turn[COUNT])
    turn[COUNT] += 1
    return open_split(automaton, desk, turn)


@called
def zap(automaton: Automaton, desk: LaneCards, turn: Smalls) -> Number:
    """Two other cards for the hand in turn; what it does first."""
    up = upcards(ALONE, automaton, desk.cards)
    _, naturals = dealers_hands(ALONE, automaton, desk.cards)
    first, second = desk.cards[FIRST], desk.cards[SECOND]
    first, second = exchanged(automaton, desk, None, first, second, True)
    code = told_zapped(ALONE, automaton, None, first, second, 0, up, naturals, True)
    desk.cards[FIRST], desk.cards[SECOND] = first, second
    take_up(turn, lay.ZAPPED, two_cards(ALONE, automaton, first, second))
    return code


@inlined
def draw_to_hand(automaton: Automaton, desk: LaneCards, turn: Smalls, climbs: Number) -> Number:
    """One more card for the hand in turn, on a higher rung perhaps; what it does then."""
    card = draw_card(automaton, desk)
    if turn[CARDS] == 2:
        turn[THIRD] = card
    turn[CARDS] += 1
    turn[HAND] = with_card(turn[HAND] + climbs, code_of(ALONE, automaton, card))
    layer = min(turn[CARDS] - 2, lay.LAYERS - 1)
    up = upcards(ALONE, automaton, desk.cards)
    return told_later(ALONE, automaton, turn[SIDE], layer, turn[HAND], up)


@inlined
def legal_now(automaton: Automaton, questions: Questions, desk: LaneCards, turn: Smalls) -> Number:
    """What the hand in turn may do, one bit for each action."""
    code = upcards(ALONE, automaton, desk.cards)
    up, layer = code & lay.POINTS, min(turn[CARDS] - 2, lay.LAYERS - 1)
    place = ((up * lay.SIDES + turn[SIDE]) * lay.LAYERS + layer) * lay.LARGE + turn[HAND]
    legal = np.int32(questions.legal[index(place)])
    if automaton.numbers[lay.ZAPS] == lay.BEFORE_PEEK:
        # Where the dealer has looked, every hand was asked before.
        legal &= ~(np.int32(automaton.small[lay.PEEKS * lay.SMALL + code]) << ZAP)
    return legal | 1 << SPLIT if layer == 0 and may_part(automaton, desk, turn) else legal


@inlined
def may_part(automaton: Automaton, desk: LaneCards, turn: Smalls) -> Flag:
    """Whether the two cards in turn are a pair that may be split."""
    first, second = cards_in_turn(desk, turn)
    if turn[COUNT] > 1:
        return may_split_again(ALONE, automaton, first, second, turn[COUNT])
    return may_split(ALONE, automaton, first, second)


@called
def net_of(automaton: Automaton, desk: LaneCards, count: Number) -> Number:
    """What a round comes to whose hands have ended: the dealer plays, and all is settled."""
    up = upcards(ALONE, automaton, desk.cards)
    if automaton.numbers[lay.HOLE_LAST]:
        desk.cards[HOLE] = draw_card(automaton, desk)
    dealer, naturals = dealers_hands(ALONE, automaton, desk.cards)
    playing = False
    for number in range(count):
        hand, closed = desk.hands[STATES + number], desk.hands[CLOSED + number]
        playing = playing | is_open(ALONE, automaton, hand, closed)
    playing = playing & ~naturals
    dealer, _ = play_dealers(
        ALONE, automaton, desk.cards, desk, None, dealer, np.int32(NO_CARD), playing, None
    )
    ends, net = ends_of_dealers(ALONE, automaton, dealer, naturals), np.int64(0)
    for number in range(count):
        settle(ALONE, automaton, desk, number, count > 1, ends, up)
    spare_hands(ALONE, automaton, desk, 0, count, ends)
    for number in range(count):
        net += automaton.pays[index(desk.hands[CLASSES + number])]
        net += automaton.numbers[lay.BONUS] * desk.hands[BONUSES + number]
    return net
