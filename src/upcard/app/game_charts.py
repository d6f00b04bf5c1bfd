"""`chart`: the chart that players print, and what playing by it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from upcard.app.cents import Amount
from upcard.app.game_sources import AnyRules
from upcard.app.odds_records import ChartRecord
from upcard.app.presentations import Columns, Picture, Showable, counted
from upcard.app.solved_games import chart_columns, solve
from upcard.notation.charts import Chart

if TYPE_CHECKING:
    from upcard.strategy.solutions import Solution


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChartOfGame(Showable):
    """The chart that players print, and its value."""

    solution: Solution

    @property
    def chart(self) -> Chart:
        """The chart itself."""
        return self.solution.chart

    @property
    def house_edge_percent(self) -> float:
        """The house edge for a player who follows it, in percent."""
        return self.solution.house_edge_percent

    @property
    def heading(self) -> str:
        """One line that says what it is."""
        solved = self.solution
        name = f"{solved.game}, {counted(solved.decks, 'deck')}"
        return f"{name}: house edge {self.house_edge_percent:.6f}%"

    def __str__(self) -> str:
        return str(self.chart)

    def columns(self) -> Columns:
        """A row for each hand, a column for each up card."""
        return chart_columns(self.chart)

    def plot(self) -> Picture:
        """The chart as a picture."""
        from upcard.strategy.chart_pictures import chart_svg

        return Picture(chart_svg(self.chart, self.heading))

    def to_dict(self) -> ChartRecord:
        """The chart as plain data."""
        solved = self.solution
        return {
            "game": solved.game,
            "decks": solved.decks,
            "house_edge_percent": self.house_edge_percent,
            "ev": solved.ev,
            "method": solved.method,
            "chart": str(self.chart),
        }


def chart(
    name: AnyRules, *, decks: int | None = None, wager_size: Amount | None = None
) -> ChartOfGame:
    """
    The best chart of a game that uses only totals, and its exact value.

    >>> chart("blackjack").chart.rows["hard 16"][0].choice
    'S'
    """
    found = solve(name, decks=decks, wager_size=wager_size, total_only=True)
    return ChartOfGame(solution=found.solution)
