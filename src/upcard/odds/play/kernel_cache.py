"""Where the solver's compiled kernels are kept: a folder named after their source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

from upcard.caches import numba_keeps_in, writable_folder


@contextmanager
def kept_for(source: str) -> Iterator[None]:
    """
    Kernels made in this block are kept in a folder named by a hash of their *source*.

    A kernel compiled from another text is then never found. Where no folder can be written, Numba
    looks for one itself.
    """
    with numba_keeps_in(folder_for(source)):
        yield


@cache
def folder_for(source: str) -> Path | None:
    """Where kernels of *source* are kept, or None where no folder can be written."""
    path = Path(source)
    digest = sha256(path.read_bytes()).hexdigest()[:16]
    return writable_folder(f"{path.stem}-{digest}", path)


def solver_folder() -> Path | None:
    """Where the solver's own kernels are kept."""
    return folder_for(str(Path(__file__).with_name("solver_kernels.py")))
