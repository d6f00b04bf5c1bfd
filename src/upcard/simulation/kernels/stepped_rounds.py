"""
Rounds that are played step by step, many side by side, as machine code.

No rule is here. A round is played by `kernels.play_from`, from its first card, by the decisions so
far: to the first question that nobody has answered, or to the end. That costs a few cards dealt
twice, and nothing that a round knows needs to be kept from one step to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from upcard.game import decisions, hands, stakes
from upcard.game.decisions import Holding
from upcard.game.house import House
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.block_kernels import settle, start_of, start_of_shoe
from upcard.simulation.kernels.compilation import entry, inlined
from upcard.simulation.kernels.draws import NO_BITS, Flag, Number, Word, shoe_of, shuffle_shoe
from upcard.simulation.kernels.hand_kernels import house_in, points_of
from upcard.simulation.kernels.kernel_questions import BEFORE_PEEK, Question, read_question
from upcard.simulation.kernels.layout import Bytes, Integers, Tables, Words
from upcard.simulation.kernels.round_kernels import play_from
from upcard.simulation.kernels.seen_rounds import (
    ACTIONS,
    FEATURES,
    ONLY_STAND,
    SPLIT,
    Flags,
    Money,
    SeenRounds,
    block_of,
)
from upcard.simulation.setups.chart_tables import CODES
from upcard.table.legality import BEFORE_PEEK as ASKED_BEFORE_PEEK

ZAP_OR_STAND: Final = sum(1 << at.ACTIONS.index(one) for one in ASKED_BEFORE_PEEK)
_CODES: Final = tuple(CODES[one] for one in at.ACTIONS)
TAPE: Final = 128
"""Room for the decisions of one round: four hands of at most twenty each, and their splits."""


class Rounds(NamedTuple):
    """Rounds side by side: all that is kept of them from step to step."""

    numbers: Integers
    """How many rounds came before it, or -1 before the first."""
    answers: Integers
    """How many decisions were made in it."""
    tapes: Bytes
    """These decisions, `TAPE` places for each round."""
    asked: Words
    """The question it waits for, or 0 once it is decided."""
    legal: Bytes
    """What may be decided, one bit for each action."""
    nets: Integers
    """What it came to, once it is decided."""
    is_over: Flags
    """Whether its end has been told, so that the next step deals a new one."""


class Felt(NamedTuple):
    """Work arrays, as a block of the simulator has them."""

    felt: Integers
    shoe: Words
    totals: Integers
    counts: Integers


def _legal_reader() -> Callable[[House, Holding], int]:
    """A function that asks the rule book for every decision: one bit for each that is allowed."""
    asked = {f"why_not_{one}": vars(decisions)[f"why_not_{one}"] for one in at.ACTIONS}
    terms = " | ".join(f"({why}(house, hand) == 0) << {place}" for place, why in enumerate(asked))
    exec(f"def legal_bits(house, hand):\n    return {terms}", asked)
    reader: Callable[[House, Holding], int] = inlined(asked["legal_bits"])
    return reader


legal_bits = _legal_reader()
"""One bit for each action that a hand may take."""


@inlined
def holding_of(question: Question, wager: Number) -> Holding:
    """The hand of a question as the rule book looks at it."""
    first, second = points_of(question.first), points_of(question.second)
    pair = decisions.NO_PAIR
    if question.cards == 2 and first == second:
        is_one_rank = question.first >> 2 == question.second >> 2
        pair = decisions.SAME_RANK if is_one_rank else decisions.SAME_VALUE
    state = question.place % at.STATES
    doubles = question.place // at.PER_DOUBLE % at.FUNDED
    side = question.place // at.PER_SIDE
    is_split = 1 if side == at.SPLIT_SIDE or side == at.FUNDED_SIDE else 0
    is_funded = 1 if side == at.FUNDED_SIDE else 0
    is_zapped = stakes.ZAPPED if side == at.ZAPPED_SIDE else question.zap
    laid = stakes.Laid(
        doubles % at.FREE_DOUBLES, doubles // at.FREE_DOUBLES, is_split, is_funded, is_zapped
    )
    is_soft = 1 if hands.is_soft(state) else 0
    return Holding(
        hands.total_of(state),
        is_soft,
        question.cards,
        int(first),
        pair,
        question.hands,
        wager,
        laid,
        question.place % at.PER_SIDE // at.PER_UPCARD + 1,
    )


@inlined
def play_on(
    tables: Tables, rounds: Rounds, one: Number, seed: Word, work: Felt, wager: Number
) -> None:
    """Play one round by its decisions so far: to the next question, or to the end."""
    shoe = shoe_of(work.shoe)
    shuffle_shoe(shoe)
    end = one * TAPE + rounds.answers[one]
    rounds.tapes[end] = at.UNANSWERED
    work.shoe[at.ANSWERS] = np.uint64(one * TAPE)
    work.shoe[at.ASKED] = NO_BITS
    block, number = block_of(one, rounds.numbers.size, rounds.numbers[one])
    place = start_of_shoe(start_of(seed, np.uint64(block)), number)
    up, hole, dealer, _ = play_from(tables, work.felt, shoe, place, None, rounds.tapes)
    asked = work.shoe[at.ASKED]
    rounds.asked[one] = asked
    if asked == NO_BITS:
        rounds.legal[one] = ONLY_STAND
        rounds.nets[one] = net_of(tables, work, up, hole, dealer)
        return
    question = read_question(asked)
    house = house_in(tables.settings)
    is_early = question.zap == BEFORE_PEEK
    legal = ZAP_OR_STAND if is_early else legal_bits(house, holding_of(question, wager))
    rounds.legal[one] = legal


@inlined
def net_of(tables: Tables, work: Felt, up: Number, hole: Number, dealer: Number) -> Number:
    """What a round comes to that has been played: its main wager, and whatever it won besides."""
    beside = at.WAGERS + at.WAGER_FIELDS * at.BESIDE + at.SUM
    work.totals[beside] = 0
    main = settle(tables, work.felt, up, hole, dealer, work.totals, work.counts)
    return main + work.totals[beside]


@inlined
def show(rounds: Rounds, one: Number, wager: Number, seen: SeenRounds) -> None:
    """Write down what is seen of a round, and what may be decided in it."""
    legal = rounds.legal[one]
    for action in range(ACTIONS):
        seen.mask[one, action] = legal >> action & 1
    if rounds.asked[one] == NO_BITS:
        for feature in range(FEATURES):
            seen.hand[one, feature] = 0
        return
    question = read_question(rounds.asked[one])
    hand = holding_of(question, wager)
    seen.hand[one, 0] = hand.total
    seen.hand[one, 1] = hand.is_soft
    seen.hand[one, 2] = hand.cards
    seen.hand[one, 3] = hand.laid.doubles
    seen.hand[one, 4] = hand.laid.is_split
    seen.hand[one, 5] = legal >> SPLIT & 1
    seen.hand[one, 6] = hand.hands
    seen.hand[one, 7] = question.place // at.PER_UPCARD % 10 + 1


@inlined
def begin(rounds: Rounds, one: Number) -> None:
    """A new round, on a fresh shoe; nothing has been decided in it."""
    rounds.numbers[one] += 1
    rounds.answers[one] = 0
    rounds.is_over[one] = False


@inlined
def decide(house: House, rounds: Rounds, one: Number, action: Number, wager: Number) -> Flag:
    """Put a decision on the tape of a round: the action, or a stand where it is not legal."""
    is_legal = rounds.legal[one] >> action & 1 != 0
    if rounds.asked[one] != NO_BITS:
        code = _CODES[action] if is_legal else at.STAND
        if code == at.DOUBLE:
            hand = holding_of(read_question(rounds.asked[one]), wager)
            code = at.FREE_DOUBLE if decisions.double_is_free(house, hand) else at.DOUBLE
        rounds.tapes[one * TAPE + rounds.answers[one]] = code
        rounds.answers[one] += 1
    return is_legal


@entry
def step_rounds(
    tables: Tables,
    rounds: Rounds,
    actions: Integers,
    deals_at_once: Flag,
    seed: Word,
    work: Felt,
    money: Money,
    seen: SeenRounds,
) -> None:
    """
    One action in each round. A round that ends is followed by a new one, now or next time.

    Rounds that are all over, their numbers one below the first, begin with a step of any actions.
    """
    house = house_in(tables.settings)
    for one in range(rounds.numbers.size):
        is_asked = not rounds.is_over[one]
        is_played = is_asked and rounds.asked[one] == NO_BITS
        seen.rewards[one], seen.is_over[one], seen.is_legal[one] = 0.0, False, False
        seen.is_asked[one] = is_asked
        if is_asked:
            seen.is_legal[one] = decide(house, rounds, one, actions[one], money.wager)
        else:
            begin(rounds, one)
        while True:
            if not is_played:
                play_on(tables, rounds, one, seed, work, money.wager)
            if not is_asked or rounds.asked[one] != NO_BITS:
                break
            seen.rewards[one] = rounds.nets[one] * money.unit / money.wager
            seen.is_over[one] = rounds.is_over[one] = True
            if not deals_at_once:
                break
            begin(rounds, one)
            is_asked = is_played = False
        show(rounds, one, money.wager, seen)
