"""An experiment of the lab, told piece by piece with the exact odds beside it."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from upcard.app.simulating import SimulatedWager, SimulationResult, simulate_in_pieces
from upcard.app.simulations import Simulation
from upcard.simulation.statistics import TOGETHER
from upcard.web.labs import WAGER, Experiment, sides_of

Record = dict[str, Any]


def pieces(experiment: Experiment) -> Iterator[Record]:
    """What is known after each piece."""
    game = experiment.game
    asked = Simulation(
        game.rules, decks=game.decks, rounds=experiment.rounds, seed=experiment.seed, threads=1,
        chart=experiment.chart, wager=Decimal(WAGER) / 100, parlay="never",
        sides={name: Decimal(amount) / 100 for name, amount in sides_of(game).items()},
    )  # fmt: skip
    for result in simulate_in_pieces(asked):
        yield _told(experiment, result)


def _told(experiment: Experiment, result: SimulationResult) -> Record:
    return {
        "rounds": result.rounds,
        "ev_percent": 100 * result.ev,
        "standard_error_percent": 100 * result.standard_error,
        "wagers": [_wager(one) for name, one in result.wagers.items() if name != TOGETHER],
        "command": experiment.command,
        "is_done": False,
    }


def _wager(wager: SimulatedWager) -> Record:
    return {
        "wager": wager.name,
        "edge_percent": -100 * wager.ev,
        "standard_error_percent": 100 * wager.standard_error,
        "exact_percent": None if wager.exact_ev is None else -100 * wager.exact_ev,
        "z": wager.z,
    }
