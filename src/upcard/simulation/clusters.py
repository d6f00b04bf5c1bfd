"""Run blocks on a Dask or Ray cluster, with the same bits as threads, even if a worker dies."""

from __future__ import annotations

import logging
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import Any, Final, TypeVar

from upcard.extras import install_command
from upcard.simulation.problems import SetupError

SCHEME = "dask://"
RAY: Final = "ray"
RAY_SCHEME: Final = "ray://"
ANSWER_S: Final = 3
"""How long a cluster may take to greet, to let a client in, and then to name a worker."""
GREETING_MAX: Final = 1_000_000
RAY_RETRIES: Final = 8
"""How often a block is given to another worker after one has died on it."""


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
    distributed = _module("distributed", "Dask", "cluster")
    if host == "local":
        if int(port) < 1:
            raise SetupError(f"device is {device!r}: write 1 worker or more")
        with (
            distributed.LocalCluster(
                n_workers=int(port), threads_per_worker=1, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()
    else:
        with _client(distributed, device, f"tcp://{host}:{port}") as client:
            yield client.get_executor()


def _client(distributed: ModuleType, device: str, address: str) -> Any:
    """A connection to a Dask cluster that has somebody to work, or a refusal within seconds."""
    try:
        _hear_greeting(address)
        client = distributed.Client(address, timeout=ANSWER_S)
    except OSError as error:
        raise _no_answer(device) from error
    try:
        client.wait_for_workers(1, timeout=ANSWER_S)
    except TimeoutError as error:
        client.close()
        raise SetupError(
            f"device is {device!r}: the cluster there has no workers; start one with "
            f"dask worker {address}"
        ) from error
    return client


def _hear_greeting(address: str) -> None:
    """
    Refuse an address that is not a Dask scheduler: Dask's client would wait for it for ever.

    A scheduler speaks first: the length of its greeting, in eight bytes, and the greeting.
    """
    host, _, port = address.removeprefix("tcp://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=ANSWER_S) as link:
        length = link.recv(8, socket.MSG_WAITALL)
    if len(length) < 8 or int.from_bytes(length, "little") > GREETING_MAX:
        raise OSError(f"{address} is not a scheduler")


@contextmanager
def ray_executor(device: str, workers: int) -> Iterator[Executor]:
    """
    Who plays blocks with Ray, for `simulate(executor=...)`.

    Written ray for one that is started here with *workers* workers and stopped afterwards, and
    ray://HOST:PORT for a cluster that runs already, by the address of its client server.
    """
    host, _, port = device.removeprefix(RAY_SCHEME).partition(":")
    is_address = device.startswith(RAY_SCHEME) and host and port.isdecimal()
    if device != RAY and not is_address:
        raise SetupError(f"device is {device!r}: write ray or ray://HOST:PORT")
    ray = _module("ray", "Ray", "ray")
    with _connected(ray, device) if is_address else _started(ray, workers):
        yield RayExecutor(ray)


@contextmanager
def _connected(ray: ModuleType, address: str) -> Iterator[None]:
    try:
        host, _, port = address.removeprefix(RAY_SCHEME).partition(":")
        socket.create_connection((host, int(port)), timeout=ANSWER_S).close()
        ray.init(address, log_to_driver=False)
    except OSError as error:
        raise _no_answer(address) from error
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _started(ray: ModuleType, workers: int) -> Iterator[None]:
    """Ray on this machine, with a folder of its own: else it would write into the home folder."""
    with (
        tempfile.TemporaryDirectory(prefix="upcard-ray-", ignore_cleanup_errors=True) as folder,
        _own_token(Path(folder)),
    ):
        ray.init(
            num_cpus=workers,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.WARNING,
            _temp_dir=folder,
        )
        try:
            yield
        finally:
            ray.shutdown()


@contextmanager
def _own_token(folder: Path) -> Iterator[None]:
    """Let nobody else give work to the workers; what the user has set for Ray stays as it is."""
    if any(name.startswith("RAY_AUTH_") for name in os.environ):
        yield
        return
    path = folder / "auth_token"
    path.touch(mode=0o600)
    path.write_text(_token())
    os.environ["RAY_AUTH_TOKEN_PATH"] = str(path)
    try:
        yield
    finally:
        # Ray adds the mode by itself once it finds a token.
        for name in ("RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE"):
            os.environ.pop(name, None)


@cache
def _token() -> str:
    """One for each process: Ray reads it once and no more."""
    return token_hex(32)


T = TypeVar("T")


class RayExecutor(Executor):
    """Ray as `concurrent.futures` knows an executor, so that a run needs no second way to play."""

    def __init__(self, ray: ModuleType) -> None:
        self.ray = ray
        self.tasks: dict[Callable[..., object], Any] = {}

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        """Give a call to whichever worker is free; it is given again if the worker dies."""
        if fn not in self.tasks:
            self.tasks[fn] = self.ray.remote(max_retries=RAY_RETRIES)(fn)
        future: Future[T] = self.tasks[fn].remote(*args, **kwargs).future()
        return future


def _no_answer(device: str) -> SetupError:
    return SetupError(f"device is {device!r}: no cluster answers there")


def _module(name: str, title: str, extra: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as missing:
        raise SetupError(
            f"a cluster needs {title}, which is not installed: {install_command(extra)}, "
            "or use --device cpu"
        ) from missing
