"""How many rounds a second a graphics card plays, and whether its bits are the processor's."""

from dataclasses import replace
from time import perf_counter

from benchmarks.simulate_bench import GAMES, SEED, every_wager, main_wager
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.simulation import Packed, Setup, SetupError, packed, simulate
from upcard.simulation.card_counts import HI_LO
from upcard.simulation.gpu.gpu_devices import GraphicsCard, card_here
from upcard.simulation.gpu.gpu_runs import GpuExecutor
from upcard.simulation.runs import BLOCK_SHOES

ROUNDS = 1 << 36
ROUNDS_OF_MORE = 1 << 32
"""Side wagers, many spots and cut cards take longer."""
PASSES = 3
COMPARED = 3 * BLOCK_SHOES + 12_345
"""Whole blocks, and a part of one."""


def run() -> None:
    """Print rounds a second of whole runs, adding up included, and compare some with the CPU."""
    try:
        card = card_here()
    except SetupError as error:
        print(f"graphics card: not measured, {error}")
        return
    print(f"graphics card: {card.name} through {card.way}, seed {SEED}, best of {PASSES}:")
    for label, pack, rounds in _setups():
        _compare(card, pack)
        rate = _rounds_per_second(card, pack, rounds)
        print(f"  {label:<44}{rate / 1e9:>10.3f} billion rounds/s, the CPU's bits")


def _setups() -> list[tuple[str, Packed, int]]:
    found = [(f"{name}, main wager, fresh shoes", main_wager(name), ROUNDS) for name in GAMES]
    sides = every_wager("bahamas")
    seven = packed(replace(sides.setup, spots=7))
    found.append(("bahamas, four side wagers", sides, ROUNDS_OF_MORE))
    found.append(("bahamas, four side wagers, seven spots", seven, ROUNDS_OF_MORE))
    table = game("blackjack")
    counted = Setup(game=table, chart=chart_for(table), cut=234, count=HI_LO, insures=True)
    found.append(("blackjack, insured and counted to a cut card", packed(counted), ROUNDS_OF_MORE))
    return found


def _compare(card: GraphicsCard, pack: Packed) -> None:
    """Fail where a run of the card and one of the processor differ in any number."""
    found = simulate(pack, rounds=COMPARED, seed=SEED, executor=GpuExecutor(card))
    expected = simulate(pack, rounds=COMPARED, seed=SEED, threads=2)
    assert found == expected, f"{pack.setup.game.rules.name}: the card played other rounds"


def _rounds_per_second(card: GraphicsCard, pack: Packed, rounds: int) -> float:
    best = 0.0
    for _ in range(PASSES):
        began, executor = perf_counter(), GpuExecutor(card)
        run = simulate(pack, rounds=rounds, seed=SEED, executor=executor)
        best = max(best, run.tally.rounds / (perf_counter() - began))
    return best


if __name__ == "__main__":
    run()
