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

from tests.lanes.lane_blocks_played import by_chart, with_sides
from tests.rounds.finding import PUSH_22, golden_rules
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.engine_names import AUTO
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed, runs, simulate
from upcard.simulation.card_counts import HI_LO
from upcard.simulation.gpu.gpu_devices import LaneLaunch, Launch, ShoeLaunch, Sums
from upcard.simulation.gpu.gpu_runs import GpuExecutor
from upcard.simulation.kernels import gpu_kernels
from upcard.simulation.kernels.block_kernels import play_shoes
from upcard.simulation.kernels.compilation import numba_keeps_here
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX, STEPS
from upcard.simulation.kernels.lane_threads import play_steps, play_waiting, state_of
from upcard.simulation.vector_engines import chosen_engine

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
        if isinstance(launch, ShoeLaunch):
            # Settings as an array, as on the processor: for them the rules are compiled already.
            arguments = (launch.tables, *arguments[1:])
        kernel = gpu_kernels.compiled(launch.kernel)
        if launch.kernel not in self.kernels:
            # One thread alone comes first, so that the others need not wait for a compiler.
            kernel[1, 1](*arguments, *room_for(launch))
        self.kernels.add(launch.kernel)
        sums = room_for(launch)
        kernel[launch.blocks * launch.parts, launch.threads](*arguments, *sums)
        return lambda: sums


def room_for(launch: Launch) -> Sums:
    """Totals and counts of all blocks."""
    totals, counts = (np.zeros(launch.blocks * size, np.int64) for size in launch.sizes)
    return totals, counts


def keep_rules() -> None:
    """Let Numba keep what threads call: the program itself keeps whole blocks only."""
    with numba_keeps_here():
        for rules in (play_shoes, state_of, play_steps, play_waiting):
            cast(Any, rules).enable_caching()


def of_shoes() -> list[Packed]:
    """Setups for the scalar kernel: everything at once; then Push 22 and a parlay."""
    full, push_22 = game("bahama-wsgc"), game(golden_rules(PUSH_22))
    money = game("house-money")
    sides = {name: Cents(100) for name in full.offers}
    return [
        packed(
            Setup(
                game=full,
                chart=chart_for(full),
                sides=sides,
                spots=3,
                cut=100,
                count=HI_LO,
                insures=full.rules.insurance != "none",
            )
        ),
        packed(Setup(game=push_22, chart=chart_for(push_22), sides={"push-22": Cents(100)})),
        packed(
            Setup(
                game=money,
                chart=chart_for(money),
                sides={"house-money": Cents(500)},
                moves=frozenset((10, 10, up, True) for up in range(1, 11)),
            )
        ),
    ]


def main() -> None:
    """Play both ways, and fail where one bit differs."""
    runs.BLOCK_SHOES = runs.BLOCK_SHOES_TO_A_CUT = SHOES  # type: ignore[misc]
    keep_rules()
    card = SimulatedCard()
    is_all = "all" in sys.argv[1:]
    for pack in of_shoes() if is_all else ():
        rounds = SHOES + 10
        found = simulate(pack, rounds=rounds, seed=SEED, executor=GpuExecutor(card))
        assert found == simulate(pack, rounds=rounds, seed=SEED), pack.setup.game.rules.name
        assert found.tally.rounds >= rounds
    for pack in (with_sides("bahamas"), *([by_chart("blackjack")] if is_all else [])):
        engine, rounds = chosen_engine(AUTO, pack, on_gpu=True), ROUNDS_MAX + 10
        assert engine.automaton is not None
        executor = GpuExecutor(card)
        found = simulate(pack, rounds=rounds, seed=SEED, executor=executor, engine=engine)
        assert found == simulate(pack, rounds=rounds, seed=SEED, engine=engine), engine.name
        assert found.blocks >= 1
        assert found.tally.rounds == rounds
    expected = set(gpu_kernels.KERNELS) if is_all else {"play_lanes_beside"}
    assert card.kernels == expected, card.kernels
    print("the same bits")


if __name__ == "__main__":
    main()
