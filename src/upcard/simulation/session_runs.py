"""Sessions: the results of players who play a fixed number of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import erf, exp, isqrt, sqrt
from statistics import NormalDist
from typing import Final

from upcard.engine_names import AUTO
from upcard.money import Cents
from upcard.simulation.kernels import automaton_layout as lay
from upcard.simulation.kernels.automaton_layout import Automaton
from upcard.simulation.kernels.draws import BLOCK_DRAWS
from upcard.simulation.kernels.lane_meters import no_meters
from upcard.simulation.kernels.lane_sessions import (
    FALL,
    LOWEST,
    RESULT,
    SESSION_FIELDS,
    lane_sessions,
)
from upcard.simulation.kernels.layout import Integers
from upcard.simulation.problems import SetupError
from upcard.simulation.results.distributions import Distribution, counted
from upcard.simulation.results.statistics import SimulatedFigures
from upcard.simulation.runs import SEEDS
from upcard.simulation.setups.packed_games import Packed
from upcard.simulation.tallies import RunTally, sizes_of
from upcard.simulation.vector_engines import (
    ChosenEngine,
    chosen_engine,
    played_parts,
)
from upcard.simulation.workloads import Watch, in_order

BLOCK_ROUNDS: Final = 1 << 18
"""About how many rounds a block of whole sessions has."""
SESSION_ROUNDS_MAX: Final = 10**8
DRAWS_MAX: Final = 64
"""More cards than rounds of seven spots use in the mean of a long session."""
STEPS_PER_ROOT: Final = 1000
"""How finely results are binned: this many steps per square root of the rounds, in wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionTally:
    """The exact results of some sessions, with distributions in steps of the plan."""

    tally: RunTally
    sessions: int
    ahead: int
    even: int
    ruined: int
    """How many lost the bankroll on the way, whatever their final result."""
    total: int
    """The sum of all results, in units."""
    squares: int
    results: Distribution
    depths: Distribution
    """How far each was down on its start at worst."""
    falls: Distribution
    """How far each fell at most from a peak it had reached."""

    def __add__(self, other: SessionTally) -> SessionTally:
        return SessionTally(
            **{name: getattr(self, name) + getattr(other, name) for name in self.__slots__}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlan:
    """How long sessions are, and how many are played."""

    rounds: int
    """In each session."""
    sessions: int
    bankroll: int | None
    """The player's bankroll in units; None if ruin is not asked for."""
    step: int
    """The bin width of results in units, rounded down."""

    @property
    def block_sessions(self) -> int:
        """How many sessions a block has: one for each lane, and a part of the stream for each."""
        fitting = max(lay.LANES, BLOCK_ROUNDS // self.rounds)
        return max(1, min(fitting, int(BLOCK_DRAWS) // (self.rounds * DRAWS_MAX)))


def session_plan(
    pack: Packed, *, rounds: int, session: int, bankroll: Cents | None = None
) -> SessionPlan:
    """Sessions of *session* rounds, as many as *rounds* rounds have room for."""
    if not 1 <= session <= SESSION_ROUNDS_MAX:
        raise SetupError(f"session is {session}: write 1 to {SESSION_ROUNDS_MAX} rounds")
    if rounds < session:
        raise SetupError(f"rounds is {rounds}: write at least {session}, one session")
    if bankroll is not None and bankroll <= 0:
        raise SetupError("bankroll is 0 or less: write more than 0")
    staked = pack.setup.spots * pack.setup.wager // pack.unit
    return SessionPlan(
        rounds=session,
        sessions=rounds // session,
        # Rounded up: a bankroll that is no whole number of units is lost when it is overdrawn.
        bankroll=None if bankroll is None else -(-bankroll // pack.unit),
        step=max(1, staked * isqrt(session) // STEPS_PER_ROOT),
    )


def _folded(tally: RunTally, kept: Integers, plan: SessionPlan) -> SessionTally:
    results, lowest = kept[:, RESULT], kept[:, LOWEST]
    ruined = 0 if plan.bankroll is None else int((lowest <= -plan.bankroll).sum())
    exact = results.tolist()
    return SessionTally(
        tally=tally,
        sessions=len(kept),
        ahead=int((results > 0).sum()),
        even=int((results == 0).sum()),
        ruined=ruined,
        total=sum(exact),
        squares=sum(result * result for result in exact),
        results=counted(results // plan.step),
        depths=counted(-lowest // plan.step),
        falls=counted(kept[:, FALL] // plan.step),
    )


def play_sessions(
    pack: Packed,
    plan: SessionPlan,
    *,
    seed: int,
    threads: int = 1,
    executor: Executor | None = None,
    watch: Watch | None = None,
    engine: ChosenEngine | None = None,
) -> SessionTally:
    """
    Play all sessions of *plan*; the result depends only on setup, plan and seed.

    Ctrl-C ends it with the blocks that are done, if there are any.
    """
    if not 0 <= seed < SEEDS:
        raise SetupError(f"seed is {seed}: write 0 to {SEEDS - 1}")
    calls = _calls(pack, plan, seed, chosen_engine(AUTO, pack) if engine is None else engine)
    found: SessionTally | None = None
    try:
        for block in in_order(played_sessions, calls, threads=threads, executor=executor):
            found = block if found is None else found + block
            if watch is not None:
                watch(found.tally.rounds)
    except KeyboardInterrupt:
        if found is None:
            raise
    assert found is not None, "a plan has at least one session"
    return found


def _calls(
    pack: Packed, plan: SessionPlan, seed: int, engine: ChosenEngine
) -> Iterator[tuple[Automaton, str, tuple[int, int], int, int, int, SessionPlan]]:
    engine = replace(engine, sessions=plan.sessions)
    told = engine.automaton, engine.kernel_engine, sizes_of(pack.tables)
    size = plan.block_sessions
    for block, first in enumerate(range(0, plan.sessions, size)):
        yield *told, seed, block, min(size, plan.sessions - first), plan


def played_sessions(
    tables: Automaton,
    engine: str,
    sizes: tuple[int, int],
    seed: int,
    block: int,
    sessions: int,
    plan: SessionPlan,
) -> SessionTally:
    """One block of sessions. It needs nothing but its numbers, so any machine may play it."""
    draws = int(BLOCK_DRAWS) // plan.block_sessions
    room = lane_sessions(plan.rounds, plan.rounds * sessions, draws, no_meters())
    tally = played_parts(tables, engine, sizes, seed, block, sessions, room).together()
    return _folded(tally, room.kept.reshape(-1, SESSION_FIELDS), plan)


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalSessions:
    """
    The usual approximation: a random walk with the mean and the spread of a round.

    Everything is in main wagers of one spot.
    """

    rounds: int
    mean: float
    """Of one round."""
    standard_deviation: float
    """Of one round."""

    def quantile(self, share: float) -> float:
        """The result that *share* of all sessions do not exceed."""
        return self._drift + NormalDist().inv_cdf(share) * self._spread

    def below(self, result: float) -> float:
        """The chance to end below *result*."""
        if not self._spread:
            return float(self._drift < result)
        return _normal((result - self._drift) / self._spread)

    @property
    def ahead(self) -> float:
        """The chance to be ahead at the end."""
        return 1 - self.below(0)

    def ruin(self, bankroll: float) -> float:
        """The chance that the walk comes down to *bankroll* below its start within the session."""
        straight = self.below(-bankroll)
        if not self._spread:
            return straight
        bent = _normal((self._drift - bankroll) / self._spread)
        # The exponential is large only where *bent* is tiny; the bound keeps it a number.
        slope = -2 * self.mean * bankroll / self.standard_deviation**2
        return min(1.0, straight + exp(min(slope, 700.0)) * bent)

    @property
    def _drift(self) -> float:
        return self.rounds * self.mean

    @property
    def _spread(self) -> float:
        return self.standard_deviation * sqrt(self.rounds)


def normal_sessions(pack: Packed, plan: SessionPlan, together: SimulatedFigures) -> NormalSessions:
    """The approximation for rounds that came out as *together*, all wagers of a round."""
    wager = pack.setup.wager
    return NormalSessions(
        rounds=plan.rounds,
        mean=float(together.mean) / wager,
        standard_deviation=sqrt(together.variance) / wager,
    )


def _normal(deviations: float) -> float:
    """The share of a normal distribution below this many standard deviations."""
    return (1 + erf(deviations / sqrt(2))) / 2
