"""Blocks of a run on a Dask cluster: the same bits as threads, also when a worker dies."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from upcard.simulation.packing import SetupError

SCHEME = "dask://"


@contextmanager
def dask_executor(device: str) -> Iterator[Executor]:
    """
    Who plays blocks on the cluster at *device*, for `simulate(executor=...)`.

    Written dask://HOST:PORT for a cluster that runs already, and dask://local:WORKERS for one that
    is started here and stopped afterwards.
    """
    host, _, port = device.removeprefix(SCHEME).partition(":")
    if not device.startswith(SCHEME) or not host or not port.isdecimal():
        raise SetupError(f"device is {device!r}: write dask://HOST:PORT or dask://local:WORKERS")
    distributed = _distributed()
    if host == "local":
        with (
            distributed.LocalCluster(
                n_workers=int(port), threads_per_worker=1, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()
    else:
        with distributed.Client(f"tcp://{host}:{port}") as client:
            yield client.get_executor()


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as missing:
        raise SetupError(
            "a cluster needs Dask, which is not installed: install dask[distributed], "
            "or take --device cpu"
        ) from missing
