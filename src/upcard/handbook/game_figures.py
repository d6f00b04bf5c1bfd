"""The figures of one game: its main wager by decks, its best chart, and how rounds end."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from upcard.app.counting_risks import protection_of_main
from upcard.app.preparations import prepared
from upcard.app.simulation_options import Simulation
from upcard.app.solved_games import MainGame
from upcard.cards import Deck
from upcard.handbook.answered_commands import AnsweredCommand, CommandList
from upcard.handbook.kept_answers import KeptAnswers
from upcard.notation.charts import Chart, read_chart
from upcard.odds.main_exposures import stocks_without
from upcard.odds.play import PlayError
from upcard.odds.play.payments import PlayFacts, facts_of
from upcard.odds.play.solver import MeanGains, PlayValue, play_value
from upcard.odds.protection import MainProtectionRecord
from upcard.rules.houses import house_of
from upcard.rules.schema import Rules
from upcard.simulation.results.statistics import figures
from upcard.simulation.runs import simulate
from upcard.strategy.solutions import Solution, best_solution

ROUNDS = 10**6
SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """Everything a page says of one game."""

    rules: Rules
    decks: int
    usual: AnsweredCommand
    """The main wager at the usual number of decks, as `upcard odds` has it."""
    solved: AnsweredCommand
    """The same as `upcard solve` has it, chart included."""
    by_decks: Mapping[int, AnsweredCommand]
    simulated: AnsweredCommand
    protection: AnsweredCommand
    """What counters could win of the main wager: the first record that the command prints."""
    commands: CommandList

    @property
    def chart(self) -> Chart:
        """The chart of the best play."""
        return read_chart(self.solved.text("chart"))


@dataclass(slots=True)
class SharedPlay:
    """Best play, worked out once for all games that play alike: titles that differ in wagers."""

    kept: KeptAnswers
    _known: dict[tuple[PlayFacts, Deck, int], PlayValue] = field(default_factory=dict)
    _gains: MeanGains = field(default_factory=MeanGains)
    _solutions: dict[str, Solution] = field(default_factory=dict)

    def prepare(self, games: Sequence[Rules]) -> None:
        """Work out all *games*, those with the same shoe and dealer one after the other."""
        asked = [(rules, decks) for rules in games for decks in rules.decks]
        for rules, decks in sorted(asked, key=lambda one: (*dealer_of(one[0]), one[1])):
            if not self.kept.knows(command_of("odds", rules, decks)):
                with suppress(PlayError):
                    self.gain(rules, decks)
        self._prepare_protection(games)

    def _prepare_protection(self, games: Sequence[Rules]) -> None:
        """The gains without each card, shoe by shoe, because the solver keeps how dealers end."""
        alike: dict[tuple[Deck, int], list[Rules]] = {}
        for rules in games:
            decks = rules.decks_default
            if not self.kept.knows(command_of("odds", rules, decks, "--protection")):
                alike.setdefault((rules.deck, decks), []).append(rules)
        for (deck, decks), found in alike.items():
            for stock in stocks_without(deck, decks).values():
                for rules in sorted(found, key=dealer_of):
                    with suppress(PlayError):
                        self._gains.of_stock(facts_of(rules), stock)

    def gain(self, rules: Rules, decks: int) -> float:
        """What the best play gains; its spread only counts at the usual number of decks."""
        if decks == rules.decks_default:
            return self.of(rules, decks).ev
        return self._gains.of(rules, decks)

    def of(self, rules: Rules, decks: int) -> PlayValue:
        """The best play of *rules*."""
        key = facts_of(rules), rules.deck, decks
        if key not in self._known:
            self._known[key] = play_value(rules, decks)
            self._gains.note(self._known[key])
        return self._known[key]

    def protection(self, rules: Rules) -> MainProtectionRecord:
        """What counters could win of the main wager at the usual number of decks."""
        return protection_of_main(rules, rules.decks_default, self._gains)

    def solution(self, rules: Rules) -> Solution:
        """The best play of *rules* at the usual number of decks, with its chart."""
        found = self._solutions.get(rules.name)
        if found is None:
            decks = rules.decks_default
            found = self._solutions[rules.name] = best_solution(rules, decks, self.of(rules, decks))
        return found


def dealer_of(rules: Rules) -> tuple[str, int, int]:
    """What the dealer's hands depend on, beside the number of decks."""
    house = house_of(rules, main_max=rules.limits.main_max, single_wager=None)
    return rules.deck.value, house.draws_by, house.pushing_total


def game_figures(rules: Rules, shared: SharedPlay) -> GameFigures | str:
    """The figures of a game, or why its main wager is not solved."""
    commands, decks, keep = CommandList(), rules.decks_default, shared.kept.answer
    try:
        by_decks = {
            count: commands.add(
                keep(command_of("odds", rules, count), partial(_main, rules, count, shared))
            )
            for count in rules.decks
        }
    except PlayError as error:
        return str(error)
    solve = command_of("solve", rules, decks)
    solved = commands.add(keep(solve, lambda: _solved(shared.solution(rules))))
    return GameFigures(
        rules=rules,
        decks=decks,
        usual=by_decks[decks],
        solved=solved,
        by_decks=by_decks,
        simulated=commands.add(
            keep(_simulation_command(rules), lambda: _simulated(rules, solved.text("chart")))
        ),
        protection=commands.add(
            keep(
                command_of("odds", rules, decks, "--protection"),
                lambda: [shared.protection(rules)],
            )
        ),
        commands=commands,
    )


def command_of(name: str, rules: Rules, decks: int, *more: str) -> str:
    """A command about a game at a number of decks."""
    return shlex.join(["upcard", name, rules.name, "--decks", str(decks), *more])


def _main(rules: Rules, decks: int, shared: SharedPlay) -> object:
    """The main wager's part of the record; all of it at the usual number of decks."""
    if decks == rules.decks_default:
        return {"main": MainGame(solution=shared.solution(rules), parlays=None).to_dict()}
    return {"main": {"house_edge_percent": -100 * shared.gain(rules, decks)}}


def _solved(solution: Solution) -> object:
    return {
        "by_upcard": solution.by_upcard(),
        "assumptions": list(solution.assumptions),
        "chart": str(solution.chart),
    }


def _simulation_command(rules: Rules) -> str:
    words = ["upcard", "simulate", rules.name, "--rounds", f"{ROUNDS}", "--seed", f"{SEED}"]
    return shlex.join([*words, "--chart", f"{rules.name}.chart"])


def _simulated(rules: Rules, chart: str) -> object:
    """How the hands of a million rounds end, played by the chart of the page."""
    asked = Simulation(rules, rounds=ROUNDS, seed=SEED, chart=read_chart(chart))
    play = prepared(asked)
    pack = play.pack
    run = simulate(pack, rounds=ROUNDS, seed=SEED, threads=1, engine=play.engine)
    return {"wagers": {"main": {"outcomes": figures(pack, run.tally).main.outcomes}}}
