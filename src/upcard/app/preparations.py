"""Everything a simulation needs before the first card: game, wagers, chart, meters."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from upcard.app.game_sources import rules_from
from upcard.app.problems import AppError
from upcard.app.progressive_plans import chosen_settings
from upcard.app.simulation_options import Simulation
from upcard.app.solved_games import chart_from
from upcard.catalogue_games import game
from upcard.money import Cents
from upcard.notation.charts import Chart
from upcard.odds.parlays import NEVER, Moves, moves_of
from upcard.odds.play.solver import PlayValue
from upcard.odds.progressive_advice import MeterSettings
from upcard.odds.progressive_odds import ProgressiveOdds
from upcard.rules.schema import Rules
from upcard.simulation.clusters import RAY, RAY_SCHEME, SCHEME, dask_executor, ray_executor
from upcard.simulation.gpu.gpu_runs import gpu_executor
from upcard.simulation.meter_runs import MeterPlan, meter_plan
from upcard.simulation.results.meter_records import exact_progressive
from upcard.simulation.results.statistics import MAIN, PARLAY
from upcard.simulation.setups.expectations import ExactSide, exact_parlay, exact_sides
from upcard.simulation.setups.forced_charts import forced_chart
from upcard.simulation.setups.packed_games import Packed, Setup, packed
from upcard.simulation.vector_engines import (
    ChosenEngine,
    check_engine,
    chosen_engine,
)
from upcard.strategy.solutions import solve, solve_chart
from upcard.table.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What to play, with everything that is known in advance."""

    asked: Simulation
    pack: Packed
    engine: ChosenEngine
    chart: Chart
    strategy: str
    meters: MeterPlan | None
    exact: ProgressiveOdds | None
    """The exact odds of the progressive whose meters are followed."""
    assumed: tuple[str, ...]
    """What is assumed about its settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactValues:
    """The exact values shown beside simulated ones; none with a cut card."""

    evs: Mapping[str, float]
    """The expected value of a unit wagered, for each wager that has one."""
    sides: Mapping[str, ExactSide]


def prepared(asked: Simulation) -> Prepared:
    """Refuse what must be refused before asking the solver for a chart."""
    rules = rules_from(asked.name)
    wager, _, paytable = (asked.progressive or "").partition(":")
    pack = asked.pack or _pack_with(rules, wager)
    tables = {wager: paytable} if paytable else None
    played = game(rules, decks=asked.decks, pack=pack, paytables=tables)
    sides = _sides(asked, played, wager)
    exact = exact_progressive(played, wager) if wager else None
    settings, assumed = _settings(asked, exact)
    check_engine(asked.engine)
    strategy, chart = _strategy(asked, played, sides)
    setup = packed(
        Setup(
            game=played,
            chart=chart,
            wager=asked.wager_cents,
            sides=sides,
            moves=_moves(asked, played, chart),
            spots=asked.spots,
            players=_players(played, sides, asked.spots),
            cut=asked.cut,
            # In results that know no history each level stands at its seed.
            meters=_seed_cents(settings, sides[wager]) if settings else {},
        )
    )
    return Prepared(
        asked=asked,
        pack=setup,
        engine=_engine(asked, setup),
        chart=chart,
        strategy=strategy,
        meters=meter_plan(setup, wager, settings) if settings else None,
        exact=exact,
        assumed=assumed,
    )


def _engine(asked: Simulation, pack: Packed) -> ChosenEngine:
    """The engine that plays blocks of rounds, or sessions side by side."""
    engine = chosen_engine(asked.engine, pack)
    if asked.session_rounds is None and asked.progressive is None:
        return engine
    sessions = asked.rounds_number // asked.session_rounds if asked.session_rounds else None
    return replace(engine, sessions=sessions, plays_sessions=True)


def _moves(asked: Simulation, played: Game, chart: Chart) -> Moves | None:
    """The cards onto which winnings are moved: those with a positive value under the chart."""
    match asked.parlay:
        case None:
            return None
        case "never":
            return NEVER
        case "best":
            return moves_of(solve_chart(played.rules, played.decks, chart).play)
        case other:
            raise AppError("parlay", f"parlay is {other!r}: write best or never")


def _strategy(asked: Simulation, played: Game, sides: Mapping[str, Cents]) -> tuple[str, Chart]:
    """
    The chart that everybody plays by; the solver's one accounts for the size of the wager.

    A side wager may leave nobody a choice: then its rule is the chart.
    """
    for offer in played.forcing:
        sight = offer.family.round_sight
        if offer.name in sides and sight is not None:
            if asked.chart is not None:
                raise AppError(
                    "chart", f"{offer.name} says how every hand is played: leave the chart out"
                )
            return f"the rule of {offer.name}", forced_chart(sight)
    if asked.chart is None:
        solved = solve(played.rules, played.decks, wager_cents=asked.wager_cents)
        return "the solver's chart", solved.chart
    chart = chart_from(asked.chart)
    return ("your chart" if isinstance(asked.chart, Chart) else str(asked.chart)), chart


def _players(played: Game, sides: Mapping[str, Cents], spots: int) -> tuple[int, ...]:
    """Who plays each spot: two of them each, where a wager is on two hands, else one."""
    offers = (played.offers.get(name) for name in sides)
    is_on_two = any(offer and offer.family.is_on_two_hands for offer in offers)
    return tuple(spot // 2 for spot in range(spots)) if is_on_two else ()


def _settings(
    asked: Simulation, exact: ProgressiveOdds | None
) -> tuple[MeterSettings | None, tuple[str, ...]]:
    """The meters' settings, if there are meters, and what is assumed about them."""
    if exact is None:
        return None, ()
    if not exact.levels:
        name = exact.odds.wager
        raise AppError("not-a-progressive", f"{name} does not pay from a meter: name a progressive")
    return chosen_settings(exact, asked.contribution, asked.reserve, asked.seed_wagers)


