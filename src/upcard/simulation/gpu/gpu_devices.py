"""Graphics cards: which there are, and starting kernels on them through numba-cuda or CuPy."""

from __future__ import annotations

import ctypes
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from upcard.extras import install_command
from upcard.simulation.gpu.gpu_builds import HOW_TO_BUILD, cubin_path
from upcard.simulation.gpu.stream_jumps import jumps
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import Startable
from upcard.simulation.kernels.lane_blocks import STEPS
from upcard.simulation.kernels.lane_draws import NINE, STREAMS
from upcard.simulation.kernels.lane_shoe_blocks import full_shoe
from upcard.simulation.kernels.lane_threads import Segments, ShoeParts
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.problems import SetupError

INSTALL: Final = install_command("gpu")
BROUGHT_MAX: Final = 64
"""How many arrays stay on a card: more than any start of a kernel needs."""
CardArray = TypeVar("CardArray")

Sums = tuple[Integers, Integers]
"""Totals and counts of several blocks, one after the other."""


OnCard: TypeAlias = Any
"""An array on a card, as whoever reaches it has it."""
Bring = Callable[[NDArray[np.generic]], OnCard]
"""Brings an array to a card, unless it is there."""
Arguments = tuple[object, ...]
"""What a kernel is started with: numbers, arrays on the card, and tuples of both."""


