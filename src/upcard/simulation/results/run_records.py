"""A run as plain data: what the command line prints under --json."""

from __future__ import annotations

from collections.abc import Mapping

from upcard.simulation.results.record_types import RunRecord, WagerRecord
from upcard.simulation.results.statistics import (
    MAIN,
    NO_EFFECTS,
    RunFigures,
    SimulatedFigures,
    figures,
)
from upcard.simulation.runs import Run
from upcard.simulation.setups.packed_games import Packed


def run_record(
    pack: Packed,
    run: Run,
    *,
    seconds: float,
    device: str,
    strategy: str,
    engine: str,
    effects: Mapping[str, float] = NO_EFFECTS,
    rounds_now: int | None = None,
) -> RunRecord:
    """
    The record of a simulation. Its EV is the main wager's, without fixed bonuses.

    *rounds_now* were played in those seconds: all of them, unless the run goes on from another.
    """
    played = run.tally.rounds if rounds_now is None else rounds_now
    found = figures(pack, run.tally, effects)
    main, setup = found.main, pack.setup
    return {
        "game": setup.game.rules.name,
        "decks": setup.game.decks,
        "rounds": found.rounds,
        "seed": run.seed,
        "ev": main.ev,
        "standard_error": main.standard_error,
        "standard_deviation": main.standard_deviation,
        "ev_of_total_wager": found.ev_of_total_wager,
        "rounds_to_overcome_chance": main.rounds_to_overcome_chance if main.ev else None,
        "wagers": {name: _wager_record(found, wager) for name, wager in found.wagers.items()},
        "spots": setup.spots,
        "wager_cents": setup.wager,
        "cut": setup.cut,
        "shoes_emptied": found.shoes_emptied,
        "fingerprint": run.fingerprint,
        "seconds": seconds,
        "rounds_per_second": played / seconds if seconds else None,
        "device": device,
        "engine": engine,
        "strategy": strategy,
    }


def _wager_record(found: RunFigures, wager: SimulatedFigures) -> WagerRecord:
    record: WagerRecord = {
        "ev": wager.ev,
        "standard_error": wager.standard_error,
        "standard_deviation": wager.standard_deviation,
        "design_effect": wager.design_effect,
        "net_cents": wager.net,
        "initial_cents": float(wager.initial),
        "correlation_with_main": found.correlation_with_main(wager.name),
    }
    if wager.name == MAIN or wager.outcomes:
        record["outcomes"] = wager.outcomes
    return record