def _pack_with(rules: Rules, wager: str) -> str | None:
    """The first pack with *wager*, if the game has packs."""
    return next((pack.name for pack in rules.packs if wager in pack.wagers), None)


def _sides(asked: Simulation, played: Game, progressive: str) -> Mapping[str, Cents]:
    """The side wagers; a progressive without an amount gets its fixed or smallest one."""
    sides = asked.side_cents
    if not progressive:
        return sides
    offer = played.offers.get(progressive)
    if offer is None:
        offered = ", ".join(played.offers) or "no side wager"
        raise AppError(
            "wager-unknown",
            f"{played.rules.name} does not offer {progressive!r} here: it offers {offered}",
        )
    return {progressive: offer.amount or played.limits.side_min} | sides


def _seed_cents(settings: MeterSettings, amount: Cents) -> dict[str, Cents]:
    return {level: Cents(int(seed * amount)) for level, seed in settings.seeds.items()}


def expected(play: Prepared) -> ExactValues:
    """The exact value of each wager that has one: the solver's, or by enumeration."""
    if play.asked.cut:
        return ExactValues(evs={}, sides={})
    sides = exact_sides(play.pack)
    solved = _main_wager(play)
    evs = {MAIN: solved.ev, **{name: side.ev for name, side in sides.items()}}
    parlay = exact_parlay(play.pack, solved)
    if parlay is not None:
        evs[PARLAY] = parlay
    return ExactValues(evs=evs, sides=sides)


def _main_wager(play: Prepared) -> PlayValue:
    """The main wager by the chart, at its size; the super bonus counts as a separate wager."""
    setup = play.pack.setup
    rules = setup.game.rules.model_copy(update={"super_bonus": "none"})
    return solve_chart(rules, setup.game.decks, play.chart, wager_cents=play.asked.wager_cents).play


def executor_of(asked: Simulation) -> AbstractContextManager[Executor | None]:
    """What plays the blocks: threads, a graphics card or a cluster."""
    device = asked.place
    if device == "cpu":
        return nullcontext()
    if device == "gpu":
        return gpu_executor()
    if device.startswith(SCHEME):
        return dask_executor(device)
    if device == RAY or device.startswith(RAY_SCHEME):
        return ray_executor(device, asked.workers)
    raise AppError(
        "device",
        f"device is {device!r}: write cpu, gpu, dask://HOST:PORT, dask://local:N, ray or "
        "ray://HOST:PORT",
    )
