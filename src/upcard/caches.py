"""Compiled kernels of the solver and the simulator: cache folders, and what only kernels call."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from numba import jit
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

if sys.platform != "win32":
    import fcntl

Kernel = TypeVar("Kernel", bound=Callable[..., object])

SETTINGS: Final[Any] = config
"""Numba's settings, which its types do not list."""
WITHOUT_WRAPPERS: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For what only kernels call: what Python and C would call it by takes a third of the time."""
_jit: Final[Any] = jit
_Dispatcher: Final[Any] = CPUDispatcher


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


def compiled_once(kernel: Kernel, folder: Path | None) -> Kernel:
    """
    Let one process at a time compile *kernel*, which Numba keeps in *folder*.

    Processes that start together would all compile the same: now the others wait for what the
    first has kept, and load it.
    """
    compile_ = getattr(kernel, "compile", None)
    if sys.platform == "win32" or folder is None or compile_ is None:
        return kernel
    lock, depth = folder / f"{kernel.__module__}.{kernel.__name__}.lock", [0]

    def compile_in_turn(signature: object) -> object:
        # Numba's own lock comes first: a thread that has it may need any kernel.
        with global_compiler_lock:
            if depth[0]:
                return compile_(signature)
            depth[0] += 1
            try:
                with lock.open("w") as file:
                    fcntl.flock(file, fcntl.LOCK_EX)
                    return compile_(signature)
            finally:
                depth[0] -= 1

    setattr(kernel, "compile", compile_in_turn)  # noqa: B010
    return kernel


class _Inner(_Dispatcher):  # type: ignore[misc]  # Numba has no types.
    """What kernels call. If Python does, it is compiled once more, so that Python can."""

    def __call__(self, *arguments: object) -> object:
        """The result of the function, as kernels have it."""
        options = {**self.targetoptions, **dict.fromkeys(WITHOUT_WRAPPERS, False)}
        return _for_python(self.py_func, tuple(options.items()))(*arguments)


@cache
def _for_python(function: Kernel, options: tuple[tuple[str, object], ...]) -> Kernel:
    kernel: Kernel = _jit(**dict(options))(function)
    return kernel


def inner_kernel(function: Kernel, **options: object) -> Kernel:
    """*function* as machine code for the kernels that call it, compiled with these *options*."""
    kernel: Any = _jit(nopython=True, **options, **WITHOUT_WRAPPERS)(function)
    if isinstance(kernel, _Dispatcher):  # With NUMBA_DISABLE_JIT it is the function itself.
        # Without its wrapper Numba's own call would end the process.
        kernel.__class__ = _Inner
    found: Kernel = kernel
    return found
