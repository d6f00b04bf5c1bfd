"""The figures of one game: its main wager by decks, its best chart, and how rounds end."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from upcard.app.preparations import prepared
from upcard.app.simulation_options import Simulation
from upcard.app.solved_games import MainGame
from upcard.cards import Deck
from upcard.handbook.answered_commands import AnsweredCommand, CommandList
from upcard.odds.play import PlayError
from upcard.odds.play.payments import PlayFacts, facts_of
from upcard.odds.play.solver import PlayValue, play_value
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
    solution: Solution
    usual: AnsweredCommand
    """The main wager at the usual number of decks, as `upcard odds` has it."""
    solved: AnsweredCommand
    """The same as `upcard solve` has it."""
    by_decks: Mapping[int, AnsweredCommand]
    simulated: AnsweredCommand
    commands: CommandList


@dataclass(slots=True)
class SharedPlay:
    """Best play, worked out once for all games that play alike: titles that differ in wagers."""

    _known: dict[tuple[PlayFacts, Deck, int], PlayValue] = field(default_factory=dict)

    def prepare(self, games: Sequence[Rules]) -> None:
        """Work out all *games*, those with the same shoe and dealer one after the other."""
        asked = [(rules, decks) for rules in games for decks in rules.decks]
        for rules, decks in sorted(asked, key=_dealer_of):
            with suppress(PlayError):
                self.of(rules, decks)

    def of(self, rules: Rules, decks: int) -> PlayValue:
        """The best play of *rules*."""
        key = facts_of(rules), rules.deck, decks
        if key not in self._known:
            self._known[key] = play_value(rules, decks)
        return self._known[key]


def _dealer_of(asked: tuple[Rules, int]) -> tuple[str, int, str, int]:
    rules, decks = asked
    house = facts_of(rules).house
    return rules.deck.value, decks, rules.dealer.soft_17.value, house.pushing_total


def game_figures(rules: Rules, shared: SharedPlay) -> GameFigures | str:
    """The figures of a game, or why its main wager is not solved."""
    decks = rules.decks_default
    try:
        by_decks = {count: _main_edge(rules, count, shared) for count in rules.decks}
        solution = best_solution(rules, decks, shared.of(rules, decks))
    except PlayError as error:
        return str(error)
    main = MainGame(solution=solution, parlays=None)
    commands = CommandList()
    return GameFigures(
        rules=rules,
        decks=decks,
        solution=solution,
        usual=commands.add(
            AnsweredCommand(_command("odds", rules, decks), {"main": main.to_dict()})
        ),
        solved=commands.add(
            AnsweredCommand(_command("solve", rules, decks), {"by_upcard": solution.by_upcard()})
        ),
        by_decks={count: commands.add(each) for count, each in by_decks.items()},
        simulated=commands.add(_simulated(rules, solution)),
        commands=commands,
    )


def _command(name: str, rules: Rules, decks: int) -> str:
    return shlex.join(["upcard", name, rules.name, "--decks", str(decks)])


def _main_edge(rules: Rules, decks: int, shared: SharedPlay) -> AnsweredCommand:
    edge = -100 * shared.of(rules, decks).ev
    return AnsweredCommand(_command("odds", rules, decks), {"main": {"house_edge_percent": edge}})


def _simulated(rules: Rules, solution: Solution) -> AnsweredCommand:
    """How the hands of a million rounds end, played by the chart of the page."""
    asked = Simulation(rules, rounds=ROUNDS, seed=SEED, chart=solution.chart)
    pack = prepared(asked).pack
    run = simulate(pack, rounds=ROUNDS, seed=SEED, threads=1)
    outcomes = figures(pack, run.tally).main.outcomes
    command = ["upcard", "simulate", rules.name, "--rounds", f"{ROUNDS}", "--seed", f"{SEED}"]
    command += ["--chart", f"{rules.name}.chart"]
    return AnsweredCommand(shlex.join(command), {"wagers": {"main": {"outcomes": outcomes}}})
