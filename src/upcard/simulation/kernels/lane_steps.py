"""
Rounds that are played step by step, many side by side: each is a lane alone.

No rule is here. A round walks through the tables of an automaton with the functions of the other
walks, until a hand is asked; the answer lets it go on from there. Its hand in turn and its desk are
kept from one step to the next.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import entry, inlined
from upcard.simulation.kernels.draws import Flag, Number, Word, index, start_of, start_of_shoe
from upcard.simulation.kernels.lane_draws import (
    FIRST,
    HOLE,
    NINE,
    SECOND,
    SEEN_MAX,
    UPCARD,
    LaneCards,
)
from upcard.simulation.kernels.lane_hands import two_cards
from upcard.simulation.kernels.lane_splits import HAND_ROWS, PILE_ROWS, SPLIT_END
from upcard.simulation.kernels.lane_turns import (
    ALONE,
    CARDS,
    COUNT,
    FREE_DOUBLE,
    HAND,
    IS_EARLY,
    LEGAL,
    NUMBER,
    TURN,
    Questions,
    draw_card,
    draw_to_hand,
    end_hand,
    legal_now,
    net_of,
    open_split,
    part,
    take_up,
    zap,
)
from upcard.simulation.kernels.lane_walks import (
    ZAP_END,
    dealers_hands,
    may_zap_early,
    openings,
    upcards,
)
from upcard.simulation.kernels.layout import Halves, Integers, Smalls
from upcard.simulation.kernels.seen_rounds import (
    ACTIONS,
    DOUBLE,
    FEATURES,
    ONLY_STAND,
    SPLIT,
    STAND,
    ZAP_OR_STAND,
    Flags,
    Money,
    SeenRounds,
    block_of,
)

# What is kept of a round: its hand in turn, then its desk.
DESK_CARDS: Final = TURN
DESK_PILES: Final = DESK_CARDS + NINE
DESK_HANDS: Final = DESK_PILES + PILE_ROWS
DESK_SEEN: Final = DESK_HANDS + HAND_ROWS
ROUND_ROW: Final = DESK_SEEN + SEEN_MAX


class LaneRounds(NamedTuple):
    """Rounds side by side: all that is kept of them from step to step."""

    numbers: Integers
    """How many rounds came before it, or -1 before the first."""
    rows: Smalls
    """The hand in turn and the desk, `ROUND_ROW` numbers for each round."""
    seen: Integers
    """How many cards it has seen."""
    places: Integers
    """Where it is in its stream."""
    nets: Integers
    """What it came to, once it is decided."""
    is_over: Flags
    """Whether its end has been told, so that the next step deals a new one."""
    state: Halves
    """Of generators, which no round needs."""


def no_rounds(count: int) -> LaneRounds:
    """Room for so many rounds."""
    return LaneRounds(
        numbers=np.zeros(count, np.int64),
        rows=np.zeros(count * ROUND_ROW, np.int32),
        seen=np.zeros(count, np.int64),
        places=np.zeros(count, np.int64),
        nets=np.zeros(count, np.int64),
        is_over=np.zeros(count, np.bool_),
        state=np.zeros(1, np.uint32),
    )


@inlined
def begin(
    automaton: Automaton,
    questions: Questions,
    rounds: LaneRounds,
    one: Number,
    seed: Word,
    desk: LaneCards,
    turn: Smalls,
) -> None:
    """Deal a new round from a fresh shoe, and play it to its first question or to its end."""
    rounds.numbers[one] += 1
    rounds.is_over[one] = False
    block, number = block_of(one, rounds.numbers.size, rounds.numbers[one])
    open_shoe(desk, start_of_shoe(start_of(seed, np.uint64(block)), number))
    naturals = deal_two_each(automaton, desk)
    hand = two_cards(ALONE, automaton, desk.cards[FIRST], desk.cards[SECOND])
    turn[NUMBER], turn[COUNT], turn[IS_EARLY] = 0, 1, 0
    take_up(turn, lay.DEALT, hand)
    if automaton.numbers[lay.ZAPS] == lay.BEFORE_PEEK:
        up = upcards(ALONE, automaton, desk.cards)
        turn[IS_EARLY] = may_zap_early(ALONE, automaton, hand, up)
    if turn[IS_EARLY]:
        turn[LEGAL], rounds.nets[one] = ZAP_OR_STAND, 0
    else:
        code = openings(ALONE, automaton, desk.cards, hand, naturals)
        rounds.nets[one] = go_on(automaton, questions, desk, turn, code)


@inlined
def open_shoe(desk: LaneCards, place: Word) -> None:
    """Let a full shoe begin at a place in the stream."""
    desk.numbers[0] = 0
    desk.places[0] = np.int64(place)


@inlined
def deal_two_each(automaton: Automaton, desk: LaneCards) -> Flag:
    """Two cards for player and dealer; whether the dealer has a natural that can be seen now."""
    desk.cards[FIRST] = draw_card(automaton, desk)
    desk.cards[UPCARD] = draw_card(automaton, desk)
    desk.cards[SECOND] = draw_card(automaton, desk)
    if automaton.numbers[lay.HOLE_LAST]:
        return False
    desk.cards[HOLE] = draw_card(automaton, desk)
    return dealers_hands(ALONE, automaton, desk.cards)[1]


@inlined
def go_on(
    automaton: Automaton, questions: Questions, desk: LaneCards, turn: Smalls, code: Number
) -> Number:
    """
    Play on from what the hand in turn does, to the next question or to the end.

    What the round came to, once it is decided.
    """
    while code & lay.ASKED == 0:
        end_hand(automaton, desk, turn, code & lay.ENDS)
        if turn[NUMBER] + 1 >= turn[COUNT]:
            turn[LEGAL], turn[CARDS] = ONLY_STAND, 0
            return net_of(automaton, desk, turn[COUNT])
        turn[NUMBER] += 1
        code = open_split(automaton, desk, turn)
    turn[LEGAL] = legal_now(automaton, questions, desk, turn)
    return np.int64(0)


@inlined
def decide(
    automaton: Automaton, questions: Questions, desk: LaneCards, turn: Smalls, action: Number
) -> Number:
    """Let the hand in turn do what the action says, and play on: as `go_on`."""
    is_free = action == DOUBLE and turn[LEGAL] & FREE_DOUBLE != 0
    code = np.int32(questions.answers[ACTIONS if is_free else action])
    if turn[IS_EARLY] and action == STAND:
        _, naturals = dealers_hands(ALONE, automaton, desk.cards)
        code = openings(ALONE, automaton, desk.cards, turn[HAND], naturals)
    elif code & lay.DRAWS:
        code = draw_to_hand(automaton, desk, turn, code & lay.CLIMBS)
    elif code & lay.ENDS == SPLIT_END:
        code = part(automaton, desk, turn)
    elif code & lay.ENDS == ZAP_END:
        code = zap(automaton, desk, turn)
    else:
        code = code & lay.ENDS
    turn[IS_EARLY] = 0
    return go_on(automaton, questions, desk, turn, code)


@inlined
def show(
    automaton: Automaton,
    questions: Questions,
    desk: LaneCards,
    turn: Smalls,
    one: Number,
    seen: SeenRounds,
) -> None:
    """Write down what is seen of a round, and what may be decided in it."""
    for action in range(ACTIONS):
        seen.mask[one, action] = turn[LEGAL] >> action & 1
    if turn[CARDS] == 0:
        for feature in range(FEATURES):
            seen.hand[one, feature] = 0
        return
    hand = turn[HAND]
    seen.hand[one, 0] = questions.hands[index(hand)]
    seen.hand[one, 1] = questions.hands[index(lay.LARGE + hand)]
    seen.hand[one, 2] = turn[CARDS]
    seen.hand[one, 3] = questions.hands[index(2 * lay.LARGE + hand)]
    seen.hand[one, 4] = turn[COUNT] > 1
    seen.hand[one, 5] = turn[LEGAL] >> SPLIT & 1
    seen.hand[one, 6] = turn[COUNT]
    seen.hand[one, 7] = upcards(ALONE, automaton, desk.cards) & lay.POINTS


@inlined
def step_round(
    automaton: Automaton,
    questions: Questions,
    rounds: LaneRounds,
    one: Number,
    action: Number,
    money: Money,
    desk: LaneCards,
    turn: Smalls,
    seen: SeenRounds,
) -> None:
    """One action in a round; it stands where the action is not legal."""
    is_legal = turn[LEGAL] >> action & 1 != 0
    seen.is_legal[one] = is_legal
    if turn[CARDS] != 0:
        decision = action if is_legal else STAND
        rounds.nets[one] = decide(automaton, questions, desk, turn, decision)
    if turn[CARDS] == 0:
        seen.rewards[one] = rounds.nets[one] * money.unit / money.wager
        seen.is_over[one] = rounds.is_over[one] = True


@entry
def step_lanes(
    automaton: Automaton,
    questions: Questions,
    rounds: LaneRounds,
    actions: Integers,
    deals_at_once: Flag,
    seed: Word,
    money: Money,
    seen: SeenRounds,
) -> None:
    """
    One action in each round. A round that ends is followed by a new one, now or next time.

    Rounds that are all over, their numbers one below the first, begin with a step of any actions.
    """
    for one in range(rounds.numbers.size):
        start = one * ROUND_ROW
        turn = rounds.rows[start : start + DESK_CARDS]
        desk = LaneCards(
            rounds.state,
            rounds.rows[start + DESK_SEEN : start + ROUND_ROW],
            rounds.rows[start + DESK_CARDS : start + DESK_PILES],
            rounds.places[one : one + 1],
            rounds.rows[start + DESK_PILES : start + DESK_HANDS],
            rounds.rows[start + DESK_HANDS : start + DESK_SEEN],
            rounds.seen[one : one + 1],
        )
        is_asked = not rounds.is_over[one]
        seen.rewards[one], seen.is_over[one], seen.is_legal[one] = 0.0, False, False
        seen.is_asked[one] = is_asked
        if is_asked:
            step_round(automaton, questions, rounds, one, actions[one], money, desk, turn, seen)
        if rounds.is_over[one] and (deals_at_once or not is_asked):
            begin(automaton, questions, rounds, one, seed, desk, turn)
        show(automaton, questions, desk, turn, one, seen)


@entry
def draw_shoe(
    automaton: Automaton, desk: LaneCards, seed: Word, block: Word, number: Number, cards: Smalls
) -> None:
    """Fill *cards* with all cards of one shoe, in the order they come."""
    open_shoe(desk, start_of_shoe(start_of(seed, block), number))
    for place in range(cards.size):
        cards[place] = draw_card(automaton, desk)
