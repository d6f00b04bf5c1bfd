"""
Histories of progressive meters: every contribution and every award of a run, to the sub-cent.

Between two hits a meter only grows, by the same exact part of the wagers each round, so the kernel
notes the hits and nothing else; here they are taken in their order, the blocks of a run after each
other, as one long history. The accounting is that of `upcard.jackpot`, which the tests hold it to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import Final

from upcard.engine_names import AUTO
from upcard.jackpot.awards import WHOLE, divided, share_of
from upcard.money import Cents, Rounding
from upcard.simulation.meter_runs import (
    Hit,
    MeterBlock,
    MeterPlan,
    meter_table,
    played_meters,
)
from upcard.simulation.problems import SetupError
from upcard.simulation.runs import SEEDS
from upcard.simulation.tallies import nothing, sizes_of, tally_of
from upcard.simulation.vector_engines import ChosenEngine, chosen_engine
from upcard.simulation.workloads import Watch, in_order

BLOCK_ROUNDS: Final = 1 << 18
POINTS_MAX: Final = 400
"""How many points of each level's history are kept to be drawn."""

BreakEven = Mapping[str, Fraction | None]
"""For each level the meter from which it is worth playing for, in wagers; None for never."""


@dataclass(slots=True)
class SimulatedMeter:
    """One level during its history: whole cents, and the rest in sub-cents."""

    seed: Cents
    per_round: Fraction
    """What a round puts into the meter, in cents."""
    reserve_per_round: Fraction
    rounding: Rounding
    """How the house pays amounts that its smallest coin cannot make."""
    display: int = 0
    reserve: int = 0
    carried: int = 0
    """What is due to the display and no whole cent yet, in parts of `per_round`'s denominator."""
    reserve_carried: int = 0
    seeds: int = 0
    """What the house has put in, in cents."""

    def __post_init__(self) -> None:
        self.display = self.seeds = self.seed

    def grow(self, rounds: int) -> None:
        """Take the contributions of this many rounds."""
        whole, self.carried = divmod(
            self.carried + rounds * self.per_round.numerator, self.per_round.denominator
        )
        kept, self.reserve_carried = divmod(
            self.reserve_carried + rounds * self.reserve_per_round.numerator,
            self.reserve_per_round.denominator,
        )
        self.display += whole
        self.reserve += kept

    def award(self, percent: int) -> int:
        """
        Pay a share in the house's unit; what is not paid stays.

        After all of it the level starts again with seed and reserve.
        """
        amount = share_of(Cents(self.display), percent, self.rounding)
        self.display -= amount
        if percent == WHOLE:
            self.display += self.seed + self.reserve
            self.reserve = 0
            self.seeds += self.seed
        return amount

    def rounds_until(self, cents: int) -> int:
        """After how many more rounds the display shows at least *cents*; -1 for never."""
        if self.display >= cents:
            return 0
        missing = (cents - self.display) * self.per_round.denominator - self.carried
        return -(-missing // self.per_round.numerator) if self.per_round else -1

    @property
    def held(self) -> Fraction:
        """Everything the level holds, with what is not a whole cent yet."""
        rest = Fraction(self.carried, self.per_round.denominator)
        rest += Fraction(self.reserve_carried, self.reserve_per_round.denominator)
        return self.display + self.reserve + rest


@dataclass(slots=True)
class LevelHistory:
    """The history of one level."""

    meter: SimulatedMeter
    break_even: int | None
    """The display, in cents, from which the wager is worth playing for this level alone."""
    amounts: dict[int, list[int]] = field(default_factory=dict)
    """What each award paid, in cents, by percentage."""
    meters: list[int] = field(default_factory=list)
    """What the display showed at each award of all of it."""
    spells: list[int] = field(default_factory=list)
    """How many rounds each of them took, from the one before it."""
    rounds: int = 0
    since: int = 0
    """Rounds since the last award of all of it, or since the start."""
    rounds_above: int = 0
    """Rounds that began with the display at break-even or above."""
    points: list[tuple[int, int]] = field(default_factory=list)
    """Round and display, at the beginning and around each award: the start of the history."""

    def grow(self, rounds: int) -> None:
        """Let this many rounds pass without a hit."""
        if self.break_even is not None:
            until = self.meter.rounds_until(self.break_even)
            if 0 <= until < rounds:
                self.rounds_above += rounds - until
        self.meter.grow(rounds)
        self.rounds += rounds
        self.since += rounds

    def award(self, percent: int, winners: int) -> None:
        """Pay a share; all of a level is divided among *winners*, odd units to the first."""
        before = self.meter.display
        amount = Cents(self.meter.award(percent))
        each = divided(amount, winners, self.meter.rounding.unit)
        self.amounts.setdefault(percent, []).extend(each)
        if percent == WHOLE:
            self.meters.append(before)
            self.spells.append(self.since)
            self.since = 0
        self.mark(before)
        self.mark(self.meter.display)

    def mark(self, display: int) -> None:
        """Keep a point of the history while there is room."""
        if len(self.points) < POINTS_MAX:
            self.points.append((self.rounds, display))


@dataclass(slots=True)
class MeterHistory:
    """All meters of a progressive over a run, and the run's totals."""

    plan: MeterPlan
    levels: Mapping[str, LevelHistory]
    sums: MeterBlock
    """The totals of the blocks, whose hits have been applied."""

    def tell(self, block: MeterBlock) -> None:
        """Go on with a block."""
        passed = 0
        for number, hits in groupby(block.hits, key=lambda hit: hit.round):
            self._grow(number + 1 - passed)
            passed = number + 1
            self._pay(list(hits))
        self._grow(block.tally.rounds - passed)
        self.sums = self.sums.with_sums_of(block)

    def _grow(self, rounds: int) -> None:
        for level in self.levels.values():
            level.grow(rounds)

    def _pay(self, hits: list[Hit]) -> None:
        """Pay the winners of a round; an award that is divided is taken once, for all of them."""
        awards = [self.plan.awards[hit.verdict] for hit in hits]
        done = set[str]()
        for level, percent in awards:
            if percent != WHOLE or not self.plan.is_shared:
                self.levels[level].award(percent, 1)
            elif level not in done:
                done.add(level)
                self.levels[level].award(percent, awards.count((level, percent)))


def new_history(plan: MeterPlan, break_even: BreakEven) -> MeterHistory:
    """Every level at its seed, and no round played."""
    levels = {}
    for level in plan.levels:
        even = break_even.get(level)
        meter = SimulatedMeter(
            plan.seed(level),
            plan.rate * plan.handle,
            plan.reserve_rate * plan.handle,
            plan.pack.setup.game.rounding,
        )
        levels[level] = LevelHistory(meter, None if even is None else ceil(even * plan.amount))
        levels[level].mark(meter.display)
    empty = MeterBlock(tally_of(*nothing(plan.pack.tables)), (), 0, 0)
    return MeterHistory(plan, levels, empty)


def play_meters(
    plan: MeterPlan,
    break_even: BreakEven,
    *,
    rounds: int,
    seed: int,
    threads: int = 1,
    executor: Executor | None = None,
    watch: Watch | None = None,
    engine: ChosenEngine | None = None,
) -> MeterHistory:
    """
    The meters over *rounds* rounds; they depend only on plan, rounds and seed.

    Ctrl-C ends the history with the blocks that are done, if there are any.
    """
    if rounds < 1:
        raise SetupError(f"rounds is {rounds}: write 1 or more")
    if not 0 <= seed < SEEDS:
        raise SetupError(f"seed is {seed}: write 0 to {SEEDS - 1}")
    history = new_history(plan, break_even)
    engine = chosen_engine(AUTO, plan.pack) if engine is None else engine
    calls = _calls(plan, engine, rounds, seed)
    try:
        for block in in_order(played_meters, calls, threads=threads, executor=executor):
            history.tell(block)
            if watch is not None:
                watch(history.sums.tally.rounds)
    except KeyboardInterrupt:
        if not history.sums.tally.rounds:
            raise
    return history


def _calls(
    plan: MeterPlan, engine: ChosenEngine, rounds: int, seed: int
) -> Iterator[tuple[object, ...]]:
    """What each block of a history is told."""
    told = engine.automaton, engine.name, sizes_of(plan.pack.tables), meter_table(plan), seed
    for block, first in enumerate(range(0, rounds, BLOCK_ROUNDS)):
        yield *told, block, min(BLOCK_ROUNDS, rounds - first)
