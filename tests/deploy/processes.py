"""`upcard` as a process with an environment of its own, and `upcard serve` until it answers."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
WAIT_SECONDS: Final = 120.0
FORGOTTEN: Final = ("UPCARD_DATA", "UPCARD_FOLDER", "UPCARD_BADGE")
"""What the developer's own shell may have set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What a process is started with."""

    before: Sequence[str] = ()
    """A command that starts the process, with its own arguments."""
    variables: Mapping[str, str] = field(default_factory=dict)

    def all(self, more: Mapping[str, str]) -> dict[str, str]:
        """Every variable of the process."""
        kept = {name: value for name, value in os.environ.items() if name not in FORGOTTEN}
        return {**kept, **self.variables, **more}


USUAL: Final = Environment()


class Process:
    """A server that runs until the test is over."""

    def __init__(
        self, words: Sequence[str], variables: Mapping[str, str], environment: Environment
    ) -> None:
        self.lines: list[str] = []
        """What it has printed."""
        self.log: list[str] = []
        """What it has logged."""
        command = [*environment.before, sys.executable, "-m", "upcard", "serve", *words]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment.all(variables),
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._readers = [
            threading.Thread(target=kept.extend, args=(pipe,), daemon=True)
            for kept, pipe in ((self.lines, self.process.stdout), (self.log, self.process.stderr))
        ]
        for reader in self._readers:
            reader.start()

    @property
    def first_line(self) -> str:
        """The first line it printed."""
        return self.lines[0].rstrip()

    @property
    def origin(self) -> str:
        """Where it listens."""
        told = self.first_line.split()[2]
        return told.replace("https://", "http://") if self.is_behind_a_proxy else told

    is_behind_a_proxy = False
    """A server behind a proxy tells https and listens in the clear."""

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            assert self.process.poll() is None, "".join(self.log)
            if self.lines:
                try:
                    httpx.get(f"{self.origin}/health/live", verify=False, timeout=60)
                    return
                except httpx.TransportError:
                    pass
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def get(self, path: str, **headers: str) -> httpx.Response:
        """An answer of the server."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.get(self.origin + path, headers=named, verify=False, timeout=60)

    def stop(self) -> None:
        """End it, and read the rest of what it says."""
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        finally:
            self.process.kill()
            self.process.wait()
        for reader in self._readers:
            reader.join()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    @staticmethod
    def ended(
        *words: str, variables: Mapping[str, str] | None = None, environment: Environment = USUAL
    ) -> subprocess.CompletedProcess[str]:
        """A command that ends by itself."""
        return subprocess.run(
            [*environment.before, sys.executable, "-m", "upcard", *words],
            env=environment.all(variables or {}),
            capture_output=True,
            text=True,
            timeout=300,
        )


@contextmanager
def serving(
    *words: str,
    variables: Mapping[str, str] | None = None,
    environment: Environment = USUAL,
    is_behind_a_proxy: bool = False,
) -> Iterator[Process]:
    """`upcard serve` on a free port, ended when the block ends."""
    process = Process(["--port", "0", *words], variables or {}, environment)
    process.is_behind_a_proxy = is_behind_a_proxy
    try:
        process.wait()
        yield process
    finally:
        process.stop()
