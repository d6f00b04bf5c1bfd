"""A block of lanes, played and added up."""

import numpy as np

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.kernels.lane_blocks import a_desk, no_recording, play_lanes
from upcard.simulation.kernels.lane_tables import Avx512, Engine, Portable
from upcard.simulation.setups.automata import automaton
from upcard.simulation.tallies import RunTally, nothing, tally_of

ENGINES: dict[str, Engine] = {"avx512": Avx512(), "portable": Portable()}


def by_chart(name: str) -> Packed:
    """A game by a plausible chart, with nothing but the main wager."""
    table = game(name)
    return packed(Setup(game=table, chart=chart_for(table)))


def played(pack: Packed, engine: str, *, seed: int, block: int, rounds: int) -> RunTally:
    """The first rounds of a block."""
    totals, counts = nothing(pack.tables)
    found = np.zeros(256, np.int64)
    play_lanes(
        ENGINES[engine],
        automaton(pack),
        np.uint64(seed),
        np.uint64(block),
        rounds,
        a_desk(),
        a_desk(),
        no_recording(),
        found,
        totals,
        counts,
    )
    return tally_of(totals, counts)


if __name__ == "__main__":
    # Where Numba compiles nothing, NumPy plays the same rounds.
    import sys

    _, name, rounds = sys.argv
    print(played(by_chart(name), "portable", seed=7, block=3, rounds=int(rounds)))
