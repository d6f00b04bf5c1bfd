"""Blocks of a run on a graphics card: the same bits as on a processor, many blocks at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final

from upcard.simulation.gpu.gpu_devices import (
    GraphicsCard,
    LaneLaunch,
    ShoeLaunch,
    Sums,
    card_here,
)
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.automata import is_usual
from upcard.simulation.tallies import BlockSums
from upcard.simulation.vector_engines import played_lanes, played_shoes

BLOCKS_MAX: Final = 1024
"""How many blocks are started together, so that starting costs nothing."""
PARTS_MAX: Final = 32
"""How many groups of threads share a block: 256 fresh shoes of a whole one are each thread's."""
LANE_PARTS: Final = 4
"""The same for lanes: a thread deals 512 times to each of its two lanes."""
LANE_DEALS: Final = 32
"""
How often a group of lanes deals before it plays the rounds that were left.

From 2.3 to 4 % of the rounds are, so that they are nearly twice or three times as many as it has
threads; with more the queue would overflow, which an H200 pays for with half of its speed.
"""
LANE_DEALS_WITH_ZAPS: Final = 4
"""The same where hands are zapped: 20 % of the rounds are left."""


class _Started(Future[BlockSums]):
    """Blocks that a card was started with."""

    def __init__(self, blocks: int, wait: Callable[[], Sums]) -> None:
        super().__init__()
        self._blocks, self._wait = blocks, wait
        self._sums: BlockSums | None = None

    def result(self, timeout: float | None = None) -> BlockSums:
        """What they come to; waits for them as long as it takes."""
        if self._sums is None:
            self._sums = BlockSums(*(sums.reshape(self._blocks, -1) for sums in self._wait()))
        return self._sums


class _PlayedHere(Future[BlockSums]):
    """A part of a block of lanes: no card counts rounds while it plays, so this processor does."""

    def __init__(self, play: Callable[[], BlockSums]) -> None:
        super().__init__()
        self._play = play

    def result(self, timeout: float | None = None) -> BlockSums:
        """The totals of the part."""
        return self._play()


class GpuExecutor(Executor):
    """Plays blocks on *card*, for `simulate(executor=...)`."""

    together: Final = BLOCKS_MAX
    ahead: Final = 3
    """How many stretches it wants to know of: one is added up while others are played."""

    def __init__(self, card: GraphicsCard) -> None:
        self.card = card

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Start the card with a block, or with so many whole ones."""
        if fn not in (played_shoes, played_lanes) or kwargs:
            raise SetupError("a GPU only plays whole runs: use --device cpu for anything else")
        told, blocks = args[:6], (args[6] if len(args) > 6 else 1)
        if fn is played_lanes and told[-1] < ROUNDS_MAX:
            return _PlayedHere(lambda: played_lanes(*told))
        launch = _lane_launch if fn is played_lanes else _shoe_launch
        return _Started(blocks, self.card.begin(launch(*told, blocks=blocks)))


def _shoe_launch(
    tables: Automaton,
    engine: str,
    sizes: tuple[int, int],
    seed: int,
    block: int,
    shoes: int,
    *,
    blocks: int,
) -> ShoeLaunch:
    """So many blocks of shoes, the first of which is *block*."""
    return ShoeLaunch(
        kernel="play_dealt_shoes",
        automaton=tables,
        seed=seed,
        first=block,
        blocks=blocks,
        shoes=shoes,
        parts=min(PARTS_MAX, -(-shoes // at.SHOE_THREADS)),
        sizes=sizes,
    )


def _lane_launch(
    tables: Automaton,
    engine: str,
    sizes: tuple[int, int],
    seed: int,
    block: int,
    rounds: int,
    *,
    blocks: int,
) -> LaneLaunch:
    """So many whole blocks of lanes, the first of which is *block*."""
    return LaneLaunch(
        kernel=_lane_kernel(tables),
        automaton=tables,
        seed=seed,
        first=block,
        blocks=blocks,
        parts=LANE_PARTS,
        deals=LANE_DEALS_WITH_ZAPS if tables.numbers[lay.ZAPS] else LANE_DEALS,
        sizes=sizes,
    )


def _lane_kernel(tables: Automaton) -> str:
    """The leanest kernel that plays a game."""
    if tables.numbers[lay.WATCHES]:
        return "play_lanes_watched"
    if tables.numbers[lay.PATHS]:
        return "play_lanes_beside"
    return "play_usual_lanes" if is_usual(tables) else "play_lanes_alone"


def gpu_executor() -> GpuExecutor:
    """Who plays blocks on the card of this machine; refuses at once, with what is missing."""
    return GpuExecutor(card_here())
