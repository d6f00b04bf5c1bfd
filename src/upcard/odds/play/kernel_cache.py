"""Where compiled kernels are kept: a folder named after their source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from numba.core import config


@contextmanager
def kept_for(source: str) -> Iterator[None]:
    """
    Kernels made in this block are kept in a folder named by a hash of their *source*.

    A kernel compiled from another text is then never found. Where the folder cannot be made,
    Numba chooses one itself.
    """
    path = Path(source)
    folder = path.parent / "__pycache__" / f"{path.stem}-{_digest(path)}"
    before = config.CACHE_DIR
    if _can_hold_files(folder):
        config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:16]


def _can_hold_files(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return True