def at_hand(numbers: Integers) -> OnCard:
    """An array as so many numbers of 32 bits: a card has them without looking them up."""
    assert abs(numbers).max() < 1 << 31, "the numbers of a setup have 32 bits"
    return tuple(np.int32(number) for number in numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch(ABC):
    """Blocks that follow each other, all of one length, played by one start of a kernel."""

    kernel: str
    seed: int
    first: int
    blocks: int
    parts: int
    """How many groups of threads share a block."""
    sizes: tuple[int, int]
    """How many totals and counts a block has."""

    automaton: Automaton

    @property
    @abstractmethod
    def threads(self) -> int:
        """How many threads a group has."""

    @property
    def shared(self) -> int:
        """How many bytes of tables the threads of a group share, beside those of every game."""
        return self.automaton.large.size

    @abstractmethod
    def arguments(self, bring: Bring) -> Arguments:
        """Everything that the kernel gets before its sums."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeLaunch(Launch):
    """Blocks of shoes, or the first shoes of a block."""

    shoes: int
    """Shoes in each block."""

    @property
    def threads(self) -> int:
        """How many threads a group has."""
        return at.SHOE_THREADS

    def arguments(self, bring: Bring) -> Arguments:
        """The tables with their numbers at hand, a full shoe, and where the blocks begin."""
        shared = ShoeParts(bring(full_shoe(self.automaton)), self.shoes, self.parts)
        places = (np.uint64(self.seed), np.uint64(self.first))
        return (brought_tables(self.automaton, bring), shared, *places, self.sizes)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneLaunch(Launch):
    """Whole blocks of lanes."""

    deals: int
    """How often a group deals before it plays what its queue has."""

    @property
    def threads(self) -> int:
        """How many threads a group has."""
        return at.LANE_THREADS

    def arguments(self, bring: Bring) -> Arguments:
        """The tables with their numbers at hand; then where segments and blocks begin."""
        count = self.parts * self.threads // STREAMS
        starts = bring(jumps(NINE * STEPS // count, count))
        segments = Segments(starts, self.parts, self.deals)
        places = (np.uint64(self.seed), np.uint64(self.first))
        return (brought_tables(self.automaton, bring), segments, *places, self.sizes)


def brought_tables(tables: Automaton, bring: Bring) -> Automaton:
    """*tables* on a card, with their numbers at hand."""
    return Automaton(at_hand(tables.numbers), *(bring(each) for each in tables[1:]))


class Stream(Protocol):
    """Work of a card that is done in its order."""

    def synchronize(self) -> None:
        """Wait until all of it is done."""


class NumbaArray(Protocol):
    """An array on a card, as numba-cuda has it."""

    size: int

    def copy_to_device(self, array: Integers, *, stream: Stream) -> None:
        """Fill it from this machine's memory."""

    def copy_to_host(self, *, stream: Stream) -> Integers:
        """Bring it to this machine's memory."""


class Pointer(Protocol):
    """A place in a card's memory."""

    ptr: int


class CupyArray(Protocol):
    """An array on a card, as CuPy has it."""

    size: int
    itemsize: int
    data: Pointer


class GraphicsCard(Protocol):
    """A graphics card that plays blocks."""

    @property
    def name(self) -> str:
        """What its maker calls it."""
        ...

    @property
    def way(self) -> str:
        """The package through which it is reached."""
        ...

    def begin(self, launch: Launch) -> Callable[[], Sums]:
        """Start playing; the returned function waits for the end and gives the sums."""
        ...


class NumbaCard:
    """A card through numba-cuda, which compiles the kernels for it."""

    way: Final = "numba-cuda"

    def __init__(self) -> None:
        self._gpu_kernels = import_module("upcard.simulation.kernels.gpu_kernels")
        self._cuda: ModuleType = self._gpu_kernels.cuda
        self._kernels: dict[str, Startable] = {}
        self._free: dict[tuple[int, ...], list[tuple[Stream, list[NumbaArray]]]] = {}
        self._brought: Brought[NumbaArray] = Brought(self._cuda.to_device)
        name = self._cuda.get_current_device().name
        self.name = name.decode() if isinstance(name, bytes) else str(name)
        # Asked for now, so that a toolkit that does not work is found out before a run begins.
        self._kernel("play_usual_lanes")

    def begin(self, launch: Launch) -> Callable[[], Sums]:
        """Start playing; the returned function waits for the end and gives the sums."""
        arguments = launch.arguments(self._brought)
        lengths = tuple(launch.blocks * size for size in launch.sizes)
        free = self._free.setdefault(lengths, [])
        stream, sums = free.pop() if free else self._room(lengths)
        for array in sums:
            array.copy_to_device(np.zeros(array.size, np.int64), stream=stream)
        kernel, groups = self._kernel(launch.kernel), launch.blocks * launch.parts
        kernel[groups, launch.threads, stream, launch.shared](*arguments, *sums)

        def wait() -> Sums:
            totals, counts = (array.copy_to_host(stream=stream) for array in sums)
            stream.synchronize()
            free.append((stream, sums))
            return totals, counts

        return wait

    def _room(self, lengths: tuple[int, ...]) -> tuple[Stream, list[NumbaArray]]:
        """A stream, and arrays for the sums. They are kept: to free one, a card stops its work."""
        arrays = [self._cuda.device_array(length, np.int64) for length in lengths]
        return self._cuda.stream(), arrays

    def _kernel(self, name: str) -> Startable:
        if name not in self._kernels:
            self._kernels[name] = self._gpu_kernels.compiled(name)
        return self._kernels[name]


class CupyCard:
    """A card through CuPy, with machine code that was built before."""

    way: Final = "CuPy"

    def __init__(self) -> None:
        self._cupy = import_module("cupy")
        device = self._cupy.cuda.Device()
        name = self._cupy.cuda.runtime.getDeviceProperties(device.id)["name"]
        self.name = name.decode() if isinstance(name, bytes) else str(name)
        self._architecture = f"sm_{device.compute_capability}"
        self._functions: dict[str, object] = {}
        self._brought: Brought[CupyArray] = Brought(self._cupy.asarray)
        self._function("play_usual_lanes")

    def begin(self, launch: Launch) -> Callable[[], Sums]:
        """Start playing; the returned function waits for the end and gives the sums."""
        function, given = self._function(launch.kernel), launch.arguments(self._brought)
        stream = self._cupy.cuda.Stream(non_blocking=True)
        with stream:
            sums = [self._cupy.zeros(launch.blocks * size, np.int64) for size in launch.sizes]
            arguments = tuple(_flat((*given, *sums)))
            groups = (launch.blocks * launch.parts,)
            function(groups, (launch.threads,), arguments, shared_mem=launch.shared)

        def wait() -> Sums:
            totals, counts = (array.get(stream=stream) for array in sums)
            stream.synchronize()
            return totals, counts

        return wait

    def _function(self, name: str) -> Any:
        if name not in self._functions:
            path = cubin_path(name, self._architecture)
            if path is None or not path.exists():
                raise SetupError(
                    f"there are no kernels for {self._architecture} in {path}; where numba-cuda is "
                    f"installed, `{HOW_TO_BUILD} {self._architecture}` builds them"
                )
            self._functions[name] = self._cupy.RawModule(path=str(path)).get_function(name)
        return self._functions[name]


class Brought(Generic[CardArray]):
    """The arrays that were brought to a card last: once each, not for each start."""

    def __init__(self, bring: Callable[[NDArray[np.generic]], CardArray]) -> None:
        self._bring = bring
        self._kept: dict[int, tuple[NDArray[np.generic], CardArray]] = {}

    def __call__(self, array: NDArray[np.generic]) -> CardArray:
        """*array* on the card."""
        if id(array) not in self._kept:
            if len(self._kept) >= BROUGHT_MAX:
                self._kept.clear()
            self._kept[id(array)] = (array, self._bring(_not_empty(array)))
        return self._kept[id(array)][1]


def _not_empty(array: NDArray[np.generic]) -> NDArray[np.generic]:
    """*array*, or one element in place of none, which no card can hold; nobody looks it up."""
    return array if array.size else np.zeros(1, array.dtype)


def _flat(arguments: Arguments) -> Iterator[np.generic]:
    """Arguments as CuPy passes them on: no tuples, and arrays as Numba's kernels take them."""
    for each in arguments:
        if isinstance(each, tuple):
            yield from _flat(each)
        elif isinstance(each, int):
            yield np.int64(each)
        elif isinstance(each, np.generic):
            yield each
        else:
            yield from _array_record(cast(CupyArray, each))


def _array_record(array: CupyArray) -> Iterator[np.generic]:
    """An array as Numba's kernels take it: two owners, size, item size, place, length, step."""
    yield from (np.uint64(0), np.uint64(0), np.int64(array.size), np.int64(array.itemsize))
    yield from (np.uint64(array.data.ptr), np.int64(array.size), np.int64(array.itemsize))


def card_here() -> GraphicsCard:
    """The card of this machine; refuses with what is missing and how to get it."""
    if not card_names():
        raise SetupError(
            "this machine has no NVIDIA GPU: use --device cpu, "
            "or a machine where nvidia-smi lists a GPU"
        )
    ways = ways_here()
    if not ways:
        raise SetupError(
            f"a GPU needs numba-cuda or CuPy, and neither is installed: {INSTALL}, "
            "or use --device cpu"
        )
    troubles = []
    for way in ways:
        try:
            return way()
        except Exception as error:  # Whatever a toolkit raises, the next way may work.
            what = str(error).strip() or type(error).__name__
            troubles.append(f"{way.way} does not work here ({what})")
    raise SetupError(f"{'; '.join(troubles)}: {INSTALL}, or use --device cpu")


def ways_here() -> list[type[NumbaCard | CupyCard]]:
    """What is installed here to reach a card, the best first."""
    ways: dict[str, type[NumbaCard | CupyCard]] = {"numba_cuda": NumbaCard, "cupy": CupyCard}
    return [way for package, way in ways.items() if find_spec(package) is not None]


def card_names() -> list[str]:
    """The NVIDIA cards that the driver knows, asked of the driver itself."""
    library = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        driver = ctypes.CDLL(library)
    except OSError:
        return []
    number = ctypes.c_int()
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(number)) != 0:
        return []
    names = []
    for place in range(number.value):
        text = ctypes.create_string_buffer(128)
        if driver.cuDeviceGetName(text, len(text), place) == 0:
            names.append(text.value.decode())
    return names
