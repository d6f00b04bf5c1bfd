"""Blocks of a run on a graphics card: the same bits as on a processor, many blocks at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from typing import Any, Final

from upcard.simulation.gpu.gpu_devices import (
    GraphicsCard,
    LaneLaunch,
    Launch,
    ShoeLaunch,
    Sums,
    card_here,
)
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.lane_blocks import ROUNDS_MAX
from upcard.simulation.problems import SetupError
from upcard.simulation.tallies import RunTally, tally_of
from upcard.simulation.vector_engines import played_lanes, played_shoes

BATCH: Final = 1024
"""How many blocks are started together, so that starting costs nothing."""
PARTS_MAX: Final = 32
"""How many groups of threads share a block: 256 fresh shoes of a whole one are each thread's."""
LANE_PARTS: Final = 8
"""The same for lanes: a thread deals 256 times to each of its two lanes."""
LANE_DEALS: Final = 20
"""
How often a group of lanes deals before it plays the rounds that were left.

At blackjack these are about as many as it has threads; far more, and the queue would overflow,
which an H200 pays for with two thirds of its speed.
"""


@dataclass(eq=False)
class _Batch:
    """Blocks that are started together."""

    launch: Launch
    wait: Callable[[], Sums] | None = None
    tallies: list[RunTally] = field(default_factory=list)

    def takes(self, launch: Launch) -> bool:
        """Whether one more block, told as a launch of none, may be started with the others."""
        mine = self.launch
        return (
            self.wait is None
            and mine.blocks < BATCH
            and mine.first + mine.blocks == launch.first
            and mine.is_like(launch)
        )

    def start(self, card: GraphicsCard) -> None:
        """Start playing, unless that was done before."""
        if self.wait is None:
            self.wait = card.begin(self.launch)

    def tally(self, place: int) -> RunTally:
        """The totals of the block at *place*; waits for all of them."""
        assert self.wait is not None, "a batch is waited for before it was started"
        if not self.tallies:
            shape = (self.launch.blocks, -1)
            totals, counts = (sums.reshape(shape) for sums in self.wait())
            self.tallies = [tally_of(*rows) for rows in zip(totals, counts, strict=True)]
        return self.tallies[place]


class _Played(Future[RunTally]):
    """One block of a batch."""

    def __init__(self, card: GraphicsCard, batch: _Batch, place: int) -> None:
        super().__init__()
        self._card, self._batch, self._place = card, batch, place

    def result(self, timeout: float | None = None) -> RunTally:
        """The totals of the block; waits for it as long as it takes."""
        self._batch.start(self._card)
        return self._batch.tally(self._place)


class _PlayedHere(Future[RunTally]):
    """A part of a block of lanes: no card counts rounds while it plays, so this processor does."""

    def __init__(self, play: Callable[[], RunTally]) -> None:
        super().__init__()
        self._play = play

    def result(self, timeout: float | None = None) -> RunTally:
        """The totals of the part."""
        return self._play()


class GpuExecutor(Executor):
    """Plays blocks on *card*, for `simulate(executor=...)`."""

    ahead: Final = 3 * BATCH
    """How many blocks it wants to know of: one batch is added up while others are played."""

    def __init__(self, card: GraphicsCard) -> None:
        self.card = card
        self._batch: _Batch | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take one block; it is started with those that follow it."""
        if fn is played_lanes and args[-1] < ROUNDS_MAX:
            return _PlayedHere(lambda: played_lanes(*args))
        if fn not in (played_shoes, played_lanes) or kwargs:
            raise SetupError("a GPU only plays whole runs: use --device cpu for anything else")
        launch = _lane_launch(*args) if fn is played_lanes else _shoe_launch(*args)
        batch = self._batch
        if batch is None or not batch.takes(launch):
            if batch is not None:
                batch.start(self.card)
            self._batch = batch = _Batch(launch)
        place = batch.launch.blocks
        batch.launch = replace(batch.launch, blocks=place + 1)
        if batch.launch.blocks == BATCH:
            batch.start(self.card)
        return _Played(self.card, batch, place)


def _shoe_launch(
    tables: Automaton, engine: str, sizes: tuple[int, int], seed: int, block: int, shoes: int
) -> ShoeLaunch:
    """No blocks yet, the first of which will be *block*."""
    return ShoeLaunch(
        kernel="play_dealt_shoes",
        automaton=tables,
        seed=seed,
        first=block,
        blocks=0,
        shoes=shoes,
        parts=min(PARTS_MAX, -(-shoes // at.SHOE_THREADS)),
        sizes=sizes,
    )


def _lane_launch(
    tables: Automaton, engine: str, sizes: tuple[int, int], seed: int, block: int, rounds: int
) -> LaneLaunch:
    """No blocks yet, the first of which will be *block*."""
    kernel = "play_lanes_beside" if tables.numbers[lay.PATHS] else "play_lanes_alone"
    return LaneLaunch(
        kernel="play_lanes_watched" if tables.numbers[lay.WATCHES] else kernel,
        automaton=tables,
        seed=seed,
        first=block,
        blocks=0,
        parts=LANE_PARTS,
        deals=LANE_DEALS,
        sizes=sizes,
    )


def gpu_executor() -> GpuExecutor:
    """Who plays blocks on the card of this machine; refuses at once, with what is missing."""
    return GpuExecutor(card_here())
