"""Runs: blocks of rounds on all cores, added up exactly, the same bits whatever the threads."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, sqrt
from typing import Final

from upcard.engine_names import AUTO
from upcard.plain import Decoded
from upcard.simulation.kernels import layout as at
from upcard.simulation.problems import SetupError
from upcard.simulation.setups.packed_games import Packed, Setup, packed
from upcard.simulation.tallies import BlockSums, RunTally, nothing, sizes_of, tally_of
from upcard.simulation.vector_engines import (
    ChosenEngine,
    Stretches,
    Submit,
    chosen_engine,
    lane_blocks,
    played_lanes,
    played_shoes,
)

BLOCK_SHOES: Final = 1 << 20
"""Shoes in a block of fresh shoes, that is rounds."""
BLOCK_SHOES_TO_A_CUT: Final = 1 << 15
"""Shoes in a block where a shoe lasts many rounds."""
TRIED_SHOES: Final = 64
"""How many shoes tell how many rounds there are to a cut card."""
SEEDS: Final = 1 << 64
AHEAD_ON_A_CLUSTER: Final = 64
"""How many blocks somebody else's workers are given at a time, unless they say so themselves."""

Watch = Callable[["Run"], None]
"""Is told of the run as it grows; may raise KeyboardInterrupt to stop it there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run so far: whole blocks, and perhaps part of the next one."""

    seed: int
    fingerprint: str
    """The fingerprint of the setup: a run goes on under no other."""
    blocks: int
    """How many whole blocks have been played: 0 up to this one."""
    whole: RunTally
    """The totals of the whole blocks, from which a run is extended."""
    part: RunTally
    """The totals of the partial block, which is played again when the run is extended."""

    @property
    def rounds(self) -> int:
        """How many rounds have been played."""
        return self.whole.rounds + self.part.rounds

    @property
    def tally(self) -> RunTally:
        """The totals of all rounds."""
        return self.whole + self.part

    def write(self) -> str:
        """The run as JSON that `read_run` reads: exact, so that it can be resumed."""
        return json.dumps(
            {
                "seed": self.seed,
                "fingerprint": self.fingerprint,
                "blocks": self.blocks,
                "whole": [self.whole.totals, self.whole.counts],
                "part": [self.part.totals, self.part.counts],
            }
        )


def read_run(text: str) -> Run:
    """The run that `Run.write` wrote."""
    try:
        raw: Decoded = json.loads(text)
        for name in ("whole", "part"):
            totals, counts = raw[name]
            raw[name] = RunTally(tuple(map(_whole, totals)), tuple(map(_whole, counts)))
        return Run(**{**raw, "seed": _whole(raw["seed"]), "blocks": _whole(raw["blocks"])})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise SetupError(
            "this file is not a saved run: name a file that --save wrote, or a new one"
        ) from None


