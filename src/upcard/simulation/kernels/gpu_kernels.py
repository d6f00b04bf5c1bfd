"""The kernels of a graphics card: what each is given, and how it is started."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from upcard.simulation.kernels import gpu_lanes, gpu_shoes
from upcard.simulation.kernels.card_compilers import IS_SIMULATED, cuda
from upcard.simulation.kernels.compilation import Startable, cache_folder, numba_keeps_here


class CardKernel(NamedTuple):
    """A kernel of a card, and how it is started."""

    function: Callable[..., None]
    arguments: tuple[object, ...]
    """The types of its arguments."""
    threads: int
    """In each group."""
    groups: int
    """How many groups must have room on a multiprocessor."""

    @property
    def bounds(self) -> tuple[int, int]:
        """What a compiler must know to give each thread its registers."""
        return self.threads, self.groups


_OF_LANES: Final = (gpu_lanes.lane_arguments(), gpu_lanes.THREADS, gpu_lanes.GROUPS)
_OF_SHOES: Final = (gpu_shoes.shoe_arguments(), gpu_shoes.THREADS, gpu_shoes.GROUPS)
KERNELS: Final = {
    "play_usual_lanes": CardKernel(gpu_lanes.play_usual_lanes, *_OF_LANES),
    "play_lanes_alone": CardKernel(gpu_lanes.play_lanes_alone, *_OF_LANES),
    "play_lanes_beside": CardKernel(gpu_lanes.play_lanes_beside, *_OF_LANES),
    "play_lanes_watched": CardKernel(gpu_lanes.play_lanes_watched, *_OF_LANES),
    "play_dealt_shoes": CardKernel(gpu_shoes.play_dealt_shoes, *_OF_SHOES),
}


def compiled(name: str) -> Startable:
    """A kernel for the card of this machine, compiled once and kept on disk if possible."""
    kernel = KERNELS[name]
    if IS_SIMULATED:
        simulated: Startable = cuda.jit(kernel.function)
        return simulated
    is_kept = cache_folder() is not None
    with numba_keeps_here():
        jit = cuda.jit(kernel.arguments, launch_bounds=kernel.bounds, lto=False, cache=is_kept)
        made: Startable = jit(kernel.function)
    return made
