"""What rounds of several spots come to, lane by lane, while a block adds them up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import inlined
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.layout import Bytes, Integers, Smalls


class LaneSums(NamedTuple):
    """What the round of each lane comes to; all of it is overwritten."""

    nets: Integers
    """Of the main wagers."""
    beside: Integers
    """Of everything else."""
    bonuses: Integers
    """Of the super bonuses, envy included."""
    insurances: Integers
    sides: Integers
    """Of each side wager, one after the other."""
    lines: Bytes
    """The line that each spot gets on each side wager: see `line_place`."""
    moved: Bytes
    """For each spot 1 more than the line whose winnings were moved, or 0."""
    found: Integers | Smalls
    """How often each class of hands has come since the block began."""


def room_for_sums(sides: int, lanes: int = lay.LANES) -> LaneSums:
    """Where a block adds up what rounds with so many side wagers come to."""
    each = np.zeros(lanes, np.int64)
    return LaneSums(
        nets=each,
        beside=each.copy(),
        bonuses=each.copy(),
        insurances=each.copy(),
        sides=np.zeros(sides * lanes, np.int64),
        lines=np.zeros(sides * at.SPOTS_MAX * lanes, np.uint8),
        moved=np.zeros(at.SPOTS_MAX * lanes, np.uint8),
        found=np.zeros(lay.LARGE, np.int64),
    )


@inlined
def line_place(lanes: Number, side: Number, spot: Number, lane: Number) -> Number:
    """Where it is kept which line a spot of one of *lanes* gets on a side wager."""
    return (side * at.SPOTS_MAX + spot) * lanes + lane