def _whole(number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < -SEEDS * SEEDS:
        raise ValueError
    return number


def simulate(
    setup: Setup | Packed,
    *,
    rounds: int,
    seed: int,
    threads: int = 1,
    until_se: float | None = None,
    start: Run | None = None,
    watch: Watch | None = None,
    executor: Executor | None = None,
    engine: ChosenEngine | None = None,
) -> Run:
    """
    Play *rounds* rounds, or fewer once the standard error of the main wager is *until_se*.

    Blocks are added in their order, so the result depends on nothing but setup and seed. A run
    that *start* brings goes on where it stopped. With a cut card whole shoes are played: a few
    rounds more. Ctrl-C ends it with what it has. Any *executor* may play the blocks, a cluster's
    too; one that plays several blocks at a time says in `together` how many. All engines play the
    same rounds; without *engine* it is the fastest.
    """
    pack = setup if isinstance(setup, Packed) else packed(setup)
    engine = chosen_engine(AUTO, pack) if engine is None else engine
    run = _started(pack, engine, rounds, seed, start)
    if run.tally.rounds >= rounds:
        return run
    run = replace(run, part=tally_of(*nothing(pack.tables)))
    if executor is not None:
        ahead = getattr(executor, "ahead", AHEAD_ON_A_CLUSTER)
        together = getattr(executor, "together", 1)
        stretches = _stretches(pack, engine, run, rounds, executor, ahead, together)
        return _play(pack, run, rounds, until_se, watch, stretches)
    with ThreadPoolExecutor(threads) as own:
        stretches = _stretches(pack, engine, run, rounds, own, 2 * threads, 1)
        try:
            return _play(pack, run, rounds, until_se, watch, stretches)
        finally:
            own.shutdown(wait=False, cancel_futures=True)


def _started(pack: Packed, engine: ChosenEngine, rounds: int, seed: int, start: Run | None) -> Run:
    """The run to go on with; refuses one of another seed, setup or engine."""
    if rounds < 1:
        raise SetupError(f"rounds is {rounds}: write 1 or more")
    if not 0 <= seed < SEEDS:
        raise SetupError(f"seed is {seed}: write 0 to {SEEDS - 1}")
    fingerprint = engine.fingerprint(pack)
    if start is None:
        empty = tally_of(*nothing(pack.tables))
        return Run(seed=seed, fingerprint=fingerprint, blocks=0, whole=empty, part=empty)
    if start.seed != seed:
        raise SetupError(f"seed is {seed}: the saved run has {start.seed}")
    if start.fingerprint != fingerprint:
        raise SetupError(
            "the saved run has other rules, other wagers or another chart, or another version of "
            f"Upcard played it ({start.fingerprint}, not {fingerprint}): extend it with the same"
        )
    return start


def _play(
    pack: Packed,
    run: Run,
    rounds: int,
    until_se: float | None,
    watch: Watch | None,
    stretches: Stretches,
) -> Run:
    """Add *stretches* to *run* until it is long or sure enough, or Ctrl-C is pressed."""
    try:
        for blocks, sums in stretches:
            if not blocks:
                run = replace(run, part=sums.together())
            elif until_se is None:
                run = _longer(run, blocks, sums.together(blocks))
            else:
                for tally in sums.each()[:blocks]:
                    run = _longer(run, 1, tally)
                    if is_sure(pack, run, until_se):
                        break
            if watch is not None:
                watch(run)
            if run.rounds >= rounds or is_sure(pack, run, until_se):
                break
    except KeyboardInterrupt:
        pass  # What has been played is kept.
    return run


def _longer(run: Run, blocks: int, tally: RunTally) -> Run:
    return replace(run, blocks=run.blocks + blocks, whole=run.whole + tally)


def _stretches(
    pack: Packed,
    engine: ChosenEngine,
    run: Run,
    rounds: int,
    executor: Executor,
    ahead_max: int,
    together: int,
) -> Stretches:
    """The blocks still to play, in their order, so many *together*, a few such stretches ahead."""
    submit = _submitting(executor, pack, engine, run.seed)
    if not engine.deals_shoes:
        return lane_blocks(run.blocks, rounds - run.whole.rounds, submit, ahead_max, together)
    if pack.setup.cut:
        return _blocks_to_a_cut(run, rounds, submit, ahead_max, together)
    return _fresh_blocks(run, rounds, submit, ahead_max, together)


def _submitting(executor: Executor, pack: Packed, engine: ChosenEngine, seed: int) -> Submit:
    """Who has blocks played: so many rounds where a lane is a round, else so many shoes."""
    play: Callable[..., BlockSums] = played_shoes if engine.deals_shoes else played_lanes
    told = engine.automaton, engine.name, sizes_of(pack.tables), seed

    def submit(block: int, length: int, blocks: int) -> Future[BlockSums]:
        several = (blocks,) if blocks > 1 else ()
        return executor.submit(play, *told, block, length, *several)

    return submit


def _fresh_blocks(
    run: Run, rounds: int, submit: Submit, ahead_max: int, together: int
) -> Stretches:
    """Where a shoe is one round, it is known how many shoes each block has."""
    ahead: deque[tuple[int, Future[BlockSums]]] = deque()
    block, left = run.blocks, rounds - run.whole.rounds
    while left > 0 or ahead:
        while left > 0 and len(ahead) < ahead_max:
            whole = min(together, left // BLOCK_SHOES)
            shoes = min(BLOCK_SHOES, left)
            ahead.append((whole, submit(block, shoes, max(1, whole))))
            block, left = block + whole, left - max(1, whole) * shoes
        whole, future = ahead.popleft()
        yield whole, future.result()


def _blocks_to_a_cut(
    run: Run, rounds: int, submit: Submit, ahead_max: int, together: int
) -> Stretches:
    """
    Where a shoe lasts many rounds, the last block is played in part: as far as it is needed.

    Whether a block is the last is decided by what came before it. So the same setup, seed and
    rounds give the same blocks, however many were played ahead or together.
    """
    ahead: deque[tuple[int, Future[BlockSums]]] = deque()
    block, played, next_block = run.blocks, run.whole.rounds, run.blocks
    while (left := rounds - played) > 0:
        per_block = played / block if block else _rounds_in_a_block(submit)
        if left < per_block:
            for _, future in ahead:
                future.cancel()
            ahead.clear()
            next_block = block + 1
            whole, sums = _last_part(left, per_block, partial(submit, block))
            yield whole, sums
            played, block = played + sum(sums.rounds()), block + 1
            continue
        while len(ahead) < ahead_max and (next_block - block) * per_block < left:
            likely = int(left / per_block) - (next_block - block)
            blocks = max(1, min(together, likely))
            ahead.append((blocks, submit(next_block, BLOCK_SHOES_TO_A_CUT, blocks)))
            next_block += blocks
        blocks, future = ahead.popleft()
        sums = future.result()
        whole = 0
        for found in sums.rounds():
            if whole and rounds - played < played / block:
                # It takes fewer: the last one is played in part, when its turn comes.
                next_block = block
                ahead.clear()
                break
            played, block, whole = played + found, block + 1, whole + 1
        yield whole, sums


def _last_part(
    left: int, per_block: float, submit: Callable[[int, int], Future[BlockSums]]
) -> tuple[int, BlockSums]:
    """As many shoes of a block as hold this many rounds, or the whole block."""
    per_shoe = per_block / BLOCK_SHOES_TO_A_CUT
    shoes = min(ceil(left / per_shoe), BLOCK_SHOES_TO_A_CUT)
    sums = submit(shoes, 1).result()
    while sum(sums.rounds()) < left and shoes < BLOCK_SHOES_TO_A_CUT:
        more = ceil((left - sum(sums.rounds())) / per_shoe)
        shoes = min(shoes + more, BLOCK_SHOES_TO_A_CUT)
        sums = submit(shoes, 1).result()
    return int(shoes == BLOCK_SHOES_TO_A_CUT), sums


def _rounds_in_a_block(submit: Submit) -> float:
    """How many rounds a block to a cut card has, by its first shoes."""
    (tried,) = submit(0, TRIED_SHOES, 1).result().rounds()
    per_block: float = tried * BLOCK_SHOES_TO_A_CUT / TRIED_SHOES
    return per_block


def standard_error_of_main(pack: Packed, tally: RunTally) -> float:
    """The standard error of the main wager's EV, in wagers."""
    rounds = tally.rounds
    mean = tally.sum_of(at.MAIN) / rounds
    variance = tally.squares_of(at.MAIN) / rounds - mean * mean
    staked = pack.setup.spots * pack.setup.wager / pack.unit
    return sqrt(variance / rounds) / staked


def is_sure(pack: Packed, run: Run, until_se: float | None) -> bool:
    """Whether the standard error of the main wager is small enough to stop."""
    return until_se is not None and standard_error_of_main(pack, run.tally) <= until_se
