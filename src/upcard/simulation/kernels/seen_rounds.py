"""What rounds that are played step by step show and pay, and where the stream has their cards."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from upcard.game.decisions import Decision
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import inlined
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.layout import Integers

Flags = NDArray[np.bool_]
Marks = NDArray[np.int8]

ACTIONS: Final = len(at.ACTIONS)
FEATURES: Final = len(at.FEATURES)
STAND: Final = at.ACTIONS.index(Decision.STAND)
DOUBLE: Final = at.ACTIONS.index(Decision.DOUBLE)
SPLIT: Final = at.ACTIONS.index(Decision.SPLIT)
ZAP: Final = at.ACTIONS.index(Decision.ZAP)
ONLY_STAND: Final = 1 << STAND
"""What may be done in a round that is decided: a stand, so that its reward is not lost."""
ZAP_OR_STAND: Final = ONLY_STAND | 1 << ZAP
"""What may be done before the dealer looks: standing keeps the cards for now."""
ROUNDS_IN_BLOCK: Final = 20
"""A block of the stream has two to the power of this rounds."""


class SeenRounds(NamedTuple):
    """What one step shows of every round."""

    hand: Integers
    """A row of features for each round."""
    mask: Marks
    rewards: NDArray[np.float64]
    is_over: Flags
    is_legal: Flags
    is_asked: Flags
    """Whether the action counted: it does not where the step dealt a new round."""


class Money(NamedTuple):
    """The wager in cents, and how many cents a unit of the tables is."""

    wager: int
    unit: int


def nothing_seen(count: int) -> SeenRounds:
    """Room for what a step shows of so many rounds."""
    return SeenRounds(
        hand=np.empty((count, FEATURES), np.int64),
        mask=np.empty((count, ACTIONS), np.int8),
        rewards=np.empty(count, np.float64),
        is_over=np.empty(count, np.bool_),
        is_legal=np.empty(count, np.bool_),
        is_asked=np.empty(count, np.bool_),
    )


@inlined
def block_of(one: Number, count: Number, number: Number) -> tuple[Number, Number]:
    """Where the stream has a round of one of *count*: the block, and the shoe of the block."""
    block = one + count * (number >> ROUNDS_IN_BLOCK)
    return block, number & ((1 << ROUNDS_IN_BLOCK) - 1)
