"""`solve`: the best play of a main game, and what it is worth."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from upcard.amounts import EN_US, AmountFormat
from upcard.app.cents import Amount, cents_of
from upcard.app.game_sources import AnyRules, read_text, rules, rules_from
from upcard.app.odds_records import MainGameRecord
from upcard.app.presentations import Columns, Picture, Showable, counted, html_of
from upcard.app.problems import AppError, blamed_on
from upcard.catalogue import CATALOGUE
from upcard.notation.charts import UPCARDS, Chart, read_chart, rows_in_order
from upcard.notation.situations import read_situation
from upcard.rules.rules_files import RulesError
from upcard.rules.schema import Rules
from upcard.strategy.solution_types import ExceptionRecord, RuleWorthRecord, SolutionRecord
from upcard.table.games import decks_played

if TYPE_CHECKING:
    from upcard.odds.parlays import ParlayOdds
    from upcard.strategy.exceptions import ChartException
    from upcard.strategy.rule_differences import RuleWorth
    from upcard.strategy.solutions import Solution

AnyChart = str | Path | Chart
"""A chart, or its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MainGame:
    """The main game in the list of a game's wagers."""

    solution: Solution
    parlays: tuple[ParlayOdds, ...] | None
    """Wagers with the best parlay; None if the game has none."""

    @property
    def house_edge_percent(self) -> float:
        """The house edge on the first wager, in percent."""
        return self.solution.house_edge_percent

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, in first wagers."""
        return self.solution.standard_deviation

    def to_dict(self) -> MainGameRecord:
        """The main game for `--json`."""
        return {
            "house_edge_percent": self.house_edge_percent,
            "ev": self.solution.ev,
            "standard_deviation": self.standard_deviation,
            "method": self.solution.method,
            "assumptions": list(self.solution.assumptions),
        }


def main_game(rules: Rules, decks: int) -> MainGame | None:
    """The main game with best play; None if the solver refuses it."""
    from upcard.odds.play.problems import PlayError
    from upcard.strategy.solutions import solve as solve_game

    try:
        solution = solve_game(rules, decks)
    except PlayError:
        return None
    return MainGame(solution=solution, parlays=_parlays(rules, decks, solution))


def _parlays(rules: Rules, decks: int, solution: Solution) -> tuple[ParlayOdds, ...] | None:
    if rules.parlay == "none":
        return None
    from upcard.odds.parlays import parlays_of

    return tuple(parlays_of(rules, decks, solution.play))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SolvedGame(Showable):
    """The value of a main game, its chart, and anything else you asked for."""

    solution: Solution
    seconds: float
    decisions: Mapping[str, float] | None = None
    """What each decision of one situation is worth, the best first."""
    exceptions: Sequence[ChartException] | None = None
    """Hands to play differently from the chart, the most valuable first."""
    compare: Sequence[RuleWorth] | None = None
    """The value of each rule in which another game differs."""
    effects: Sequence[RuleWorth] | None = None
    """What each single change of the rules is worth, the best for players first."""
    parlays: tuple[ParlayOdds, ...] | None = None
    ev_by_pair: float | None = None
    """The gain of play that remembers the split pair (CDP), if asked for."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.solution.game

    @property
    def decks(self) -> int:
        """How many decks the shoe has."""
        return self.solution.decks

    @property
    def ev(self) -> float:
        """The player's expected gain per round, in first wagers."""
        return self.solution.ev

    @property
    def house_edge_percent(self) -> float:
        """The house edge on the first wager, in percent."""
        return self.solution.house_edge_percent

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, in first wagers."""
        return self.solution.standard_deviation

    @property
    def chart(self) -> Chart:
        """The chart that was built or valued."""
        return self.solution.chart

    @property
    def heading(self) -> str:
        """A one-line summary."""
        return (
            f"{self.game}, {counted(self.decks, 'deck')}: house edge {self.house_edge_percent:.6f}%"
        )

    def columns(self) -> Columns:
        """A row for each start: two cards, the up card, and what they are worth."""
        found = self.solution.by_hand()
        return {
            "hand": [text.split(" v ")[0] for text in found],
            "upcard": [text.split(" v ")[1] for text in found],
            "ev": list(found.values()),
        }

    def plot(self) -> Picture:
        """The chart as a picture."""
        from upcard.strategy.chart_pictures import chart_svg

        return Picture(chart_svg(self.chart, f"{self.game}, {counted(self.decks, 'deck')}"))

    def _repr_html_(self) -> str:
        return html_of(self.heading, chart_columns(self.chart))

    def to_dict(self) -> SolutionRecord:
        """What `upcard solve --json` prints."""
        solution = self.solution
        found = solution.record(self.seconds)
        found["by_upcard"], found["by_hand"] = solution.by_upcard(), solution.by_hand()
        if self.exceptions is not None:
            found["exceptions"] = [_exception(each) for each in self.exceptions]
        if self.decisions is not None:
            found["decisions"] = dict(self.decisions)
        if self.compare is not None:
            found["compare"] = [_worth(one) for one in self.compare]
        if self.effects is not None:
            found["effects"] = [_worth(one) for one in self.effects]
        if self.parlays is not None:
            found["parlays"] = [parlay.record() for parlay in self.parlays]
        if self.ev_by_pair is not None:
            from upcard.strategy.solutions import BY_PAIR

            found["cdp"] = {
                "house_edge_percent": -100 * self.ev_by_pair,
                "ev": self.ev_by_pair,
                "method": BY_PAIR,
            }
        return found


def _worth(one: RuleWorth) -> RuleWorthRecord:
    return {"rule": one.rule, "before": one.before, "after": one.after, "gain": one.gain}


def _exception(each: ChartException) -> ExceptionRecord:
    return {
        "hand": each.hand,
        "upcard": each.upcard,
        "chart": each.chart.value,
        "best": each.best.value,
        "gain": each.gain,
        "worth": each.worth,
    }


def chart_columns(chart: Chart) -> Columns:
    """A chart as a table: a row for each hand, a column for each up card."""
    labels = rows_in_order(chart.rows)
    cells = {
        upcard: [str(chart.rows[label][place]) for label in labels]
        for place, upcard in enumerate(UPCARDS)
    }
    return {"hand": labels, **cells}


def solve(
    name: AnyRules,
    *,
    decks: int | None = None,
    wager_size: Amount | None = None,
    other_players: int = 0,
    chart: AnyChart | None = None,
    total_only: bool = False,
    compare: AnyRules | None = None,
    effects: bool = False,
    situation: str | None = None,
    settings: Mapping[str, object] | None = None,
    what_if: bool = False,
    cdp: bool = False,
    exact_deviation: bool = False,
    exceptions: int = 0,
    amounts: AmountFormat = EN_US,
) -> SolvedGame:
    """
    The exact value of a main game and its best chart, or the value of a *chart*.

    *total_only* plays the best chart that uses only totals. *situation* prices the decisions
    of one hand, *compare* prices each rule in which another game differs, and *effects* every
    single change of the rules. *settings* changes rules; *what_if* also allows rules that no
    document allows. *cdp* adds the gain of play that remembers the split pair.
    *exact_deviation* works out all that split hands have in common, which takes a few seconds:
    the standard deviation is then exact, and otherwise has a bound in the assumptions.

    >>> round(solve("bahamas").house_edge_percent, 3)
    0.417
    """
    if chart is not None and total_only:
        raise AppError("chart", "name a chart or ask for the best total-only one, not both")
    if exceptions < 0:
        raise AppError("exceptions", f"exceptions is {exceptions}: write 0 or more")
    played = rules(name).changed(settings or {}, what_if=what_if).rules
    asked = read_situation(situation) if situation is not None else None
    other = None if compare is None else rules_from(compare)
    task = _Task(
        rules=played,
        decks=decks_played(played, decks),
        others=other_players,
        wager_cents=wager_cents_of(wager_size, amounts),
        chart=None if chart is None else chart_from(chart),
        total_only=total_only,
        exact_deviation=exact_deviation,
    )
    load_solver()
    began = time.perf_counter()
    solution = task.solution()
    seconds = time.perf_counter() - began
    if what_if:
        told = (*solution.assumptions, *undocumented(name, settings or {}))
        solution = replace(solution, assumptions=told)
    return SolvedGame(
        solution=solution,
        seconds=seconds,
        decisions=None if asked is None else solution.decisions(asked),
        exceptions=task.exceptions(solution)[:exceptions] if exceptions else None,
        compare=None if other is None else task.compared(other),
        effects=task.effects() if effects else None,
        parlays=_parlays(played, task.decks, solution),
        ev_by_pair=task.by_pair() if cdp else None,
    )


def load_solver() -> None:
    """Load the solver and the compiler that it needs, which is no part of solving."""
    import upcard.strategy.solutions  # noqa: F401


def undocumented(name: AnyRules, settings: Mapping[str, object]) -> list[str]:
    """The rules of a what-if that no document allows, so that nobody takes it for a real game."""
    try:
        rules(name).changed(settings)
    except RulesError as error:
        return [f"no document allows this: {each.path} {each.message}" for each in error.problems]
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """A main game to solve."""

    rules: Rules
    decks: int
    wager_cents: int | None
    others: int
    chart: Chart | None
    total_only: bool
    exact_deviation: bool

    def solution(self) -> Solution:
        """The solution that was asked for."""
        from upcard.strategy.solutions import solve_chart, solve_total_only

        if self.total_only:
            return solve_total_only(
                self.rules,
                self.decks,
                wager_cents=self.wager_cents,
                other_players=self.others,
                exact_deviation=self.exact_deviation,
            )
        if self.chart is None:
            return self._best(exact_deviation=self.exact_deviation)
        return solve_chart(
            self.rules,
            self.decks,
            self.chart,
            wager_cents=self.wager_cents,
            other_players=self.others,
            exact_deviation=self.exact_deviation,
        )

    def _best(self, *, exact_deviation: bool = False) -> Solution:
        from upcard.strategy.solutions import solve as solve_game

        return solve_game(
            self.rules,
            self.decks,
            wager_cents=self.wager_cents,
            other_players=self.others,
            exact_deviation=exact_deviation,
        )

    def by_pair(self) -> float:
        """The gain of the best play that remembers the split pair."""
        from upcard.strategy.solutions import ev_by_pair

        return ev_by_pair(
            self.rules, self.decks, wager_cents=self.wager_cents, other_players=self.others
        )

    def exceptions(self, solution: Solution) -> list[ChartException]:
        """Where the best play differs from the chart."""
        from upcard.strategy.exceptions import exceptions_to

        is_best = self.chart is None and not self.total_only
        best = solution if is_best else self._best()
        return exceptions_to(solution.chart, best.play)

    def compared(self, other: Rules) -> list[RuleWorth]:
        """The value of each rule in which *other* differs."""
        from upcard.strategy.rule_differences import rule_worths

        return rule_worths(self.rules, other, self.decks, CATALOGUE, wager_cents=self.wager_cents)

    def effects(self) -> list[RuleWorth]:
        """The value of every single change of the rules."""
        from upcard.strategy.rule_effects import rule_effects

        return rule_effects(self.rules, self.decks, CATALOGUE, wager_cents=self.wager_cents)


def wager_cents_of(size: Amount | None, amounts: AmountFormat) -> int | None:
    """The size of a wager in cents, if one is given."""
    if size is None:
        return None
    cents = cents_of("wager-size", size, amounts, code="wager-size")
    if cents <= 0:
        raise AppError("wager-size", f"wager-size is {size}: write an amount over 0")
    return cents


def chart_from(given: AnyChart) -> Chart:
    """A chart, or the chart in a file; an error names its line."""
    if isinstance(given, Chart):
        return given
    path = Path(given)
    with blamed_on(path, "notation"):
        return read_chart(read_text(path))
