"""Playing what `upcard simulate` was asked: a run, sessions, or the history of meters."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from upcard import __version__
from upcard.commands.charts import chart_from
from upcard.commands.output import Failed, read_text, rules_from
from upcard.commands.progressive import chosen_settings
from upcard.commands.simulate_options import Options
from upcard.games import game
from upcard.money import Cents
from upcard.notation.charts import Chart
from upcard.odds.parlays import NEVER, Moves, moves_of
from upcard.odds.planning import MeterSettings
from upcard.odds.progressives import ProgressiveOdds
from upcard.rules.fingerprints import fingerprint
from upcard.rules.schema import Rules
from upcard.simulation.between_shoes import design_effects
from upcard.simulation.clusters import RAY, RAY_SCHEME, SCHEME, dask_executor, ray_executor
from upcard.simulation.compiling import is_kept
from upcard.simulation.expectations import exact_parlay, exact_sides
from upcard.simulation.gpu import gpu_executor
from upcard.simulation.meter_histories import play_meters
from upcard.simulation.meter_records import break_even_of, exact_progressive, history_record
from upcard.simulation.meters import MeterPlan, meter_plan
from upcard.simulation.packing import Packed, Setup, packed
from upcard.simulation.records import run_record
from upcard.simulation.runs import Run, Tally, is_compiled, nothing, read_run, simulate, tally_of
from upcard.simulation.session_records import session_record
from upcard.simulation.sessions import play_sessions, session_plan
from upcard.simulation.statistics import figures
from upcard.strategy.solving import solve, solve_chart
from upcard.table.games import Game

Record = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """What is to be played, with everything that can be known before."""

    options: Options
    pack: Packed
    chart: Chart
    strategy: str
    meters: MeterPlan | None
    exact: ProgressiveOdds | None
    """The exact odds of the progressive whose meters are followed."""
    assumed: tuple[str, ...]
    """What is assumed about its settings."""


def simulated(options: Options) -> Record:
    """Play, and say what came of it: CLI.md's record, and sessions and meters where asked for."""
    options.check()
    executors = _executor(options)
    play = _prepared(options)
    _tell_if_compiling(options)
    with executors as executor:
        began = time.perf_counter()
        run, parts = _played(play, executor)
        seconds = time.perf_counter() - began
    effects = design_effects(play.pack, options.seed)
    record = run_record(
        play.pack, run, seconds=seconds, device=options.device, strategy=play.strategy,
        effects=effects,
    )  # fmt: skip
    _add_exact(play, record)
    rules = play.pack.setup.game.rules
    about = {
        "command": options.command,
        "version": __version__,
        "rules_sha256": fingerprint(rules),
    }
    return record | parts | about


def _prepared(options: Options) -> Play:
    """Everything that can be refused is, before the solver is asked for a chart."""
    rules = rules_from(options.name)
    wager, _, paytable = (options.progressive or "").partition(":")
    pack = options.pack or _pack_with(rules, wager)
    tables = {wager: paytable} if paytable else None
    played = game(rules, decks=options.decks, pack=pack, paytables=tables)
    sides = _sides(options, played, wager)
    exact = exact_progressive(played, wager) if wager else None
    settings, assumed = _settings(options, exact)
    strategy, chart = _strategy(options, played)
    setup = packed(
        Setup(
            game=played,
            chart=chart,
            wager=options.wager_cents,
            sides=sides,
            moves=_moves(options, played, chart),
            spots=options.spots,
            cut=options.cut,
            # In results that know no history each level stands at its seed.
            meters=_seed_cents(settings, sides[wager]) if settings else {},
        )
    )
    return Play(
        options=options,
        pack=setup,
        chart=chart,
        strategy=strategy,
        meters=meter_plan(setup, wager, settings) if settings else None,
        exact=exact,
        assumed=assumed,
    )


def _moves(options: Options, played: Game, chart: Chart) -> Moves | None:
    """Onto which cards winnings are moved: those that the chart makes worth more than nothing."""
    match options.parlay:
        case None:
            return None
        case "never":
            return NEVER
        case "best":
            return moves_of(solve_chart(played.rules, played.decks, chart).play)
        case other:
            raise Failed("parlay", f"parlay is {other!r}: write best or never")


def _strategy(options: Options, played: Game) -> tuple[str, Chart]:
    if options.chart is None:
        return "the solver's chart", solve(played.rules, played.decks).chart
    return str(options.chart), chart_from(options.chart)


def _settings(
    options: Options, exact: ProgressiveOdds | None
) -> tuple[MeterSettings | None, tuple[str, ...]]:
    """What the meters are set to, where there are any, and what is assumed about it."""
    if exact is None:
        return None, ()
    if not exact.levels:
        name = exact.odds.wager
        raise Failed("not-a-progressive", f"{name} pays from no meter: name a progressive")
    return chosen_settings(exact, options.contribution, options.reserve, options.seed_wagers)


def _pack_with(rules: Rules, wager: str) -> str | None:
    """The first pack that has *wager*, where a game has packs."""
    return next((pack.name for pack in rules.packs if wager in pack.wagers), None)


