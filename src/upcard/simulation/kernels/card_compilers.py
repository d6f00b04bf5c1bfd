"""Compiling for graphics cards: what Numba has for it here, and what threads do together."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

import numpy as np
from numba import cuda as numba_cuda
from numba import types as numba_types
from numba.core import config as numba_settings

from upcard.simulation.kernels.block_totals import bump, bump_by
from upcard.simulation.kernels.compilation import Kernel
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.lane_threads import next_place

cuda: ModuleType = numba_cuda
types: ModuleType = numba_types
numba_config: Any = numba_settings
# A part of a block may leave most of a card without work: nobody need be warned of it.
numba_config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
IS_SIMULATED: Final = bool(getattr(numba_config, "ENABLE_CUDASIM", False))
"""Whether Numba plays the card in Python, for tests."""
IS_COMPILED: Final = not IS_SIMULATED and find_spec("numba_cuda") is not None
"""Whether there is what compiles for a card: Numba by itself only simulates one."""


def on_card(function: Kernel) -> Kernel:
    """*function* as a part of the kernels of a card."""
    options = {"forceinline": True} if IS_COMPILED else {}
    made: Kernel = cuda.jit(device=True, **options)(function)
    return made


if IS_COMPILED:
    _extending = import_module("numba.cuda.extending")

    @_extending.overload(bump)  # type: ignore[untyped-decorator]
    def _bump_together(counts: object, cell: object) -> object:
        """Many threads count in one array, so none may overwrite what another has counted."""

        def add_one(counts: object, cell: object) -> None:
            cuda.atomic.add(counts, cell, np.int32(1))

        return add_one

    @_extending.overload(bump_by)  # type: ignore[untyped-decorator]
    def _bump_by_together(counts: object, cell: object, number: Number) -> object:
        """The same for several at once."""

        def add_some(counts: object, cell: object, number: Number) -> None:
            cuda.atomic.add(counts, cell, np.int32(number))

        return add_some

    @_extending.overload(next_place)  # type: ignore[untyped-decorator]
    def _place_together(waiting: object, cell: object) -> object:
        """Many threads leave rounds in one queue, each at a place of its own."""

        def take_one(waiting: object, cell: object) -> Number:
            return cuda.atomic.add(waiting, cell, np.int32(1))

        return take_one
