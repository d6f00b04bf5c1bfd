"""A block of lanes, played and added up."""

import numpy as np

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.families import CardPlace
from upcard.money import Cents
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.card_counts import HI_LO
from upcard.simulation.kernels.lane_blocks import a_desk, play_lanes, room_to_count
from upcard.simulation.kernels.lane_engines import Avx512, Engine, Portable
from upcard.simulation.setups.automata import automaton
from upcard.simulation.tallies import RunTally, nothing, tally_of
from upcard.simulation.vector_engines import played_shoes

ENGINES: dict[str, Engine] = {"avx512": Avx512(), "portable": Portable()}


def by_chart(name: str) -> Packed:
    """A game by a plausible chart, with nothing but the main wager."""
    table = game(name)
    return packed(Setup(game=table, chart=chart_for(table)))


def with_sides(name: str) -> Packed:
    """The same with every side wager that lanes can play."""
    table = game(name)
    sides = {
        wager: offer.amount or Cents(100)
        for wager, offer in table.offers.items()
        if not {CardPlace.THIRD, CardPlace.DRAWN} & {*offer.sees}
    }
    sides = dict(list(sides.items())[: table.rules.games_max - 1])
    return packed(Setup(game=table, chart=chart_for(table), sides=sides))


def played(pack: Packed, engine: str, *, seed: int, block: int, rounds: int) -> RunTally:
    """The first rounds of a block."""
    totals, counts = nothing(pack.tables)
    tables = automaton(pack)
    play_lanes(
        ENGINES[engine],
        tables,
        np.uint64(seed),
        np.uint64(block),
        rounds,
        a_desk(),
        a_desk(),
        *room_to_count(tables),
        totals,
        counts,
    )
    return tally_of(totals, counts)


def shoes_played(pack: Packed, engine: str, *, seed: int, block: int, shoes: int) -> RunTally:
    """The first shoes of a block."""
    totals, counts = nothing(pack.tables)
    sizes = totals.size, counts.size
    return played_shoes(automaton(pack), engine, sizes, seed, block, shoes).together()


def seven_spots(name: str) -> Packed:
    """A game of seven spots that is counted to a cut card."""
    table = game(name)
    return packed(Setup(game=table, chart=chart_for(table), spots=7, cut=234, count=HI_LO))


if __name__ == "__main__":
    # Where Numba compiles nothing, NumPy plays the same rounds.
    import sys

    _, name, what, number = sys.argv
    if what == "rounds":
        print(played(by_chart(name), "portable", seed=7, block=3, rounds=int(number)))
    else:
        print(shoes_played(seven_spots(name), "portable", seed=7, block=3, shoes=int(number)))
