"""
Lanes for threads: one thread plays two lanes, those of one generator, one after the other.

It walks as vectors do, by the same functions. Cards that the quick walk leaves wait in a queue that
the threads of a group share, so that all of them play carefully at the same time.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.block_totals import bump
from upcard.simulation.kernels.compilation import called, inlined, replaceable
from upcard.simulation.kernels.draws import STEP, Flag, Number, Word, index, mixed, start_of_shoe
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX, add_round
from upcard.simulation.kernels.lane_draws import NINE, OUTPUT_TURNED, SHIFTED, TURNED, LaneCards
from upcard.simulation.kernels.lane_engines import Alone
from upcard.simulation.kernels.lane_sides import add_beside
from upcard.simulation.kernels.lane_splits import HAND_ROWS
from upcard.simulation.kernels.lane_walks import careful_walk, quick_walk
from upcard.simulation.kernels.layout import Bytes, Halves, Integers, Smalls

HALF: Final = 16
EVERY_HALF: Final = np.uint32(0x7FFF7FFF)
"""Added to two numbers of 15 bits, it sets the top bit of each that is not 0."""
STATE_WORDS: Final = 4
WORD_BITS: Final = 32

State = tuple[Word, Word, Word, Word]
"""Of a generator: four words of 32 bits."""


class ThreadDesk(NamedTuple):
    """What one thread works with."""

    words: Halves
    """The nine words that were drawn last: the numbers of both lanes."""
    halves: Halves
    """Those halves of nine words that a round of the careful walk was drawn by."""
    cards: Smalls
    """The types of the nine cards of one lane; then what side wagers watch, where they do."""
    watch: Smalls | None
    """The same, or None where no side wager may look beyond the deal, which costs nothing then."""
    careful: LaneCards
    """Of one lane alone, for the careful walk."""
    careful_watch: Smalls | None
    """Its cards, or None likewise."""


class SharedQueue(NamedTuple):
    """Rounds that wait for the careful walk, for all threads of a group."""

    waiting: Smalls
    """How many there are; those that have no room are played at once."""
    rounds: Smalls
    """The number of each among all that its block could have."""
    words: NDArray[np.uint16]
    """What its nine cards were drawn by."""


class Segments(NamedTuple):
    """How a block is divided among threads: each warp has a segment of every stream."""

    jumps: Halves
    """Where each segment begins: see `stream_jumps`."""
    parts: Number
    """How many groups of threads share a block."""
    deals: Number
    """How often a group deals before it plays what waits in its queue."""


class ShoeParts(NamedTuple):
    """What a block of shoes is, and how it is divided."""

    full: Bytes
    """A full shoe."""
    shoes: Number
    """How many there are."""
    parts: Number
    """How many groups of threads share them."""


@replaceable
def next_place(waiting: Smalls, cell: Number) -> Number:
    """A place in the queue. On a card many threads ask at once: see `card_compilers`."""
    place = waiting[cell]
    waiting[cell] = place + 1
    return place


@inlined
def turned(word: Word, by: Number) -> Word:
    """A word of 32 bits turned to the left."""
    return np.uint32(np.uint32(word << np.uint32(by)) | word >> np.uint32(WORD_BITS - by))


@inlined
def after(state: State) -> State:
    """The next state of a generator."""
    zero, one, two, three = state
    shifted = np.uint32(one << np.uint32(SHIFTED))
    two, three = np.uint32(two ^ zero), np.uint32(three ^ one)
    one, zero = np.uint32(one ^ two), np.uint32(zero ^ three)
    return (zero, one, np.uint32(two ^ shifted), turned(three, TURNED))


@inlined
def state_of(start: Word, stream: Number, jump: Halves, segment: Number) -> State:
    """The state of a generator of the block at *start*, where one of its segments begins."""
    place = start_of_shoe(start, ROUNDS_MAX) + np.uint64(2 * stream + 1) * STEP
    first, second = mixed(place), mixed(place + STEP)
    state = (
        np.uint32(first),
        np.uint32(first >> np.uint64(WORD_BITS)),
        np.uint32(second),
        np.uint32(second >> np.uint64(WORD_BITS)),
    )
    zero = one = two = three = np.uint32(0)
    for place in range(STATE_WORDS):
        word = jump[segment * STATE_WORDS + place]
        for bit in range(WORD_BITS):
            if word >> np.uint32(bit) & np.uint32(1):
                zero, one = np.uint32(zero ^ state[0]), np.uint32(one ^ state[1])
                two, three = np.uint32(two ^ state[2]), np.uint32(three ^ state[3])
            state = after(state)
    return (zero, one, two, three)


@inlined
def half_of(word: Word, half: Number) -> Word:
    """The lower or the upper 16 bits of a word of 32."""
    return np.uint32(np.uint32(word >> np.uint32(HALF * half)) & np.uint32(0xFFFF))


@inlined
def scaled(short: Word, cards: Word) -> Number:
    """A number of 16 bits as one of so many cards, or types of cards."""
    return np.int32(np.uint32(short * cards) >> np.uint32(HALF))


@inlined
def draw_words(words: Halves, state: State) -> State:
    """Nine words of a generator; its state after them."""
    for card in range(NINE):
        words[card] = np.uint32(turned(np.uint32(state[0] + state[3]), OUTPUT_TURNED) + state[0])
        state = after(state)
    return state


@inlined
def lanes_dealt(automaton: Automaton, words: Halves) -> Word:
    """Whether the nine cards of each lane may be used: the top bit of each half says so."""
    cards = np.uint32(automaton.numbers[lay.CARDS])
    rejected = np.uint32(automaton.numbers[lay.REJECTED_BELOW])
    low = high = np.uint32(0xFFFF)
    for card in range(NINE):
        low = min(low, half_of(np.uint32(half_of(words[card], 0) * cards), 0))
        high = min(high, half_of(np.uint32(half_of(words[card], 1) * cards), 0))
    found = ~np.uint32(0)
    for card in range(1, NINE):
        for other in range(card):
            apart = numbers_of(words[card], cards) ^ numbers_of(words[other], cards)
            found = np.uint32(found & np.uint32(apart + EVERY_HALF))
    first_fits = np.uint32(1 << 15) if low >= rejected else np.uint32(0)
    second_fits = np.uint32(1 << 31) if high >= rejected else np.uint32(0)
    return np.uint32(found & (first_fits | second_fits))


@inlined
def numbers_of(word: Word, cards: Word) -> Word:
    """The numbers of two cards side by side, as they were drawn from a shoe of so many."""
    first, second = np.uint32(half_of(word, 0) * cards), np.uint32(half_of(word, 1) * cards)
    return np.uint32(first >> np.uint32(HALF) | second & np.uint32(0xFFFF0000))


@inlined
def type_of(word: Word, half: Number, types: Word) -> Number:
    """The type of a card that was drawn by one half of a word."""
    top = np.uint32(word << np.uint32(HALF)) if half == 0 else word & np.uint32(0xFFFF0000)
    return np.int32(np.uint64(top) * np.uint64(types) >> np.uint64(WORD_BITS))


@inlined
def play_steps(
    automaton: Automaton,
    start: Word,
    state: State,
    stream: Number,
    first: Number,
    steps: Number,
    desk: ThreadDesk,
    queue: SharedQueue,
    found: Smalls,
    beside: Integers | None,
    totals: Integers,
    counts: Integers,
) -> State:
    """
    Deal both lanes of a generator so many times, and play them; its state then.

    Rounds of one hand are counted by class in *found*; what waits in the queue is not counted yet.
    Side wagers are added up in *beside*: None where there are none.
    """
    for step in range(first, first + steps):
        state = draw_words(desk.words, state)
        dealt = lanes_dealt(automaton, desk.words)
        number = step * lay.LANES + 2 * stream
        # Not a loop: so each half of a word is taken without asking which it is.
        left = play_half(automaton, number, 0, dealt, desk, queue, found, beside, counts)
        left |= play_half(automaton, number, 1, dealt, desk, queue, found, beside, counts)
        while left != 0:
            half = 0 if left & 1 else 1
            left &= left - 1
            for card in range(NINE):
                desk.halves[card] = half_of(desk.words[card], half)
            play_alone(automaton, start, number + half, desk, totals, counts)
    return state


@inlined
def play_half(
    automaton: Automaton,
    number: Number,
    half: Number,
    dealt: Word,
    desk: ThreadDesk,
    queue: SharedQueue,
    found: Smalls,
    beside: Integers | None,
    counts: Integers,
) -> Number:
    """Play one lane of a generator; a bit for it where its round has no room in the queue."""
    types = np.uint32(automaton.numbers[lay.TYPES])
    for card in range(NINE):
        desk.cards[card] = type_of(desk.words[card], half, types)
    is_dealt = half_of(dealt, half) != 0
    class_found, left = quick_walk(Alone(), automaton, desk.cards, is_dealt, desk.watch)
    if class_found != lay.NO_CLASS:
        bump(found, class_found)
        if beside is not None:
            main = automaton.pays[index(class_found)]
            add_beside(automaton, desk.cards, 1, 0, main, 0, beside, counts)
    if left:
        if not is_kept(queue, number + half, half, desk.words):
            return np.int32(1 << half)
    return np.int32(0)


@inlined
def is_kept(queue: SharedQueue, number: Number, half: Number, words: Halves) -> Flag:
    """Keep a round for the careful walk, if the queue has room."""
    place = next_place(queue.waiting, 0)
    if place >= queue.rounds.size:
        return False
    queue.rounds[place] = number
    for card in range(NINE):
        queue.words[index(place * NINE + card)] = half_of(words[card], half)
    return True


@inlined
def play_waiting(
    automaton: Automaton,
    start: Word,
    place: Number,
    desk: ThreadDesk,
    queue: SharedQueue,
    totals: Integers,
    counts: Integers,
) -> None:
    """Play one round of the queue."""
    for card in range(NINE):
        desk.halves[card] = np.uint32(queue.words[index(place * NINE + card)])
    play_alone(automaton, start, queue.rounds[place], desk, totals, counts)


@called
def play_alone(
    automaton: Automaton,
    start: Word,
    number: Number,
    desk: ThreadDesk,
    totals: Integers,
    counts: Integers,
) -> None:
    """Play a round carefully whose nine cards were drawn by *halves*, and add it up."""
    cards = np.uint32(automaton.numbers[lay.CARDS])
    types, own = np.uint32(automaton.numbers[lay.TYPES]), desk.careful
    for card in range(NINE):
        own.seen[card] = scaled(desk.halves[card], cards)
        own.cards[card] = scaled(desk.halves[card], types)
    own.numbers[0] = NINE
    own.places[0] = np.int64(start_of_shoe(start, number))
    own.hands[HAND_ROWS] = careful_walk(Alone(), automaton, own, None, True, desk.careful_watch)
    add_round(automaton, own, 1, 0, totals, counts)
