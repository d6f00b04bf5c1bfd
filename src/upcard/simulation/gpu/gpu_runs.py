"""Blocks of a run on a graphics card: the same bits as on a processor, many blocks at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
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
from upcard.simulation.tallies import RunTally, tallies_of
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

    play: Callable[..., RunTally]
    told: tuple[Any, ...]
    """What *play* is told of the first of them."""
    blocks: int = 1
    wait: Callable[[], Sums] | None = None
    tallies: list[RunTally] = field(default_factory=list)

    def takes(self, play: Callable[..., RunTally], told: tuple[Any, ...]) -> bool:
        """Whether one more block may be started with the others: the next of the same run."""
        tables, *run, block, length = told
        my_tables, *my_run, first, my_length = self.told
        return (
            self.wait is None
            and self.blocks < BATCH
            and tables is my_tables
            and block == first + self.blocks
            and (play, run, length) == (self.play, my_run, my_length)
        )

    def start(self, card: GraphicsCard) -> None:
        """Start playing, unless that was done before."""
        if self.wait is None:
            launch = _lane_launch if self.play is played_lanes else _shoe_launch
            self.wait = card.begin(launch(*self.told, blocks=self.blocks))

    def tally(self, place: int) -> RunTally:
        """The totals of the block at *place*; waits for all of them."""
        assert self.wait is not None, "a batch is waited for before it was started"
        if not self.tallies:
            totals, counts = (sums.reshape(self.blocks, -1) for sums in self.wait())
            self.tallies = tallies_of(totals, counts)
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
        batch = self._batch
        if batch is not None and batch.takes(fn, args):
            batch.blocks += 1
        else:
            if batch is not None:
                batch.start(self.card)
            self._batch = batch = _Batch(fn, args)
        if batch.blocks == BATCH:
            batch.start(self.card)
        return _Played(self.card, batch, batch.blocks - 1)


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
        deals=LANE_DEALS,
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
