"""`upcard serve` as a process of its own, for tests that kill it or crowd it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from argon2 import PasswordHasher

from upcard.room.people.staff import ArgonPins

QUICK: Final = ArgonPins(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class Server:
    """A real server process."""

    def __init__(self, data: Path | str, *more: str, files: int | None = None) -> None:
        command = [sys.executable, "-m", "upcard", "serve", "--data", str(data), "--port", "0"]
        limit = ["prlimit", f"--nofile={files}:"] if files else []
        self.process = subprocess.Popen(
            [*limit, *command, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        try:
            with self.process.stdout as told:
                self.origin = told.readline().split()[2]
            self.seconds = self._ready()
        except BaseException:
            self.kill()  # Nobody has the server yet who could stop it.
            raise

    def _ready(self) -> float:
        """The processor time it took until it answered: other processes do not count."""
        while True:
            assert self.process.poll() is None, "the server stopped"
            try:
                answer = httpx.get(f"{self.origin}/api/room", verify=False, timeout=60)
                if answer.status_code == 200:
                    return self._cpu_seconds()
            except httpx.TransportError:
                time.sleep(0.01)

    def _cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=60)


@contextmanager
def served(folder: Path, *more: str, files: int | None = None) -> Iterator[Server]:
    """A server that is killed at the end in any case; it may open *files* files to begin with."""
    server = Server(folder, *more, files=files)
    try:
        yield server
    finally:
        server.kill()
