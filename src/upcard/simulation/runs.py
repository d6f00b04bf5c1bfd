"""Runs: blocks of rounds on all cores, added up exactly, the same bits whatever the threads."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
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
from upcard.simulation.tallies import RunTally, nothing, sizes_of, tally_of
from upcard.simulation.vector_engines import (
    ChosenEngine,
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
"""Is told of the run after each block; may raise KeyboardInterrupt to stop it there."""


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
    too. All engines play the same rounds; without *engine* it is the fastest.
    """
    pack = setup if isinstance(setup, Packed) else packed(setup)
    engine = chosen_engine(AUTO, pack) if engine is None else engine
    run = _started(pack, engine, rounds, seed, start)
    if run.tally.rounds >= rounds:
        return run
    run = replace(run, part=tally_of(*nothing(pack.tables)))
    if executor is not None:
        ahead = getattr(executor, "ahead", AHEAD_ON_A_CLUSTER)
        blocks = _blocks(pack, engine, run, rounds, executor, ahead)
        return _play(pack, run, rounds, until_se, watch, blocks)
    with ThreadPoolExecutor(threads) as own:
        blocks = _blocks(pack, engine, run, rounds, own, 2 * threads)
        try:
            return _play(pack, run, rounds, until_se, watch, blocks)
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
    blocks: Iterator[tuple[bool, RunTally]],
) -> Run:
    """Add *blocks* to *run* until it is long enough or sure enough, or Ctrl-C is pressed."""
    try:
        for is_whole, tally in blocks:
            if is_whole:
                run = replace(run, blocks=run.blocks + 1, whole=run.whole + tally)
            else:
                run = replace(run, part=tally)
            if watch is not None:
                watch(run)
            if run.rounds >= rounds or is_sure(pack, run, until_se):
                break
    except KeyboardInterrupt:
        pass  # What has been played is kept.
    return run


Submit = Callable[[int, int], "Future[RunTally]"]
"""Plays this many shoes of the block with that number."""


def _blocks(
    pack: Packed, engine: ChosenEngine, run: Run, rounds: int, executor: Executor, ahead_max: int
) -> Iterator[tuple[bool, RunTally]]:
    """The blocks still to play, in their order, a few ahead; whether each is whole."""
    submit = _submitting(executor, pack, engine, run.seed)
    if not engine.deals_shoes:
        return lane_blocks(run.blocks, rounds - run.whole.rounds, submit, ahead_max)
    if pack.setup.cut:
        return _blocks_to_a_cut(run, rounds, submit, ahead_max)
    return _fresh_blocks(run, rounds, submit, ahead_max)


def _submitting(executor: Executor, pack: Packed, engine: ChosenEngine, seed: int) -> Submit:
    """Who has a block played: its first rounds where a lane is a round, else its first shoes."""
    play: Callable[..., RunTally] = played_shoes if engine.deals_shoes else played_lanes
    told = engine.automaton, engine.name, sizes_of(pack.tables), seed
    return partial(executor.submit, play, *told)


def _fresh_blocks(
    run: Run, rounds: int, submit: Submit, ahead_max: int
) -> Iterator[tuple[bool, RunTally]]:
    """Where a shoe is one round, it is known how many shoes each block has."""
    ahead: deque[tuple[int, Future[RunTally]]] = deque()
    block, left = run.blocks, rounds - run.whole.rounds
    while left > 0 or ahead:
        while left > 0 and len(ahead) < ahead_max:
            shoes = min(BLOCK_SHOES, left)
            ahead.append((shoes, submit(block, shoes)))
            block, left = block + 1, left - shoes
        shoes, future = ahead.popleft()
        yield shoes == BLOCK_SHOES, future.result()


def _blocks_to_a_cut(
    run: Run, rounds: int, submit: Submit, ahead_max: int
) -> Iterator[tuple[bool, RunTally]]:
    """
    Where a shoe lasts many rounds, the last block is played in part: as far as it is needed.

    Whether a block is the last is decided when its turn has come, by what came before it. So the
    same setup, seed and rounds give the same blocks, however many were played ahead.
    """
    ahead: deque[Future[RunTally]] = deque()
    block, played = run.blocks, run.whole.rounds
    while (left := rounds - played) > 0:
        per_block = played / block if block else _rounds_in_a_block(submit)
        if left < per_block:
            for future in ahead:
                future.cancel()
            shoes, tally = _last_part(left, per_block, partial(submit, block))
        else:
            while len(ahead) < min(ahead_max, ceil(left / per_block)):
                ahead.append(submit(block + len(ahead), BLOCK_SHOES_TO_A_CUT))
            shoes, tally = BLOCK_SHOES_TO_A_CUT, ahead.popleft().result()
        yield shoes == BLOCK_SHOES_TO_A_CUT, tally
        block, played = block + 1, played + tally.rounds


def _last_part(
    left: int, per_block: float, submit: Callable[[int], Future[RunTally]]
) -> tuple[int, RunTally]:
    """As many shoes of a block as hold this many rounds, or the whole block."""
    per_shoe = per_block / BLOCK_SHOES_TO_A_CUT
    shoes = min(ceil(left / per_shoe), BLOCK_SHOES_TO_A_CUT)
    tally = submit(shoes).result()
    while tally.rounds < left and shoes < BLOCK_SHOES_TO_A_CUT:
        more = ceil((left - tally.rounds) / per_shoe)
        shoes = min(shoes + more, BLOCK_SHOES_TO_A_CUT)
        tally = submit(shoes).result()
    return shoes, tally


def _rounds_in_a_block(submit: Submit) -> float:
    """How many rounds a block to a cut card has, by its first shoes."""
    return submit(0, TRIED_SHOES).result().rounds * BLOCK_SHOES_TO_A_CUT / TRIED_SHOES


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
