"""How many rounds a second each engine of the simulator plays, beside a probe in C."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from benchmarks.simulate_bench import every_wager, main_wager
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.engine_names import PORTABLE
from upcard.simulation import Packed, Setup, packed
from upcard.simulation.card_counts import HI_LO
from upcard.simulation.runs import simulate
from upcard.simulation.setups.automata import automaton
from upcard.simulation.tallies import sizes_of
from upcard.simulation.vector_engines import ALONE, chosen_engine, engines_here, played_shoes

SEED = 2026
ROUNDS = 1 << 26
ROUNDS_OF_SEVEN = 1 << 24
SHOES_ALONE = 1 << 19
PASSES = 3
CUT = 234
GAMES = ("blackjack", "bahamas")
PROBE = Path(__file__).parent / "probes" / "fullvec64.c"
PROBE_ROUNDS = "1e9"
AVX2 = {
    "NUMBA_CPU_NAME": "haswell",
    "NUMBA_CPU_FEATURES": "+avx2,+avx,+bmi,+bmi2,+fma,+popcnt,+sse4.2,+ssse3,+sse4.1",
}
"""A processor with AVX2 and nothing newer, as Numba is told."""


def run() -> None:
    """Print millions of rounds a second of processor time: each engine, and the probe in C."""
    print(f"engines, main wager, one core, processor time, seed {SEED}, best of {PASSES}:")
    probe = _probe()
    for name in GAMES:
        for engine in engines_here():
            _tell(f"{name}, {engine}", rounds_per_second(name, engine), probe)
        _tell(f"{name}, {PORTABLE}, AVX2 forced", _elsewhere(name), probe)
    sides = every_wager(GAMES[1])
    for engine in engines_here():
        _tell(f"{GAMES[1]}, four side wagers, {engine}", _speed(sides, engine), probe)
    _tell_shoes()
    if probe is None:
        print("  the probe in C needs gcc or clang and AVX-512 VBMI: not measured here")
    else:
        _tell("the probe in C, blackjack alone", probe, probe)


def _tell_shoes() -> None:
    """Seven spots, counted to a cut card, beside one lane alone."""
    table = game(GAMES[0])
    setup = Setup(game=table, chart=chart_for(table), spots=7, cut=CUT, count=HI_LO)
    pack = packed(setup)
    speeds = {each: _speed(pack, each, ROUNDS_OF_SEVEN) for each in engines_here()}
    speeds[ALONE] = _alone(pack)
    for engine, speed in speeds.items():
        label = f"{GAMES[0]}, seven spots, counted, {engine}"
        beside = f"{speed / speeds[ALONE]:>8.2f} times a lane alone"
        print(f"  {label:<44}{speed / 1e6:>10.1f} million rounds/s{beside}")


def _alone(pack: Packed) -> float:
    """The speed of a lane alone, which plays few sessions."""
    best, told = 0.0, (automaton(pack), ALONE, sizes_of(pack.tables), SEED, 0)
    played_shoes(*told, 1)
    for _ in range(PASSES):
        began = process_time()
        (rounds,) = played_shoes(*told, SHOES_ALONE).rounds()
        best = max(best, rounds / (process_time() - began))
    return best


def _tell(label: str, speed: float, probe: float | None) -> None:
    beside = f"{speed / probe:>8.0%} of the probe" if probe else ""
    print(f"  {label:<44}{speed / 1e6:>10.1f} million rounds/s{beside}")


def rounds_per_second(name: str, engine: str) -> float:
    """The speed of an engine on one core, by the time that the processor spent on it."""
    return _speed(main_wager(name), engine)


def _speed(pack: Packed, engine: str, rounds: int = ROUNDS) -> float:
    best = 0.0
    chosen = chosen_engine(engine, pack)
    simulate(pack, rounds=1, seed=SEED, engine=chosen)
    for _ in range(PASSES):
        began = process_time()
        simulate(pack, rounds=rounds, seed=SEED, engine=chosen)
        best = max(best, rounds / (process_time() - began))
    return best


def _elsewhere(name: str) -> float:
    """The portable engine in a process that believes the processor to have AVX2 only."""
    command = [sys.executable, "-m", "benchmarks.engine_bench", name]
    env = {**os.environ, **AVX2}
    found = subprocess.run(command, check=True, env=env, capture_output=True, text=True)
    return float(found.stdout)


def _probe() -> float | None:
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None or "avx512" not in engines_here():
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "probe"
        options = ["-O3", "-march=native", "-DRNG=5", "-DPAIR=2", "-w"]
        subprocess.run([compiler, *options, str(PROBE), "-o", str(program), "-lm"], check=True)
        told = subprocess.run(
            [program, PROBE_ROUNDS], check=True, capture_output=True, text=True
        ).stdout
    speed = re.search(r"([\d.]+) Mr/s", told)
    assert speed is not None, told
    return float(speed[1]) * 1e6


if __name__ == "__main__":
    print(rounds_per_second(sys.argv[1], PORTABLE))
