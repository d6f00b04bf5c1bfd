"""A cluster plays the same blocks to the same bits, and a worker may die on the way."""

import os
import signal
import sys

import pytest

from tests.simulation.charts import chart_for
from upcard.games import game
from upcard.simulation import Packed, Run, Setup, SetupError, packed, runs, simulate
from upcard.simulation.clusters import dask_executor

ROUNDS = 100_000


@pytest.fixture
def bahamas(monkeypatch: pytest.MonkeyPatch) -> Packed:
    monkeypatch.setattr(runs, "BLOCK_SHOES", 4096)
    table = game("bahamas")
    return packed(Setup(game=table, chart=chart_for(table)))


@pytest.mark.parametrize("device", ["dask://", "dask://somewhere", "dask://:8786", "ray://a:1"])
def test_a_device_is_written_with_host_and_port(device: str) -> None:
    with pytest.raises(SetupError, match="write dask://HOST:PORT"), dask_executor(device):
        pass


def test_without_dask_a_cluster_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SetupError, match="install dask"), dask_executor("dask://local:2"):
        pass


def test_a_cluster_gives_the_same_totals_also_after_a_worker_is_killed(bahamas: Packed) -> None:
    distributed = pytest.importorskip("distributed")

    def kill_a_worker(run: Run) -> None:
        if run.blocks == 3:
            os.kill(next(iter(distributed.get_client().run(os.getpid).values())), signal.SIGKILL)

    with dask_executor("dask://local:2") as workers:
        found = simulate(bahamas, rounds=ROUNDS, seed=7, executor=workers, watch=kill_a_worker)

    assert found == simulate(bahamas, rounds=ROUNDS, seed=7)
