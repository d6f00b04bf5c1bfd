"""Engines play the same rounds, bit for bit, and their means are the solver's."""

import os
import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest

from tests.lanes.lane_blocks_played import by_chart, played, seven_spots, shoes_played, with_sides
from tests.lanes.test_automata import FITTING
from upcard.catalogue_games import game
from upcard.simulation import Packed, Setup, figures, packed, simulate
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX
from upcard.simulation.kernels.lane_types import has_feature
from upcard.simulation.results.statistics import side_outcomes
from upcard.simulation.setups.expectations import exact_sides
from upcard.simulation.tallies import RunTally
from upcard.simulation.vector_engines import chosen_engine
from upcard.strategy.solutions import solve, solve_chart

ROOT = Path(__file__).resolve().parents[2]
IS_FULL = os.environ.get("UPCARD_AGREEMENT") == "full"
ENGINE = "avx512" if has_feature("avx512vbmi") else "portable"
ROUNDS = 1_000_000_000 if IS_FULL else 10_000_000
"""Of each game."""
OTHER_PROCESSORS = {
    "AVX2": "+avx2,+avx,+bmi,+bmi2,+popcnt,+sse4.2,+ssse3,+sse4.1",
    "no vector unit that looks tables up": "+sse2",
}


def elsewhere(name: str, what: str, number: int, **settings: str) -> str:
    """So many rounds or shoes in a process of its own, with other settings of Numba."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.lanes.lane_blocks_played"]
    found = subprocess.run(
        [*command, name, what, str(number)],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


@pytest.mark.skipif(ENGINE != "avx512", reason="this processor has no AVX-512 VBMI")
@pytest.mark.skipif(not IS_FULL, reason="compiles for one more engine: UPCARD_AGREEMENT=full")
@pytest.mark.parametrize("name", ["blackjack", "bahamas"])
def test_avx_512_plays_the_portable_engines_rounds(name: str) -> None:
    pack = by_chart(name)
    both = [
        played(pack, engine, seed=5, block=2, rounds=ROUNDS_MAX)
        for engine in ("avx512", "portable")
    ]

    assert both[0] == both[1]


def test_numpy_plays_the_rounds_of_the_machine_code() -> None:
    compiled = played(by_chart("blackjack"), ENGINE, seed=7, block=3, rounds=1200)

    assert elsewhere("blackjack", "rounds", 1200, NUMBA_DISABLE_JIT="1") == str(compiled)


def test_numpy_plays_the_shoes_of_the_machine_code() -> None:
    compiled = shoes_played(seven_spots("bahamas"), ENGINE, seed=7, block=3, shoes=70)

    assert elsewhere("bahamas", "shoes", 70, NUMBA_DISABLE_JIT="1") == str(compiled)


def test_side_wagers_of_blocks_are_those_of_shoes_within_chance() -> None:
    pack = with_sides("bahamas")
    tally = played(pack, ENGINE, seed=11, block=0, rounds=ROUNDS_MAX)
    found, exact = figures(pack, tally), exact_sides(pack)

    for name in pack.setup.sides:
        assert abs(found.wagers[name].z_score(exact[name].ev)) < 4
        assert sum(side_outcomes(pack, tally, list(pack.setup.sides).index(name)).values()) == (
            tally.rounds
        )
    other = figures(pack, shoes_played(pack, ENGINE, seed=11, block=0, shoes=1_000_000))
    for name, wager in other.wagers.items():
        assert found.wagers[name].variance == pytest.approx(wager.variance, rel=0.05, abs=1)
        correlation = other.correlation_with_main(name)
        assert found.correlation_with_main(name) == pytest.approx(correlation, abs=0.006)


@pytest.mark.skipif(not IS_FULL, reason="compiles for other processors: UPCARD_AGREEMENT=full")
@pytest.mark.parametrize("features", OTHER_PROCESSORS.values(), ids=OTHER_PROCESSORS)
def test_other_processors_play_the_same_rounds(features: str) -> None:
    compiled = played(by_chart("bahamas"), "portable", seed=7, block=3, rounds=ROUNDS_MAX)
    other = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": features}

    assert elsewhere("bahamas", "rounds", ROUNDS_MAX, **other) == str(compiled)
    shoes = shoes_played(seven_spots("bahamas"), "portable", seed=7, block=3, shoes=2000)
    assert elsewhere("bahamas", "shoes", 2000, **other) == str(shoes)


def test_a_block_has_as_many_rounds_as_are_asked_for() -> None:
    pack = by_chart("blackjack")
    few, more = (played(pack, ENGINE, seed=1, block=0, rounds=each) for each in (1000, 1001))

    assert (few.rounds, more.rounds) == (1000, 1001)
    assert sum(more.counts) - sum(few.counts) >= 1
    assert all(one <= other for one, other in zip(few.counts, more.counts, strict=True))


def test_seeds_and_blocks_have_rounds_of_their_own() -> None:
    pack = by_chart("blackjack")
    found = {
        played(pack, ENGINE, seed=seed, block=block, rounds=10_000)
        for seed, block in ((1, 0), (1, 1), (2, 0))
    }

    assert len(found) == 3


def by_the_solver(name: str) -> Packed:
    """A game by the solver's chart."""
    table = game(name)
    return packed(Setup(game=table, chart=solve(table.rules, table.decks).chart))


def z_score(name: str) -> float:
    """How many standard errors the mean of many rounds is from the chart's exact value."""
    pack = by_the_solver(name)
    engine = chosen_engine(ENGINE, pack)
    tally = simulate(pack, rounds=ROUNDS, seed=2026, engine=engine).tally
    setup = pack.setup
    assert setup.chart is not None
    rules = setup.game.rules.model_copy(update={"super_bonus": "none"})
    exact = solve_chart(rules, setup.game.decks, setup.chart, wager_cents=setup.wager).play.ev
    mean, deviation = mean_of(tally)
    wager = setup.wager / pack.unit
    return (mean / wager - exact) / (deviation / wager / sqrt(tally.rounds))


def mean_of(tally: RunTally) -> tuple[float, float]:
    """The mean and the standard deviation of the main wager's net, in units."""
    mean = tally.sum_of(at.MAIN) / tally.rounds
    return mean, sqrt(tally.squares_of(at.MAIN) / tally.rounds - mean * mean)


@pytest.mark.parametrize("name", FITTING if IS_FULL else ["blackjack", "bahamas"])
def test_the_mean_of_many_rounds_is_the_exact_value(name: str) -> None:
    assert abs(z_score(name)) < 4
