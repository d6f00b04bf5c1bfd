"""An experiment of the lab, played piece by piece with the exact odds beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from upcard.odds.parlays import NEVER
from upcard.odds.play.problems import PlayError
from upcard.odds.wagers import odds_in
from upcard.shoes import composition
from upcard.simulation import IncompleteChart, SetupError
from upcard.simulation.packing import Packed, Setup, packed
from upcard.simulation.runs import Run, simulate
from upcard.simulation.statistics import MAIN, TOGETHER, WagerFigures, figures
from upcard.strategy.charts import ChartError
from upcard.strategy.solving import solve, solve_chart
from upcard.web.labs import WAGER, Experiment, sides_of

Record = dict[str, Any]

FAILURES: Final = (SetupError, IncompleteChart, PlayError, ChartError)
"""What can be wrong with an experiment."""
STEPS: Final = 60
"""Into how many pieces a long run is cut, so that it can be told about and stopped."""
PIECE_MIN: Final = 20_000


def pieces(experiment: Experiment) -> Iterator[Record]:
    """What is known after each piece."""
    rules, decks = experiment.game.rules, experiment.game.decks
    chart = experiment.chart or solve(rules, decks).chart
    setup = Setup(
        game=experiment.game, chart=chart, wager=WAGER, sides=sides_of(experiment.game),
        moves=NEVER, spots=1, cut=0,
    )  # fmt: skip
    pack = packed(setup)
    exact = {MAIN: solve_chart(rules, decks, chart).ev, **_exact_sides(setup)}
    run: Run | None = None
    piece, done = max(PIECE_MIN, experiment.rounds // STEPS), 0
    while done < experiment.rounds:
        done = min(done + piece, experiment.rounds)
        run = simulate(pack, rounds=done, seed=experiment.seed, threads=1, start=run)
        yield _told(experiment, pack, run, exact)


def _exact_sides(setup: Setup) -> dict[str, float]:
    """What each side wager brings, exactly, from a full shoe; not what depends on the play."""
    game = setup.game
    shoe = composition(game.rules.deck, game.decks)
    found = {name: odds_in(game.rules, game.offers[name], shoe) for name in setup.sides}
    return {name: float(odds.player_return({}) - 1) for name, odds in found.items() if odds}


def _told(experiment: Experiment, pack: Packed, run: Run, exact: dict[str, float]) -> Record:
    found = figures(pack, run.tally)
    return {
        "rounds": found.rounds,
        "ev_percent": 100 * found.main.ev,
        "standard_error_percent": 100 * found.main.standard_error,
        "wagers": [
            _wager(wager, exact.get(name))
            for name, wager in found.wagers.items()
            if name != TOGETHER
        ],
        "command": experiment.command,
        "is_done": False,
    }


def _wager(wager: WagerFigures, exact: float | None) -> Record:
    error = wager.standard_error
    return {
        "wager": wager.name,
        "edge_percent": -100 * wager.ev,
        "standard_error_percent": 100 * error,
        "exact_percent": None if exact is None else -100 * exact,
        "z": (wager.ev - exact) / error if exact is not None and error else None,
    }
