"""An experiment of the lab, reported piece by piece beside the exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from upcard.app.simulation_options import Simulation
from upcard.app.simulations import SimulatedWager, SimulationResult, simulate_in_pieces
from upcard.calculators.asked_experiments import Experiment
from upcard.calculators.calculated_types import ExperimentNews, ExperimentWager
from upcard.money import Cents
from upcard.simulation.results.statistics import TOGETHER
from upcard.table.games import Game

WAGER: Final = "10"


def pieces(experiment: Experiment) -> Iterator[ExperimentNews]:
    """What is known after each piece."""
    asked = simulation_of(experiment)
    rules = experiment.game.rules
    # Of a draft, the rules file is to be saved first.
    again = replace(asked, name=f"{rules.name}.toml") if experiment.changed else asked
    for result in simulate_in_pieces(asked):
        yield _told(result, again.command)


def simulation_of(experiment: Experiment) -> Simulation:
    """The experiment as a simulation: one spot, every bonus wager that a spot may take."""
    game = experiment.game
    return Simulation(
        game.rules,
        decks=game.decks,
        rounds=experiment.rounds,
        seed=experiment.seed,
        threads=1,
        chart=experiment.chart,
        wager=WAGER,
        parlay=None if game.rules.parlay == "none" else "never",
        sides={name: Decimal(amount) / 100 for name, amount in sides_of(game).items()},
    )


def sides_of(game: Game) -> dict[str, Cents]:
    """Every bonus wager at its smallest amount, as far as a spot may take them."""
    sides: dict[str, Cents] = {}
    for offer in game.offers.values():
        fits = len(sides) + 1 < game.rules.games_max and set(offer.needs) <= set(sides)
        if not offer.is_progressive and fits:
            sides[offer.name] = offer.amount or game.limits.side_min
    return sides


def _told(result: SimulationResult, command: str) -> ExperimentNews:
    return {
        "rounds": result.rounds,
        "ev_percent": 100 * result.ev,
        "standard_error_percent": 100 * result.standard_error,
        "wagers": [_wager(one) for name, one in result.wagers.items() if name != TOGETHER],
        "command": command,
        "is_done": False,
    }


def _wager(wager: SimulatedWager) -> ExperimentWager:
    return {
        "wager": wager.name,
        "edge_percent": -100 * wager.ev,
        "standard_error_percent": 100 * wager.standard_error,
        "exact_percent": None if wager.exact_ev is None else -100 * wager.exact_ev,
        "z": wager.z,
    }
