"""Compiling kernels, and keeping the machine code in a folder named after its sources."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba.extending import overload as numba_overload

from upcard.caches import (
    WITHOUT_WRAPPERS,
    compiled_once,
    inner_kernel,
    numba_keeps_in,
    writable_folder,
)
from upcard.families import FAMILIES, card_numbers, dealer_hands
from upcard.game import decisions, hands, results, specials

Kernel = TypeVar("Kernel", bound=Callable[..., object])
Startable = Mapping[tuple[object, ...], Callable[..., None]]
"""A kernel of a card: what starts it, by groups, threads and perhaps a stream."""

# Numba's types do not know the flag that leaves out counting references, which kernels that make
# no array do not need: with it they run three times as fast.
_njit: Any = numba.njit
_overload: Any = numba_overload
_FLAGS: Final = {"error_model": "numpy", "_nrt": False}

CONSTANTS: Final = (decisions, hands, results, specials)
"""The modules of the rule book whose numbers kernels know; they call none of its functions."""
JUDGES: Final = (
    card_numbers,
    dealer_hands,
    *dict.fromkeys(sys.modules[family.judge.__module__] for family in FAMILIES.values()),
)
"""The modules of the judges of side wagers, and what judges may call."""


def _rules_of(module: ModuleType) -> list[Callable[..., object]]:
    found = [one for one in vars(module).values() if isfunction(one)]
    return [one for one in found if one.__module__ == module.__name__]


for _module in JUDGES:
    for _rule in _rules_of(_module):
        # A kernel may call it as it is: Numba compiles the very function that the table asks.
        _overload(
            _rule, strict=False, jit_options={**_FLAGS, **WITHOUT_WRAPPERS, "forceinline": True}
        )(lambda *_, rule=_rule: rule)


def inlined(function: Kernel) -> Kernel:
    """*function* as machine code that becomes part of the kernels that call it."""
    return inner_kernel(function, **_FLAGS, forceinline=True)


def called(function: Kernel) -> Kernel:
    """*function* as machine code of its own, for what happens rarely or is too long to inline."""
    return inner_kernel(function, **_FLAGS)


def plain(kernel: Kernel) -> Kernel:
    """The Python function behind a kernel, for those who tabulate what it says."""
    function: Kernel = getattr(kernel, "py_func", kernel)
    return function


def apart(function: Kernel) -> Kernel:
    """
    *function* as machine code that never becomes part of its callers.

    Numba knows this only together with leaving *function* as it is written: let it call others.
    """
    return inner_kernel(function, **_FLAGS, _dbg_optnone=True)


def also_plain(function: Kernel) -> Kernel:
    """*function* like an inlined one, and as it is for those who call it from Python."""
    return _offered(function, "generic")


def replaceable(function: Kernel) -> Kernel:
    """
    *function* like an inlined one on a processor; a card must have a way of its own to do it.

    Many threads would overwrite each other, so a card's kernel does not compile without that way.
    """
    return _offered(function, "cpu")


def _offered(function: Kernel, target: str) -> Kernel:
    options = {**_FLAGS, **WITHOUT_WRAPPERS, "forceinline": True}
    _overload(function, strict=False, jit_options=options, target=target)(lambda *_: function)
    return function


def entry(function: Kernel) -> Kernel:
    """
    *function* as a kernel that Python calls: it lets other threads run, and is kept on disk.

    Where no folder can be written, as on a read-only installation, each process compiles it.
    """
    with numba_keeps_here():
        kernel: Kernel = _njit(**_FLAGS, nogil=True, cache=cache_folder() is not None)(function)
    return compiled_once(kernel, cache_folder())


@contextmanager
def numba_keeps_here() -> Iterator[None]:
    """Let Numba keep what it compiles in `cache_folder`."""
    with numba_keeps_in(cache_folder()):
        yield


@cache
def cache_folder() -> Path | None:
    """
    Where machine code is kept, or None where no folder can be written.

    Numba would not notice a change in a function that a kernel calls, so the folder's name is a
    hash of all sources, judges included, and of the versions that compile them.
    """
    name = f"kernels-{_digest(numba.__version__, np.__version__)}"
    return writable_folder(name, Path(__file__))


@cache
def gpu_folder() -> Path | None:
    """
    Where machine code for graphics cards is kept, or None where no folder can be written.

    Only the sources name it, so that it may be carried to a machine with other versions.
    """
    return writable_folder(f"gpu-{_digest()}", Path(__file__))


def _digest(*versions: str) -> str:
    hashed = sha256(" ".join(versions).encode())
    for path in (*_sources(), *(Path(module.__file__ or "") for module in (*CONSTANTS, *JUDGES))):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def _sources() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*.py"))


def is_kept(name: str) -> bool:
    """Whether machine code of the kernel *name* is on disk, so that it need not be compiled."""
    folder = cache_folder()
    return folder is not None and any(folder.rglob(f"*{name}*.nbc"))


def is_kept_for(kernel: Kernel, kind: str) -> bool:
    """Whether machine code of *kernel* for arguments of a *kind* is in memory or on disk."""
    known = getattr(kernel, "signatures", ())
    if any(kind in str(signature) for signature in known):
        return True
    index = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    kept = index._load_index() if index is not None else {}
    return any(kind in str(key) for key in kept)
