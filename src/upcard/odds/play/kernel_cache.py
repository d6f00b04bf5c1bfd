"""Where compiled kernels are kept: a folder named after their source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from numba.core import config

SETTINGS: Final[Any] = config
"""Numba's settings, which its types do not list."""


@contextmanager
def kept_for(source: str) -> Iterator[None]:
    """
    Kernels made in this block are kept in a folder named by a hash of their *source*.

    A kernel compiled from another text is then never found. Where the folder cannot be made,
    Numba chooses one itself.
    """
    path = Path(source)
    before = SETTINGS.CACHE_DIR
    home = Path(before) if before else path.parent / "__pycache__"
    folder = home / f"{path.stem}-{_digest(path)}"
    if _can_hold_files(folder):
        SETTINGS.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        SETTINGS.CACHE_DIR = before


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]


def _can_hold_files(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return True
