"""Compiling the solver's kernels, and keeping the machine code in a folder named after them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import njit

from upcard.caches import compiled_once, inner_kernel, numba_keeps_in, writable_folder

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(function: Kernel) -> Kernel:
    """*function* as machine code, kept on disk from the first use on where a folder allows it."""
    with numba_keeps_in(solver_folder()):
        try:
            kernel = cast(Kernel, njit(cache=True, error_model="numpy")(function))
        except RuntimeError:  # Numba found no folder that it may write: each process compiles.
            return cast(Kernel, njit(error_model="numpy")(function))
    return compiled_once(kernel, solver_folder())


def inlined(function: Kernel) -> Kernel:
    """
    *function* as machine code that becomes part of the kernels that call it.

    It makes no array, so it counts no references to any: views of rows are then free.
    """
    return inner_kernel(function, error_model="numpy", _nrt=False, forceinline=True)


@cache
def solver_folder() -> Path | None:
    """
    Where the solver's machine code is kept, or None where no folder can be written.

    Numba would not notice a change in a kernel that another one calls, so the folder's name is a
    hash of all kernels, and of the versions that compile them.
    """
    here = Path(__file__)
    return writable_folder(f"solver-{digest_of(here.parent)}", here)


def digest_of(folder: Path) -> str:
    """A hash of every source in *folder*, and of the versions that compile them."""
    hashed = sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(folder.glob("*.py")):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]
