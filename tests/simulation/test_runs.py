"""Runs add up to the same bits whatever the threads, and can be stopped, kept and extended."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.simulation import (
    Packed,
    Run,
    Setup,
    SetupError,
    packed,
    read_run,
    runs,
    simulate,
)
from upcard.simulation.kernels import compilation
from upcard.simulation.runs import standard_error_of_main
from upcard.simulation.vector_engines import chosen_engine, is_compiled

ROUNDS = 50_000


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BLOCK_SHOES", 4096)
    monkeypatch.setattr(runs, "BLOCK_SHOES_TO_A_CUT", 100)


@pytest.fixture(scope="module")
def bahama() -> Packed:
    table = game("bahama-wsgc")
    sides = {name: Cents(100) for name in table.offers}
    return packed(Setup(game=table, chart=chart_for(table), sides=sides, spots=2))


def test_threads_do_not_change_a_bit(bahama: Packed) -> None:
    one = simulate(bahama, rounds=ROUNDS, seed=7, threads=1)
    three = simulate(bahama, rounds=ROUNDS, seed=7, threads=3)

    assert one == three
    assert one.tally.rounds == ROUNDS


def test_another_seed_is_another_run(bahama: Packed) -> None:
    assert simulate(bahama, rounds=5000, seed=7) != simulate(bahama, rounds=5000, seed=8)


def test_a_run_that_is_extended_is_the_run_that_was_never_stopped(bahama: Packed) -> None:
    whole = simulate(bahama, rounds=ROUNDS, seed=7)
    first = simulate(bahama, rounds=10_001, seed=7)
    kept = read_run(first.write())
    extended = simulate(bahama, rounds=ROUNDS, seed=7, start=kept)

    assert kept == first
    assert first.tally.rounds == 10_001
    assert extended == whole


def test_a_run_that_is_interrupted_keeps_its_whole_blocks(bahama: Packed) -> None:
    def stop_after_three(run: Run) -> None:
        if run.blocks == 3:
            raise KeyboardInterrupt

    stopped = simulate(bahama, rounds=ROUNDS, seed=7, threads=2, watch=stop_after_three)
    resumed = simulate(bahama, rounds=ROUNDS, seed=7, start=stopped)

    assert stopped.tally.rounds == 3 * 4096
    assert resumed == simulate(bahama, rounds=ROUNDS, seed=7)


def test_a_run_stops_at_the_first_block_that_is_sure_enough(bahama: Packed) -> None:
    found = simulate(bahama, rounds=ROUNDS, seed=7, threads=2, until_se=0.01)

    assert found.part.rounds == 0
    assert standard_error_of_main(bahama, found.tally) <= 0.01
    assert found == simulate(bahama, rounds=found.tally.rounds, seed=7)


def test_a_run_is_not_extended_under_another_seed(bahama: Packed) -> None:
    first = simulate(bahama, rounds=100, seed=7)
    with pytest.raises(SetupError, match="seed is 8: the saved run has 7"):
        simulate(bahama, rounds=200, seed=8, start=first)


def test_a_run_is_not_extended_under_other_rules(bahama: Packed) -> None:
    other = game("bahamas")
    first = simulate(Setup(game=other, chart=chart_for(other)), rounds=100, seed=7)
    with pytest.raises(SetupError, match="other rules, other wagers or another chart"):
        simulate(bahama, rounds=200, seed=7, start=first)


def test_a_run_that_is_long_enough_stays_as_it_is(bahama: Packed) -> None:
    first = simulate(bahama, rounds=5000, seed=7)

    assert simulate(bahama, rounds=4999, seed=7, start=first) is first


def test_blocks_may_be_played_in_other_processes(bahama: Packed) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as workers:
        elsewhere = simulate(bahama, rounds=10_001, seed=7, executor=workers)

    # Blocks of 4096 rounds: the other process was told so with each of them.
    assert elsewhere == simulate(bahama, rounds=10_001, seed=7)


def test_a_kernel_that_has_run_is_kept_in_a_folder_named_after_its_sources(
    bahama: Packed, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulate(bahama, rounds=10, seed=7)
    folder = compilation.cache_folder()
    monkeypatch.setattr(compilation, "_sources", list)

    assert is_compiled(chosen_engine("auto", bahama))
    assert folder is not None
    assert any(folder.rglob("*play_lane_shoes*.nbc"))
    assert compilation._digest() not in folder.name


def test_a_seed_fits_in_64_bits(bahama: Packed) -> None:
    with pytest.raises(SetupError, match="seed is -1: write 0 to"):
        simulate(bahama, rounds=100, seed=-1)
    with pytest.raises(SetupError, match="rounds is 0: write 1 or more"):
        simulate(bahama, rounds=0, seed=1)


def test_a_shoe_to_a_cut_card_gives_the_same_bits_too() -> None:
    table = game("blackjack")
    setup = packed(Setup(game=table, chart=chart_for(table), cut=234))
    one = simulate(setup, rounds=20_000, seed=1)

    assert one == simulate(setup, rounds=20_000, seed=1, threads=2)
    # Whole shoes are played, and no more of them than it takes.
    assert 20_000 <= one.tally.rounds < 20_200
    # A round takes 5.4 cards or so: about 43 rounds to the cut card.
    assert 42 < one.whole.rounds / (100 * one.blocks) < 46


def test_a_run_to_a_cut_card_goes_on_to_the_same_bits() -> None:
    table = game("blackjack")
    setup = packed(Setup(game=table, chart=chart_for(table), cut=234))
    first = simulate(setup, rounds=7_000, seed=1)

    assert simulate(setup, rounds=20_000, seed=1, start=first) == simulate(
        setup, rounds=20_000, seed=1
    )
