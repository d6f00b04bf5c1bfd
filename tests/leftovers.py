"""What a run of the tests has left running: nothing, or the run fails."""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK: Final = "UPCARD_TEST_RUN"
"""A variable that every process of a run inherits, also one that nobody waits for any more."""
ENDING_S: Final = 5.0
"""How long a process that was told to end may take."""
PYTHONS_OWN: Final = ("multiprocessing.resource_tracker", "multiprocessing.forkserver")
"""Helpers of Python that end with the process they help."""


def begin_run() -> str:
    """The mark of this run; nothing where another run has begun this one."""
    if MARK in os.environ:
        return ""
    os.environ[MARK] = secrets.token_hex(8)
    return os.environ[MARK]


def left_running(mark: str) -> list[str]:
    """The processes of a run that are still there, once those that are ending have ended."""
    until = time.monotonic() + ENDING_S
    while (found := _marked(mark)) and time.monotonic() < until:
        time.sleep(0.1)
    return found


def _marked(mark: str) -> list[str]:
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end while it is looked at, or belong to somebody else.
        with suppress(OSError):
            if int(folder.name) != os.getpid() and wanted in _words(folder / "environ"):
                command = b" ".join(_words(folder / "cmdline")).decode(errors="replace").strip()
                if command and not any(own in command for own in PYTHONS_OWN):
                    found.append(f"process {folder.name}: {command[:200]}")
    return found


def _words(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\0")
