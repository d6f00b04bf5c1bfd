"""The engines of the simulator: which are here, which plays a setup, and how it plays a block."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import numpy as np

from upcard.engine_names import AUTO, AVX512, ENGINE_NAMES, GPU, PORTABLE
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.compilation import is_kept_for
from upcard.simulation.kernels.lane_blocks import (
    ROUNDS_MAX,
    a_desk,
    play_lanes,
    room_to_count,
)
from upcard.simulation.kernels.lane_engines import Alone, Avx512, Engine, Portable
from upcard.simulation.kernels.lane_sessions import LaneSessions, no_sessions
from upcard.simulation.kernels.lane_shoe_blocks import (
    a_lone_shoe,
    a_lone_table,
    a_table,
    full_shoes,
    play_lane_shoes,
)
from upcard.simulation.kernels.lane_sums import room_for_sums
from upcard.simulation.kernels.lane_types import has_feature
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.automata import automaton
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import BlockSums

ALONE: Final = "alone"
"""In place of an engine's name: one lane alone plays, which is faster where there are few."""
FEW_SESSIONS: Final = 16
"""With fewer sessions most lanes would be idle."""
STREAM: Final = "lanes 2"
"""The numbers that vector engines deal by. A run of other numbers cannot go on under it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChosenEngine:
    """The engine that plays a run."""

    name: str
    automaton: Automaton
    """What it walks through."""
    plays_sessions: bool = False
    """Whether it plays sessions, one in each lane, and no blocks of rounds."""
    sessions: int | None = None
    """How many, if it is known."""

    @property
    def kernel_engine(self) -> str:
        """Its name, or `ALONE` where so few sessions are played that most lanes would be idle."""
        is_short = self.sessions is not None and self.sessions < FEW_SESSIONS
        return ALONE if is_short else self.name

    @property
    def deals_shoes(self) -> bool:
        """Whether lanes deal from shoes that last for more than one spot or one round."""
        return self.plays_sessions or deals_shoes(self.automaton)

    def fingerprint(self, pack: Packed) -> str:
        """A hash of everything that determines a run's result, except its seed."""
        return sha256(f"{STREAM} {pack.fingerprint}".encode()).hexdigest()[:16]


def engines_here() -> tuple[str, ...]:
    """The engines that this processor has, the fastest first."""
    return (AVX512, PORTABLE) if has_feature("avx512vbmi") else (PORTABLE,)


def check_engine(asked: str) -> None:
    """Refuse an engine that nobody has, or that this processor has not."""
    if asked not in ENGINE_NAMES:
        *names, last = ENGINE_NAMES
        raise SetupError(f"engine is {asked!r}: write {', '.join(names)} or {last}")
    if asked == AVX512 not in engines_here():
        raise SetupError(
            f"engine is {asked!r}: this processor has no AVX-512 VBMI; write auto or portable"
        )


def chosen_engine(asked: str, pack: Packed) -> ChosenEngine:
    """The engine for *pack*: the one asked for, or with auto the fastest of this processor."""
    check_engine(asked)
    name = engines_here()[0] if asked in (AUTO, GPU) else asked
    return ChosenEngine(name=name, automaton=automaton(pack))


def deals_shoes(tables: Automaton) -> bool:
    """Whether a game is more than one spot that is dealt from a fresh shoe."""
    numbers = tables.numbers
    more = (lay.CUT, lay.COUNT_TABLE, lay.INSURANCE_STAKE, lay.PARLAY_SIDE)
    return numbers[lay.SPOTS] > 1 or any(numbers[place] for place in more)


def is_compiled(engine: ChosenEngine) -> bool:
    """Whether the kernels of an engine are ready, so that the first block need not wait."""
    kernel = play_lane_shoes if engine.deals_shoes else play_lanes
    return is_kept_for(kernel, type(_kernel_engine(engine.kernel_engine)).__name__)


def compile_engine(engine: ChosenEngine, sizes: tuple[int, int]) -> None:
    """Compile what plays a run, by playing next to nothing."""
    play = played_shoes if engine.deals_shoes else played_lanes
    play(engine.automaton, engine.kernel_engine, sizes, 0, 0, 1)


def _kernel_engine(name: str) -> Engine:
    if name == ALONE:
        return Alone()
    return Avx512() if name == AVX512 in engines_here() else Portable()


def played_lanes(
    tables: Automaton, engine: str, sizes: tuple[int, int], seed: int, block: int, rounds: int
) -> BlockSums:
    """
    A block of a run in lanes, or its first rounds. Any machine may play it.

    A machine without AVX-512 plays the same rounds with the portable engine.
    """
    totals, counts = (np.zeros(size, np.int64) for size in sizes)
    play_lanes(
        _kernel_engine(engine),
        tables,
        np.uint64(seed),
        np.uint64(block),
        rounds,
        a_desk(),
        a_desk(),
        *room_to_count(tables),
        totals,
        counts,
    )
    return BlockSums(totals[None], counts[None])


def played_shoes(
    tables: Automaton, engine: str, sizes: tuple[int, int], seed: int, block: int, shoes: int
) -> BlockSums:
    """The first shoes of a block in lanes. Any machine may play it, like `played_lanes`."""
    return played_parts(tables, engine, sizes, seed, block, shoes, no_sessions())


def played_parts(
    tables: Automaton,
    engine: str,
    sizes: tuple[int, int],
    seed: int,
    block: int,
    parts: int,
    sessions: LaneSessions,
) -> BlockSums:
    """The first shoes of a block, or the first *sessions*, which then has what became of them."""
    totals, counts = (np.zeros(size, np.int64) for size in sizes)
    is_alone = engine == ALONE
    lanes = 1 if is_alone else lay.LANES
    play_lane_shoes(
        _kernel_engine(engine),
        tables,
        np.uint64(seed),
        np.uint64(block),
        parts,
        a_lone_table() if is_alone else a_table(),
        a_lone_shoe(tables) if is_alone else full_shoes(tables),
        room_for_sums(tables.members.size, lanes),
        np.zeros(lanes, np.int64),
        sessions,
        totals,
        counts,
    )
    return BlockSums(totals[None], counts[None])


Submit = Callable[..., "Future[BlockSums]"]
"""
Plays a block with that number, or its first so many rounds or shoes.

Who plays several together, is told of how many blocks: all whole, that one and those after it.
"""
Stretches = Iterator[tuple[int, BlockSums]]
"""Blocks in their order, some at a time: how many whole ones, or 0 for the first part of one."""


def lane_blocks(first: int, left: int, submit: Submit, ahead_max: int, together: int) -> Stretches:
    """
    Blocks from *first* on, until *left* rounds are played.

    It is not known how many rounds a block has: some lanes are dealt a card twice, and deal again.
    So the last block is played once more, as far as it is needed.
    """
    ahead: deque[tuple[int, Future[BlockSums]]] = deque()
    block, next_block = first, first
    while left > 0:
        while len(ahead) < ahead_max and (next_block - block) * ROUNDS_MAX < left:
            # All but the last are surely played whole.
            surely = (left - 1) // ROUNDS_MAX - (next_block - block)
            blocks = max(1, min(together, surely))
            ahead.append((blocks, submit(next_block, min(left, ROUNDS_MAX), blocks)))
            next_block += blocks
        blocks, future = ahead.popleft()
        sums = future.result()
        if sum(sums.rounds()) > left:
            sums = submit(block, left, 1).result()
        left -= sum(sums.rounds())
        yield (blocks if left > 0 else 0), sums
        block += blocks
