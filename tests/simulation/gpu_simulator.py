"""
Runs on a graphics card that Numba plays in Python, compared with the processor's, bit for bit.

It is a program of its own: NUMBA_ENABLE_CUDASIM=1 must be set before Numba is imported. With the
word all it plays every kernel; without it, lanes beside side wagers, which take every path of
lanes. Nearly all of its time goes to compiling.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np

from tests.lanes.lane_blocks_played import with_sides
from tests.simulation.card_setups import card_setups
from upcard.simulation import runs, simulate
from upcard.simulation.gpu.gpu_devices import LaneLaunch, Launch, Sums
from upcard.simulation.gpu.gpu_runs import GpuExecutor
from upcard.simulation.kernels import gpu_kernels
from upcard.simulation.kernels.compilation import numba_keeps_here
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX, STEPS
from upcard.simulation.kernels.lane_shoe_blocks import play_shoes_alone
from upcard.simulation.kernels.lane_threads import play_steps, play_waiting, state_of

SEED = 2026
SHOES = 150
"""More than a group has threads, so that two groups share a block."""


class SimulatedCard:
    """A card whose kernels run in Python, around the rules as a processor compiles them."""

    name = way = "simulated"

    def __init__(self) -> None:
        self.kernels: set[str] = set()

    def begin(self, launch: Launch) -> Callable[[], Sums]:
        """Play at once."""
        if isinstance(launch, LaneLaunch):
            # Threads of the simulator are slow to wait for each other. Two groups share a block,
            # and each deals so often that its queue overflows.
            launch = replace(launch, parts=2, deals=STEPS // 32)
        # Inside a tuple the simulator leaves arrays as they are, and compiled rules take them.
        arguments = launch.arguments(lambda array: array)
        kernel = gpu_kernels.compiled(launch.kernel)
        if launch.kernel not in self.kernels:
            # One thread alone comes first, so that the others need not wait for a compiler.
            kernel[1, 1, 0, launch.shared](*arguments, *room_for(launch))
        self.kernels.add(launch.kernel)
        sums = room_for(launch)
        groups = launch.blocks * launch.parts
        kernel[groups, launch.threads, 0, launch.shared](*arguments, *sums)
        return lambda: sums


def room_for(launch: Launch) -> Sums:
    """Totals and counts of all blocks."""
    totals, counts = (np.zeros(launch.blocks * size, np.int64) for size in launch.sizes)
    return totals, counts


def keep_rules() -> None:
    """Let Numba keep what threads call: the program itself keeps whole blocks only."""
    with numba_keeps_here():
        for rules in (play_shoes_alone, state_of, play_steps, play_waiting):
            cast(Any, rules).enable_caching()


def main() -> None:
    """Play both ways, and fail where one bit differs."""
    runs.BLOCK_SHOES = runs.BLOCK_SHOES_TO_A_CUT = SHOES  # type: ignore[misc]
    keep_rules()
    card = SimulatedCard()
    is_all = "all" in sys.argv[1:]
    setups = list(card_setups()) if is_all else [(with_sides("bahamas"), ROUNDS_MAX)]
    for pack, most in setups:
        rounds = (ROUNDS_MAX if most >= ROUNDS_MAX else SHOES) + 10
        found = simulate(pack, rounds=rounds, seed=SEED, executor=GpuExecutor(card))
        assert found == simulate(pack, rounds=rounds, seed=SEED), pack.setup.game.rules.name
        assert found.tally.rounds >= rounds
    expected = set(gpu_kernels.KERNELS) if is_all else {"play_lanes_beside"}
    assert card.kernels == expected, card.kernels
    print("the same bits")


if __name__ == "__main__":
    main()
