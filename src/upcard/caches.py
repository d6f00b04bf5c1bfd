"""Where machine code is kept, for the solver and for the simulator."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from numba.core import config

SETTINGS: Final[Any] = config
"""Numba's settings, which its types do not list."""


def writable_folder(name: str, beside: Path) -> Path | None:
    """
    The first folder *name* that can be written: None where there is no such place.

    NUMBA_CACHE_DIR comes first, then the source *beside* which it lies, then the user's caches.
    """
    own = [SETTINGS.CACHE_DIR] if SETTINGS.CACHE_DIR else []
    for base in (*own, beside.parent / "__pycache__", *_caches_of_the_user()):
        folder = Path(base) / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None


def _caches_of_the_user() -> list[Path]:
    """Where this user's caches of Upcard lie; nowhere for a user who has no home."""
    if told := os.environ.get("XDG_CACHE_HOME"):
        return [Path(told) / "upcard"]
    try:
        return [Path.home() / ".cache" / "upcard"]
    except RuntimeError:
        return []


@contextmanager
def numba_keeps_in(folder: Path | None) -> Iterator[None]:
    """Let Numba keep what it compiles in *folder*; None leaves the choice to Numba."""
    before = SETTINGS.CACHE_DIR
    if folder is not None:
        SETTINGS.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        SETTINGS.CACHE_DIR = before