def _sides(options: Options, played: Game, progressive: str) -> Mapping[str, Cents]:
    """The side wagers; a progressive that no amount is named for takes its own, or the least."""
    sides = options.side_cents
    if not progressive:
        return sides
    offer = played.offers.get(progressive)
    if offer is None:
        offered = ", ".join(played.offers) or "no side wager"
        raise Failed(
            "wager-unknown",
            f"{played.rules.name} does not offer {progressive!r} here: it offers {offered}",
        )
    return {progressive: offer.amount or played.limits.side_min} | sides


def _seed_cents(settings: MeterSettings, amount: Cents) -> dict[str, Cents]:
    return {level: Cents(int(seed * amount)) for level, seed in settings.seeds.items()}


def _tell_if_compiling(options: Options) -> None:
    is_plain = options.session is None and options.progressive is None
    if not (is_compiled() if is_plain else is_kept("record_block")):
        print("compiling the kernel, once on this machine: about 15 seconds", file=sys.stderr)


def _played(play: Play, executor: Executor | None) -> tuple[Run, Record]:
    """The run that all wagers are told of, and what sessions and meters add to the record."""
    options, parts = play.options, Record()
    session = options.session_rounds
    if play.meters is None and session is None:
        return _plain_run(play, executor), parts
    tally: Tally | None = None
    if play.meters is not None and play.exact is not None:
        history = play_meters(
            play.meters, break_even_of(play.meters, play.exact), rounds=options.rounds_number,
            seed=options.seed, threads=options.workers, executor=executor,
            watch=_Progress(options.rounds_number),
        )  # fmt: skip
        tally = history.sums.tally
        parts["progressive"] = history_record(history, play.exact)
        parts["progressive"]["assumptions"] = list(play.assumed)
    if session is not None:
        plan = session_plan(
            play.pack, rounds=options.rounds_number, session=session,
            bankroll=options.bankroll_cents,
        )  # fmt: skip
        sessions = play_sessions(
            play.pack, plan, seed=options.seed, threads=options.workers, executor=executor,
            watch=_Progress(plan.sessions * plan.rounds),
        )  # fmt: skip
        tally = sessions.tally
        found = figures(play.pack, tally)
        parts["session"] = session_record(play.pack, plan, sessions, found)
    assert tally is not None, "sessions or meters were played"
    return _as_run(play, tally), parts


def _as_run(play: Play, tally: Tally) -> Run:
    """Rounds that were not played as a run, as the record of a run wants them."""
    none = tally_of(*nothing(play.pack.tables))
    return Run(
        seed=play.options.seed, fingerprint=play.pack.fingerprint, blocks=0, whole=tally, part=none
    )


def _plain_run(play: Play, executor: Executor | None) -> Run:
    options = play.options
    progress = _Progress(options.rounds_number)
    save = options.save
    start = read_run(read_text(save)) if save and save.exists() else None
    run = simulate(
        play.pack, rounds=options.rounds_number, seed=options.seed, threads=options.workers,
        until_se=options.until_se, start=start, executor=executor,
        watch=lambda run: progress(run.tally.rounds),
    )  # fmt: skip
    if save:
        save.write_text(run.write(), "utf-8")
    return run


def _add_exact(play: Play, record: Record) -> None:
    """The exact value and its z-score beside each simulated one that has them."""
    if play.options.cut:
        return
    setup = play.pack.setup
    sides = exact_sides(play.pack)
    solved = solve_chart(setup.game.rules, setup.game.decks, play.chart).play
    found = {"main": solved.ev, **{name: side.ev for name, side in sides.items()}}
    if "parlay" in record["wagers"] and (parlay := exact_parlay(play.pack, solved)) is not None:
        found["parlay"] = parlay
    for name, exact in found.items():
        row = record["wagers"][name]
        error = row["standard_error"]
        row["exact_ev"] = exact
        row["z"] = (row["ev"] - exact) / error if error else None
    for name, side in sides.items():
        record["wagers"][name]["exact_outcomes"] = dict(side.outcomes)
    record["exact_ev"] = record["wagers"]["main"]["exact_ev"]
    record["z"] = record["wagers"]["main"]["z"]


def _executor(options: Options) -> AbstractContextManager[Executor | None]:
    device = options.device
    if device == "cpu":
        return nullcontext()
    if device == "gpu":
        return gpu_executor()
    if device.startswith(SCHEME):
        return dask_executor(device)
    if device == RAY or device.startswith(RAY_SCHEME):
        return ray_executor(device, options.workers)
    raise Failed(
        "device",
        f"device is {device!r}: write cpu, gpu, dask://HOST:PORT, dask://local:N, ray or "
        "ray://HOST:PORT",
    )


class _Progress:
    """Rounds and rate on stderr, once a second, on a terminal."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.began = self.told = time.perf_counter()

    def __call__(self, done: int) -> None:
        now = time.perf_counter()
        if now - self.told < 1 or not sys.stderr.isatty():
            return
        self.told = now
        rate = done / (now - self.began)
        left = (self.rounds - done) / rate
        print(f"\r{done:,} rounds, {rate:,.0f}/s, {left:.0f} s to go ", end="", file=sys.stderr)
