"""A graphics card plays the same blocks to the same bits, and says what it lacks to do so."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.house.sources import ROOT
from tests.lanes.lane_blocks_played import by_chart, with_sides
from tests.rounds.finding import LIBRARY, golden_rules
from tests.simulation.card_setups import card_setups
from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.commands import doctor
from upcard.money import Cents
from upcard.simulation import Packed, Setup, SetupError, packed, runs, simulate
from upcard.simulation.card_counts import HI_LO
from upcard.simulation.gpu import gpu_devices
from upcard.simulation.gpu.gpu_builds import build_cubins, cubin_path
from upcard.simulation.gpu.gpu_devices import (
    LaneLaunch,
    Launch,
    ShoeLaunch,
    Sums,
    card_here,
    card_names,
    ways_here,
)
from upcard.simulation.gpu.gpu_runs import GpuExecutor, gpu_executor
from upcard.simulation.gpu.stream_jumps import jumps
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import gpu_folder
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX
from upcard.simulation.tallies import RunTally, nothing, sizes_of
from upcard.simulation.vector_engines import chosen_engine, engines_here, played_lanes, played_shoes

SEED = 2026
FASTEST = engines_here()[0]
KERNELS = (
    "play_usual_lanes",
    "play_lanes_alone",
    "play_lanes_beside",
    "play_lanes_watched",
    "play_dealt_shoes",
)


class Accountant:
    """No card at all: plays the blocks of a launch one by one on the processor."""

    name = way = "accountant"

    def __init__(self) -> None:
        self.launches: list[Launch] = []

    def begin(self, launch: Launch) -> Callable[[], Sums]:
        """Note the launch; play when the result is asked for."""
        self.launches.append(launch)
        return lambda: self._played(launch)

    def _played(self, launch: Launch) -> Sums:
        blocks = range(launch.first, launch.first + launch.blocks)
        found = [self._block(launch, block) for block in blocks]
        totals = np.array([tally.totals for tally in found], np.int64)
        return totals.ravel(), np.array([tally.counts for tally in found], np.int64).ravel()

    def _block(self, launch: Launch, block: int) -> RunTally:
        told = launch.automaton, FASTEST, launch.sizes, launch.seed, block
        if isinstance(launch, LaneLaunch):
            return played_lanes(*told, ROUNDS_MAX).together()
        assert isinstance(launch, ShoeLaunch)
        return played_shoes(*told, launch.shoes).together()


class Broken:
    """A toolkit with a part missing."""

    way = "numba-cuda"

    def __init__(self) -> None:
        raise OSError("no libnvvm.so")


class Working:
    """A toolkit that finds its card."""

    way = "CuPy"


@pytest.fixture
def bahamas(monkeypatch: pytest.MonkeyPatch) -> Packed:
    monkeypatch.setattr(runs, "BLOCK_SHOES", 1000)
    monkeypatch.setattr(runs, "BLOCK_SHOES_TO_A_CUT", 100)
    table = game("bahamas")
    return packed(Setup(game=table, chart=chart_for(table), spots=2))


def test_a_simulated_card_gives_the_bits_of_a_processor() -> None:
    # UPCARD_GPU=full plays every kernel, which compiles for two minutes more.
    which = ["all"] if os.environ.get("UPCARD_GPU") == "full" else []
    program = [sys.executable, "-m", "tests.simulation.gpu_simulator", *which]
    simulated = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(program, cwd=ROOT, env=simulated, capture_output=True, text=True)

    assert done.stdout == "the same bits\n", done.stderr


@pytest.mark.skipif(not card_names(), reason="this machine has no NVIDIA GPU here")
@pytest.mark.skipif(not ways_here(), reason="neither numba-cuda nor CuPy is installed")
def test_a_real_card_gives_the_bits_of_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BLOCK_SHOES", 1 << 16)
    monkeypatch.setattr(runs, "BLOCK_SHOES_TO_A_CUT", 1 << 11)
    card = card_here()
    for pack, rounds in card_setups():
        found = simulate(pack, rounds=rounds, seed=SEED, executor=GpuExecutor(card))

        assert found == simulate(pack, rounds=rounds, seed=SEED, threads=2)


@pytest.mark.parametrize("rounds", [1, 999, 1000, 2500, 7001])
def test_stretches_bring_every_block_back_in_its_place(
    bahamas: Packed, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GpuExecutor, "together", 3)
    card = Accountant()
    found = simulate(bahamas, rounds=rounds, seed=SEED, executor=GpuExecutor(card))

    assert found == simulate(bahamas, rounds=rounds, seed=SEED)
    assert max(launch.blocks for launch in card.launches) <= 3
    shoes = [one.blocks * one.shoes for one in card.launches if isinstance(one, ShoeLaunch)]
    assert sum(shoes) == rounds


@pytest.mark.parametrize("rounds", [1, ROUNDS_MAX, 5 * ROUNDS_MAX + 7])
def test_a_card_plays_whole_blocks_of_lanes_and_the_processor_the_rest(
    rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GpuExecutor, "together", 3)
    pack, card = by_chart("bahamas"), Accountant()
    found = simulate(pack, rounds=rounds, seed=SEED, executor=GpuExecutor(card))

    assert found == simulate(pack, rounds=rounds, seed=SEED)
    assert found.tally.rounds == rounds
    assert {launch.kernel for launch in card.launches} <= {"play_usual_lanes"}
    assert sum(launch.blocks for launch in card.launches) >= found.blocks


def test_what_few_games_have_takes_a_kernel_of_its_own() -> None:
    table = game(golden_rules(LIBRARY))
    sides = {"bust-it": Cents(100)}
    watched = packed(Setup(game=table, chart=chart_for(table), sides=sides))
    for pack, kernel in (
        (by_chart("free-bet"), "play_lanes_alone"),
        (by_chart("zappit"), "play_lanes_alone"),
        (with_sides("bahamas"), "play_lanes_beside"),
        (watched, "play_lanes_watched"),
    ):
        card = Accountant()
        simulate(pack, rounds=ROUNDS_MAX, seed=SEED, executor=GpuExecutor(card))

        assert {launch.kernel for launch in card.launches} == {kernel}


def test_a_jump_goes_as_far_as_the_published_one() -> None:
    published = (0x8764000B, 0xF542D2D3, 0x6FA035C3, 0x77F2DB5B)

    assert tuple(jumps(1 << 64, 2)[4:].tolist()) == published


def test_a_run_of_a_card_may_be_extended_by_a_processor(bahamas: Packed) -> None:
    first = simulate(bahamas, rounds=2500, seed=SEED, executor=GpuExecutor(Accountant()))
    extended = simulate(bahamas, rounds=5000, seed=SEED, start=first)

    assert extended == simulate(bahamas, rounds=5000, seed=SEED)


def test_a_shoe_to_a_cut_card_starts_no_more_blocks_than_it_may_need(bahamas: Packed) -> None:
    pack = packed(replace(bahamas.setup, cut=200))
    card = Accountant()
    found = simulate(pack, rounds=20_000, seed=SEED, executor=GpuExecutor(card))

    assert found == simulate(pack, rounds=20_000, seed=SEED)
    assert sum(launch.blocks for launch in card.launches) <= found.blocks + 3


def test_a_card_has_room_for_the_totals_of_every_setup() -> None:
    table = game("bahama-wsgc")
    sides = {name: Cents(100) for name in table.offers}
    pack = packed(Setup(game=table, chart=chart_for(table), sides=sides, count=HI_LO))
    totals, counts = nothing(pack.tables)
    room = at.WAGERS + at.WAGER_FIELDS * (at.FIRST_SIDE + at.SIDES_MAX)

    assert len(sides) <= at.SIDES_MAX
    assert totals.size <= room + at.TRUE_COUNTS * at.COUNT_FIELDS
    assert counts.size <= at.CELLS + at.VERDICTS * at.SIDES_MAX


def test_a_card_plays_runs_and_nothing_else(bahamas: Packed) -> None:
    with pytest.raises(SetupError, match="a GPU only plays whole runs"):
        GpuExecutor(Accountant()).submit(print, "no block")


def test_without_a_card_a_run_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_devices, "card_names", list)
    with pytest.raises(SetupError, match="this machine has no NVIDIA GPU"):
        gpu_executor()


def test_without_numba_cuda_and_cupy_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu_devices, "card_names", lambda: ["NVIDIA Something"])
    monkeypatch.setattr(gpu_devices, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"neither is installed: pip install 'upcard\[gpu\]'"):
        card_here()
    finding = doctor._gpu()

    assert finding.ok
    assert finding.detail.startswith("NVIDIA Something, but a GPU needs numba-cuda or CuPy")


def test_a_toolkit_that_does_not_work_is_told_and_the_next_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ways: list[type] = [Broken, Working]
    monkeypatch.setattr(gpu_devices, "card_names", lambda: ["NVIDIA Something"])
    monkeypatch.setattr(gpu_devices, "ways_here", lambda: ways)

    assert isinstance(card_here(), Working)
    ways.remove(Working)
    with pytest.raises(SetupError, match=r"numba-cuda does not work here \(no libnvvm\.so\)"):
        card_here()
    assert not doctor._gpu().ok


def test_the_doctor_has_looked_for_a_card() -> None:
    assert doctor._gpu().detail == "no NVIDIA GPU found (optional)" or card_names()


@pytest.mark.parametrize("architecture", ["90", "sm_", "sm_9", "sm_9x"])
def test_an_architecture_is_written_as_nvidia_writes_it(architecture: str) -> None:
    with pytest.raises(SetupError, match="write sm_ and a number, like sm_90"):
        build_cubins(architecture)


def test_building_without_numba_cuda_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.simulation.gpu.gpu_builds.find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"install 'upcard\[gpu\]'"):
        build_cubins("sm_90")


def test_machine_code_is_kept_by_its_sources_and_not_in_the_repository() -> None:
    path = cubin_path("play_dealt_shoes", "sm_90")
    folder = gpu_folder()

    assert path is not None
    assert folder is not None
    assert path.parent == folder
    assert folder.name.startswith("gpu-")
    assert any(part in ("__pycache__", ".cache") for part in path.parts)


def test_kernels_are_built_without_a_card(tmp_path: Path) -> None:
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")
    pytest.importorskip("cuda.bindings.nvjitlink", reason="NVIDIA's linker is not installed")
    program = [sys.executable, "-m", "upcard.simulation.gpu.gpu_builds", "sm_90"]
    kept = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(program, cwd=ROOT, env=kept, capture_output=True, text=True)
    built = [Path(line) for line in done.stdout.splitlines()]

    assert [path.name for path in built] == [f"{name}-sm_90.cubin" for name in KERNELS]
    assert all(path.read_bytes().startswith(b"\x7fELF") for path in built), done.stderr


def test_a_stretch_is_started_once_and_waited_for_once(bahamas: Packed) -> None:
    card = Accountant()
    executor, engine = GpuExecutor(card), chosen_engine("auto", bahamas)
    told = engine.automaton, engine.name, sizes_of(bahamas.tables), SEED
    played = executor.submit(played_shoes, *told, 0, 10, 4)

    assert played.result() is played.result()
    assert [launch.blocks for launch in card.launches] == [4]
    singly = [played_shoes(*told, block, 10).together() for block in range(4)]
    assert played.result().each() == singly
    assert played.result().together(3) == singly[0] + singly[1] + singly[2]


def test_a_run_until_it_is_sure_ends_at_the_same_block_as_a_processors(
    bahamas: Packed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GpuExecutor, "together", 5)
    card = GpuExecutor(Accountant())
    found = simulate(bahamas, rounds=10**6, seed=SEED, until_se=0.02, executor=card)

    assert found == simulate(bahamas, rounds=10**6, seed=SEED, until_se=0.02)
    assert found.blocks % 5


@pytest.mark.parametrize("together", [1, 2, 7])
def test_a_run_to_a_cut_card_needs_no_block_whole_to_know_the_next(
    bahamas: Packed, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A block has two shoes only, so that many a stretch turns out to hold the last block.
    monkeypatch.setattr(runs, "BLOCK_SHOES_TO_A_CUT", 2)
    monkeypatch.setattr(GpuExecutor, "together", together)
    pack = packed(replace(bahamas.setup, cut=200))
    for rounds in range(1, 400, 7):
        found = simulate(pack, rounds=rounds, seed=SEED, executor=GpuExecutor(Accountant()))

        assert found == simulate(pack, rounds=rounds, seed=SEED)
        assert found.rounds >= rounds
