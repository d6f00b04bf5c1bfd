"""Ray plays the same blocks to the same bits, and a worker may die on the way."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.simulation.charts import chart_for
from upcard.catalogue_games import game
from upcard.simulation import Packed, Run, Setup, SetupError, packed, runs, simulate
from upcard.simulation.clusters import ray_executor
from upcard.simulation.session_runs import play_sessions, session_plan

ROUNDS = 100_000


@pytest.fixture
def bahamas(monkeypatch: pytest.MonkeyPatch) -> Packed:
    monkeypatch.setattr(runs, "BLOCK_SHOES", 4096)
    table = game("bahamas")
    return packed(Setup(game=table, chart=chart_for(table)))


@pytest.mark.parametrize("device", ["ray://", "ray://somewhere", "ray://:10001", "rays"])
def test_a_device_is_ray_alone_or_with_host_and_port(device: str) -> None:
    with pytest.raises(SetupError, match="write ray or ray://HOST:PORT"), ray_executor(device, 2):
        pass


def test_without_ray_it_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    wanted = r"needs Ray.*install 'upcard\[ray\]'"
    with pytest.raises(SetupError, match=wanted), ray_executor("ray", 2):
        pass


# Ray is larger than all other requirements together, so `make` does not install it, on CI neither:
# without it this test is skipped by name. Install ray[client] beside the rest to run it.
def test_ray_gives_the_same_totals_also_after_a_worker_is_killed(bahamas: Packed) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: it is the extra named ray")
    killed = []
    plan = session_plan(bahamas, rounds=ROUNDS, session=100)

    with ray_executor("ray", 2) as workers:

        def kill_a_worker(run: Run) -> None:
            if run.blocks == 3:
                killed.append(workers.submit(lambda: os.getpid()).result())
                os.kill(killed[0], signal.SIGKILL)

        found = simulate(bahamas, rounds=ROUNDS, seed=7, executor=workers, watch=kill_a_worker)
        sessions = play_sessions(bahamas, plan, seed=7, executor=workers)

    assert len(killed) == 1
    assert not Path(f"/proc/{killed[0]}").exists()
    assert found == simulate(bahamas, rounds=ROUNDS, seed=7)
    assert sessions == play_sessions(bahamas, plan, seed=7)
