"""
Runs on a graphics card that Numba plays in Python, compared with the processor's, bit for bit.

It is a program of its own: NUMBA_ENABLE_CUDASIM=1 must be set before Numba is imported.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from tests.rounds.finding import PUSH_22, golden_rules
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed, runs, simulate
from upcard.simulation.card_counts import HI_LO
from upcard.simulation.gpu.gpu_devices import Launch, Sums
from upcard.simulation.gpu.gpu_runs import GpuExecutor
from upcard.simulation.kernels import gpu_kernels
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.block_kernels import play_shoes, start_of
from upcard.simulation.kernels.compilation import numba_keeps_here
from upcard.simulation.kernels.layout import ShoeArrays, Tables

SEED = 2026
SHOES = 300
"""More than a group has threads, so that two groups share a block."""


class SimulatedCard:
    """A card whose kernels run in Python, around the rules as a processor compiles them."""

    name = way = "simulated"

    def __init__(self) -> None:
        self.kernels: list[str] = []

    def begin(self, launch: Launch) -> Callable[[], Sums]:
        """Play at once."""
        settings: Any = launch.settings()
        # Inside a tuple the simulator leaves arrays as they are, and compiled rules take them.
        tables = Tables(settings, *launch.tables[1:])
        if not self.kernels:
            compile_rules(tables, launch)
        self.kernels.append(launch.kernel)
        totals, counts = (np.zeros(launch.blocks * size, np.int64) for size in launch.sizes)
        kernel = gpu_kernels.compiled(launch.kernel)[launch.blocks * launch.parts, at.THREADS]
        kernel(tables, launch.facts, *launch.scalars(), launch.sizes, totals, counts)
        return lambda: (totals, counts)


def compile_rules(tables: Tables, launch: Launch) -> None:
    """Play no shoe at all, so that the simulator's many threads need not wait for a compiler."""
    with numba_keeps_here():
        cast(Any, play_shoes).enable_caching()  # The program keeps whole blocks only.
    felt: Any = np.zeros(at.FELT, np.int32)
    counts: Any = np.zeros(launch.sizes[1], np.int32)
    totals = np.zeros(launch.sizes[0], np.int64)
    masks, notes = np.zeros((2, at.SHOE_WORDS), np.uint64)
    decks, types, rejected = map(np.uint64, launch.facts)
    shoe = ShoeArrays(masks, decks, types, rejected, notes, np.uint64(1), np.uint64(0))
    start = np.uint64(start_of(np.uint64(0), np.uint64(0)))
    play_shoes(tables, 0, np.int64(0), 1, felt, shoe, start, totals, counts)


def setups() -> list[Packed]:
    """One for each kernel, a lone main wager and all at once; then Push 22 and a parlay."""
    lone, full, push_22 = game("bahamas"), game("bahama-wsgc"), game(golden_rules(PUSH_22))
    money = game("house-money")
    sides = {name: Cents(100) for name in full.offers}
    return [
        packed(Setup(game=lone, chart=chart_for(lone))),
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
    card = SimulatedCard()
    for pack in setups():
        rounds = 2 * SHOES + 10
        found = simulate(pack, rounds=rounds, seed=SEED, executor=GpuExecutor(card))
        assert found == simulate(pack, rounds=rounds, seed=SEED), pack.setup.game.rules.name
        assert found.tally.rounds >= rounds
    assert set(card.kernels) == set(gpu_kernels.KERNELS), card.kernels
    print("the same bits")


if __name__ == "__main__":
    main()
