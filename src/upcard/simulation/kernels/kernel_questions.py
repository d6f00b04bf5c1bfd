"""
What a kernel asks, and who answers: a chart, a tape of decisions, or nobody yet.

A tape that ends in `layout.UNANSWERED` is how a round is played step by step: the first question
that nobody has answered is noted, the hand stands for now, and the round is played again from its
first card once there is an answer. So a round that is stepped is the simulator's own.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import inlined
from upcard.simulation.kernels.draws import NO_BITS, ONE, Flag, Maybe, Number, Word, small
from upcard.simulation.kernels.layout import ShoeArrays

_CARDS_SHIFT: Final = np.uint64(20)
_FIRST_SHIFT: Final = np.uint64(26)
_SECOND_SHIFT: Final = np.uint64(34)
_HANDS_SHIFT: Final = np.uint64(42)
_ZAP_SHIFT: Final = np.uint64(46)
_PLACES: Final = np.uint64((1 << 20) - 1)
_SIX_BITS: Final = np.uint64(63)
_FOUR_BITS: Final = np.uint64(15)
BEFORE_PEEK: Final = 3
"""Of a question whether to zap, before the dealer looks; else as `Laid.is_zapped` numbers it."""


class Question(NamedTuple):
    """A hand at the moment it is asked."""

    place: Number
    """Its place in the table of decisions: side, up card, doubles, cards and state."""
    cards: Number
    """How many, also above nine."""
    first: Number
    second: Number
    hands: Number
    """How many hands the spot has."""
    zap: Number
    """`BEFORE_PEEK`, or `KEPT` if it was asked then, or 0."""


@inlined
def noted(question: Question) -> Word:
    """A question as one word, which is never 0: a hand has cards."""
    word = np.uint64(question.place) | np.uint64(question.cards) << _CARDS_SHIFT
    word |= np.uint64(question.first) << _FIRST_SHIFT
    word |= np.uint64(question.second) << _SECOND_SHIFT
    return word | np.uint64(question.hands) << _HANDS_SHIFT | np.uint64(question.zap) << _ZAP_SHIFT


@inlined
def read_question(word: Word) -> Question:
    """The question that `noted` made a word of."""
    return Question(
        np.int64(word & _PLACES),
        np.int64(word >> _CARDS_SHIFT & _SIX_BITS),
        np.int64(word >> _FIRST_SHIFT & _SIX_BITS),
        np.int64(word >> _SECOND_SHIFT & _SIX_BITS),
        np.int64(word >> _HANDS_SHIFT & _FOUR_BITS),
        np.int64(word >> _ZAP_SHIFT),
    )


@inlined
def answer(decision: Number, question: Question, shoe: ShoeArrays, tape: Maybe) -> Number:
    """
    The chart's decision, or the next one of the tape; nobody is asked if FORCED.

    Where the tape is at its end, the question is noted, and the hand stands.
    """
    if tape is None:
        return decision
    if decision == at.FORCED:
        return small(decision)
    place = shoe.notes[at.ANSWERS]
    told = tape[place]
    if told == at.UNANSWERED:
        if shoe.notes[at.ASKED] == NO_BITS:
            shoe.notes[at.ASKED] = noted(question)
        return small(at.STAND)
    shoe.notes[at.ANSWERS] = place + ONE
    return small(told)


@inlined
def is_open(shoe: ShoeArrays, tape: Maybe) -> Flag:
    """Whether a question waits for its answer: then nobody needs to know what the dealer draws."""
    if tape is None:
        return False
    return shoe.notes[at.ASKED] != NO_BITS
