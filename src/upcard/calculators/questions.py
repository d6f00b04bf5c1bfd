"""The questions a calculator answers; it loads the solver and the simulator, this does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upcard.books.figures import Figures
    from upcard.calculators.asked_experiments import Experiment
    from upcard.calculators.calculated_types import AdviceView, ChartText, ExperimentNews
    from upcard.calculators.mistakes import Mistake
    from upcard.game.decisions import Decision
    from upcard.odds.protection import CountRecord
    from upcard.room.projections.setup_facts import Plays
    from upcard.rules.schema import Rules
    from upcard.screens.rule_types import DraftOdds
    from upcard.table.rounds import Round


def odds(rules: Rules, decks: int) -> DraftOdds:
    """The exact edge of every wager."""
    from upcard.screens.rule_texts import odds_of

    return odds_of(rules, decks)


def figures(plays: Plays) -> Figures:
    """What everything on the layout of a table should bring."""
    from upcard.books.figures import figures_of

    return figures_of(plays)


def chart(name: str, decks: int) -> ChartText:
    """The chart of a catalogue game, and what it is worth."""
    from upcard.calculators.advice import solution_of

    solution = solution_of(name, decks)
    return {"chart": str(solution.chart), "edge_percent": solution.house_edge_percent}


def counts(name: str, decks: int, pack: str | None) -> Mapping[str, CountRecord]:
    """The simplest count against each side wager of a catalogue game, and what it wins."""
    from upcard.app.counting_risks import simplest_counts
    from upcard.catalogue_games import game

    return simplest_counts(game(name, decks=decks, pack=pack))


def advice(round_: Round) -> AdviceView | None:
    """What to do now; None if nobody has to decide anything."""
    from upcard.calculators.advice import advice_on

    found = advice_on(round_)
    return found.as_data() if found else None


def mistake(round_: Round, decision: Decision) -> Mistake | None:
    """What choosing *decision* now gives away."""
    from upcard.calculators.advice import mistake_in

    return mistake_in(round_, decision)


def experiment(asked: Experiment) -> Iterator[ExperimentNews | str]:
    """What is known after each piece of an experiment; if it failed, the last one says why."""
    from upcard.calculators.experiments import pieces
    from upcard.problems import UpcardError

    try:
        yield from pieces(asked)
    except UpcardError as error:
        yield str(error)
