"""`simulate`: play rounds by a chart, and report every wager beside its exact value."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

from upcard import __version__
from upcard.app.compiled_kernels import compile_kernels
from upcard.app.options import with_options_of
from upcard.app.preparations import ExactValues, Prepared, executor_of, expected, prepared
from upcard.app.presentations import Columns, Picture, Showable, counted
from upcard.app.problems import AppError
from upcard.app.saved_runs import RunSaver
from upcard.app.simulation_options import Simulation
from upcard.engine_names import GPU
from upcard.rules.fingerprints import fingerprint
from upcard.simulation.meter_histories import play_meters
from upcard.simulation.results.between_shoes import design_effects
from upcard.simulation.results.meter_records import break_even_of, history_record
from upcard.simulation.results.record_types import HistoryRecord, SessionRecord, SimulationRecord
from upcard.simulation.results.run_records import run_record
from upcard.simulation.results.session_records import session_record
from upcard.simulation.results.statistics import (
    MAIN,
    NO_EFFECTS,
    RunFigures,
    SimulatedFigures,
    figures,
)
from upcard.simulation.runs import Run, is_sure
from upcard.simulation.runs import simulate as play_rounds
from upcard.simulation.session_runs import play_sessions, session_plan
from upcard.simulation.tallies import RunTally, nothing, tally_of

STEPS: Final = 60
"""The number of pieces of a run that reports progress."""
PIECE_MIN: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedWager:
    """One wager of a simulation; everything is counted in the wager's own units."""

    figures: SimulatedFigures
    correlation_with_main: float
    exact_ev: float | None
    """The exact expected value of a unit wagered; None if unknown."""
    exact_outcomes: Mapping[str, float] | None

    @property
    def name(self) -> str:
        """The wager's name."""
        return self.figures.name

    @property
    def ev(self) -> float:
        """The mean net of each unit initially wagered."""
        return self.figures.ev

    @property
    def standard_error(self) -> float:
        """The standard error of `ev`."""
        return self.figures.standard_error

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, in initial wagers."""
        return self.figures.standard_deviation

    @property
    def z(self) -> float | None:
        """How many standard errors the simulated EV lies above the exact one."""
        error = self.standard_error
        return None if self.exact_ev is None or not error else (self.ev - self.exact_ev) / error


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SimulationResult(Showable):
    """The result of a simulation."""

    play: Prepared
    run: Run
    figures: RunFigures
    expected: ExactValues
    effects: Mapping[str, float]
    seconds: float
    rounds_now: int
    """How many rounds were played in those seconds; a resumed run has earlier ones."""
    interrupted: bool
    """Whether the run was stopped early."""
    session: SessionRecord | None = None
    """The results of players in sessions."""
    progressive: HistoryRecord | None = None
    """What the meters of a progressive did."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.play.pack.setup.game.rules.name

    @property
    def decks(self) -> int:
        """How many decks the shoe has."""
        return self.play.pack.setup.game.decks

    @property
    def rounds(self) -> int:
        """The number of rounds behind the figures."""
        return self.figures.rounds

    @property
    def seed(self) -> int:
        """The seed that plays the same rounds again."""
        return self.run.seed

    @property
    def ev(self) -> float:
        """The expected value of the main wager, in wagers."""
        return self.figures.main.ev

    @property
    def standard_error(self) -> float:
        """The standard error of `ev`."""
        return self.figures.main.standard_error

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, in main wagers."""
        return self.figures.main.standard_deviation

    @property
    def wagers(self) -> dict[str, SimulatedWager]:
        """Every wager by name: main, side wagers, and all of them together."""
        sides = self.expected.sides
        return {
            name: SimulatedWager(
                figures=wager,
                correlation_with_main=self.figures.correlation_with_main(name),
                exact_ev=self.expected.evs.get(name),
                exact_outcomes=sides[name].outcomes if name in sides else None,
            )
            for name, wager in self.figures.wagers.items()
        }

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return f"{self.game}, {counted(self.decks, 'deck')}, {counted(self.rounds, 'round')}"

    def columns(self) -> Columns:
        """A row for each wager."""
        wagers = list(self.wagers.values())
        return {
            "wager": [wager.name for wager in wagers],
            "ev": [wager.ev for wager in wagers],
            "standard_error": [wager.standard_error for wager in wagers],
            "standard_deviation": [wager.standard_deviation for wager in wagers],
            "exact_ev": [wager.exact_ev for wager in wagers],
            "z": [wager.z for wager in wagers],
        }

    def plot(self) -> Picture:
        """The EV of each wager with its 95% interval, and a diamond for the exact value."""
        from upcard.reports.simulation_charts import Interval, interval_chart

        return Picture(
            interval_chart(
                [
                    Interval(
                        name,
                        100 * wager.ev,
                        100 * wager.standard_error,
                        None if wager.exact_ev is None else 100 * wager.exact_ev,
                    )
                    for name, wager in self.wagers.items()
                ]
            )
        )

    def to_dict(self) -> SimulationRecord:
        """What `upcard simulate --json` prints."""
        asked = self.play.asked
        found = run_record(
            self.play.pack,
            self.run,
            seconds=self.seconds,
            device=asked.place,
            engine=GPU if asked.place == GPU else self.play.engine.name,
            strategy=self.play.strategy,
            effects=self.effects,
            rounds_now=self.rounds_now,
        )
        for name, wager in self.wagers.items():
            row = found["wagers"][name]
            if wager.exact_ev is not None:
                row["exact_ev"], row["z"] = wager.exact_ev, wager.z
            if wager.exact_outcomes is not None:
                row["exact_outcomes"] = dict(wager.exact_outcomes)
        if MAIN in self.expected.evs:
            main = found["wagers"][MAIN]
            found["exact_ev"], found["z"] = main["exact_ev"], main["z"]
        if self.progressive is not None:
            found["progressive"] = self.progressive
        if self.session is not None:
            found["session"] = self.session
        if self.interrupted:
            found["interrupted"] = True
        rules = self.play.pack.setup.game.rules
        return {
            **found,
            "command": asked.command,
            "version": __version__,
            "rules_sha256": fingerprint(rules),
        }


@with_options_of(Simulation)
def simulate(asked: Simulation) -> SimulationResult:
    """
    Play rounds by a chart, with every rule of the game, and report every wager.

    `Simulation` has the options: rounds, seed, decks, wager, sides, spots, chart, session, ...

    >>> result = simulate("kings-bounty", rounds=1000, seed=1, sides={"kings-bounty": 5})
    >>> result.rounds, list(result.wagers)
    (1000, ['main', 'kings-bounty', 'together'])
    """
    return played(asked)


def played(asked: Simulation) -> SimulationResult:
    """Play a simulation that is already set up."""
    asked.check()
    executors = executor_of(asked)
    saving = RunSaver.of(asked)
    play = prepared(asked)
    compile_kernels(play)
    with executors as executor:
        return _result(play, saving, executor)


def simulate_in_pieces(asked: Simulation) -> Iterator[SimulationResult]:
    """The same, piece by piece, so that you can watch and stop it."""
    asked.check()
    play = prepared(asked)
    exact = expected(play)
    run: Run | None = None
    rounds = asked.rounds_number
    piece, done = max(PIECE_MIN, rounds // STEPS), 0
    while done < rounds:
        done = min(done + piece, rounds)
        began = time.perf_counter()
        run = play_rounds(
            play.pack,
            rounds=done,
            seed=asked.seed,
            threads=asked.workers,
            start=run,
            engine=play.engine,
        )
        yield SimulationResult(
            play=play,
            run=run,
            figures=figures(play.pack, run.tally),
            expected=exact,
            effects=NO_EFFECTS,
            seconds=time.perf_counter() - began,
            rounds_now=run.tally.rounds,
            interrupted=False,
        )


def _result(play: Prepared, saving: RunSaver, executor: Executor | None) -> SimulationResult:
    asked = play.asked
    began = time.perf_counter()
    run, parts = _played(play, saving, executor)
    seconds = time.perf_counter() - began
    if not run.tally.rounds:
        raise AppError("interrupted", "interrupted before the first block of rounds was played")
    effects = design_effects(play.pack, asked.seed, engine=play.engine)
    before = saving.start.whole.rounds if saving.start else 0
    rounds = asked.rounds_number
    is_plain = asked.session is None and play.meters is None
    return SimulationResult(
        play=play,
        run=run,
        figures=figures(play.pack, run.tally, effects),
        expected=expected(play),
        effects=effects,
        seconds=seconds,
        rounds_now=0 if run is saving.start else run.tally.rounds - before,
        interrupted=is_plain
        and run.tally.rounds < rounds
        and not is_sure(play.pack, run, asked.until_se),
        session=parts.session,
        progressive=parts.progressive,
    )


@dataclass(slots=True)
class _Parts:
    """What sessions and meters add to the result."""

    session: SessionRecord | None = None
    progressive: HistoryRecord | None = None


def _played(play: Prepared, saving: RunSaver, executor: Executor | None) -> tuple[Run, _Parts]:
    """The run with every wager, and what sessions and meters add to the result."""
    asked, parts = play.asked, _Parts()
    if play.meters is None and asked.session is None:
        return _plain_run(play, saving, executor), parts
    tally: RunTally | None = None
    if play.meters is not None:
        tally, parts.progressive = _meters(play, executor)
    if asked.session_rounds is not None:
        tally, parts.session = _sessions(play, asked.session_rounds, executor)
    assert tally is not None, "sessions or meters were played"
    return _as_run(play, tally), parts


def _meters(play: Prepared, executor: Executor | None) -> tuple[RunTally, HistoryRecord]:
    assert play.meters is not None, "there are meters"
    assert play.exact is not None, "a progressive has exact odds"
    asked, rounds = play.asked, play.asked.rounds_number
    history = play_meters(
        play.meters,
        break_even_of(play.meters, play.exact),
        rounds=rounds,
        seed=asked.seed,
        threads=asked.workers,
        executor=executor,
        watch=lambda done: asked.watch.rounds(done, rounds),
        engine=play.engine,
    )
    return history.sums.tally, history_record(history, play.exact, play.assumed)


def _sessions(
    play: Prepared, session: int, executor: Executor | None
) -> tuple[RunTally, SessionRecord]:
    asked = play.asked
    plan = session_plan(
        play.pack, rounds=asked.rounds_number, session=session, bankroll=asked.bankroll_cents
    )
    total = plan.sessions * plan.rounds
    sessions = play_sessions(
        play.pack,
        plan,
        seed=asked.seed,
        threads=asked.workers,
        executor=executor,
        watch=lambda done: asked.watch.rounds(done, total),
        engine=play.engine,
    )
    found = figures(play.pack, sessions.tally)
    return sessions.tally, session_record(play.pack, plan, sessions, found)


def _as_run(play: Prepared, tally: RunTally) -> Run:
    """Rounds of sessions or meters, in the form of a run."""
    none = tally_of(*nothing(play.pack.tables))
    return Run(
        seed=play.asked.seed, fingerprint=play.pack.fingerprint, blocks=0, whole=tally, part=none
    )


def _plain_run(play: Prepared, saving: RunSaver, executor: Executor | None) -> Run:
    asked, rounds = play.asked, play.asked.rounds_number

    def watch(run: Run) -> None:
        saving.keep(run)
        asked.watch.rounds(run.tally.rounds, rounds)

    run = play_rounds(
        play.pack,
        rounds=rounds,
        seed=asked.seed,
        threads=asked.workers,
        until_se=asked.until_se,
        start=saving.start,
        executor=executor,
        watch=watch,
        engine=play.engine,
    )
    saving.keep(run, is_last=True)
    return run
