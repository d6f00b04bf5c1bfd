"""A cluster plays the same blocks to the same bits, and a worker may die on the way."""

import os
import signal
import socket
import sys
import time

import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.simulation import Packed, Run, Setup, SetupError, clusters, packed, runs, simulate
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
    wanted = r"pip install 'upcard\[cluster\]'"
    with pytest.raises(SetupError, match=wanted), dask_executor("dask://local:2"):
        pass


def test_a_cluster_that_does_not_answer_is_refused_within_ten_seconds() -> None:
    """A closed port, and a port where somebody else listens who never says a word."""
    assert 3 * clusters.ANSWER_S < 10
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        begun = time.monotonic()
        with pytest.raises(SetupError, match="no cluster answers there"):
            connect(f"dask://127.0.0.1:{port}")
    with pytest.raises(SetupError, match="no cluster answers there"):
        connect(f"dask://127.0.0.1:{port}")

    # On a busy machine the processor takes its time, too: what counts is that nobody waits long.
    assert time.monotonic() - begun < 60


def test_a_cluster_without_workers_is_refused_with_how_to_start_one() -> None:
    distributed = pytest.importorskip("distributed")
    with pytest.raises(SetupError, match="write 1 worker or more"):
        connect("dask://local:0")
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        wanted = f"has no workers; start one with dask worker {address}"
        with pytest.raises(SetupError, match=wanted):
            connect(f"dask://{address.removeprefix('tcp://')}")


def connect(device: str) -> None:
    """Take up the executor of a device, and let it go."""
    with dask_executor(device):
        pass


def test_a_cluster_gives_the_same_totals_also_after_a_worker_is_killed(bahamas: Packed) -> None:
    distributed = pytest.importorskip("distributed")

    def kill_a_worker(run: Run) -> None:
        if run.blocks == 3:
            os.kill(next(iter(distributed.get_client().run(os.getpid).values())), signal.SIGKILL)

    # Played here first: then the kernel is compiled once and not by every worker.
    expected = simulate(bahamas, rounds=ROUNDS, seed=7)
    with dask_executor("dask://local:2") as workers:
        found = simulate(bahamas, rounds=ROUNDS, seed=7, executor=workers, watch=kill_a_worker)

    assert found == expected
