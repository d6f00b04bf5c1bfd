"""`solve_decks`: what a main game is worth with every number of decks that it offers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from upcard.amounts import EN_US, AmountFormat
from upcard.app.cents import Amount
from upcard.app.game_sources import AnyRules, rules
from upcard.app.presentations import Columns, Showable, html_of
from upcard.app.solved_games import AnyChart, chart_from, undocumented, wager_cents_of
from upcard.strategy.solution_types import DeckValuesRecord

if TYPE_CHECKING:
    from upcard.strategy.deck_values import DeckValue, DeckValues


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SolvedDecks(Showable):
    """The values of a main game, one for each number of decks that it offers."""

    found: DeckValues
    seconds: float

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.found.game

    @property
    def values(self) -> tuple[DeckValue, ...]:
        """The house edge and standard deviation for each number of decks, the fewest first."""
        return self.found.values

    @property
    def heading(self) -> str:
        """A one-line summary."""
        edges = (f"{one.decks}: {one.house_edge_percent:.6f}%" for one in self.values)
        return f"{self.game}, house edge by number of decks: {', '.join(edges)}"

    def columns(self) -> Columns:
        """A row for each number of decks."""
        return {
            "decks": [one.decks for one in self.values],
            "house_edge_percent": [one.house_edge_percent for one in self.values],
            "standard_deviation": [one.standard_deviation for one in self.values],
        }

    def _repr_html_(self) -> str:
        return html_of(self.heading, self.columns())

    def to_dict(self) -> DeckValuesRecord:
        """What `upcard solve --all-decks --json` prints."""
        return {
            "game": self.game,
            "method": self.found.method,
            "assumptions": list(self.found.assumptions),
            "seconds": self.seconds,
            "decks": [one.record() for one in self.values],
        }


def solve_decks(
    name: AnyRules,
    *,
    wager_size: Amount | None = None,
    other_players: int = 0,
    chart: AnyChart | None = None,
    settings: Mapping[str, object] | None = None,
    what_if: bool = False,
    exact_deviation: bool = False,
    amounts: AmountFormat = EN_US,
) -> SolvedDecks:
    """
    The exact value of a main game, or of a *chart*, with every number of decks it offers.

    The digits are those of `solve` with each number of decks.

    >>> [(one.decks, round(one.house_edge_percent, 3)) for one in solve_decks("bahamas").values]
    [(5, 0.394), (6, 0.417), (8, 0.445)]
    """
    from upcard.strategy.deck_values import deck_values

    played = rules(name).changed(settings or {}, what_if=what_if).rules
    asked = None if chart is None else chart_from(chart)
    began = time.perf_counter()
    found = deck_values(
        played,
        chart=asked,
        wager_cents=wager_cents_of(wager_size, amounts),
        other_players=other_players,
        exact_deviation=exact_deviation,
    )
    seconds = time.perf_counter() - began
    if what_if:
        told = (*found.assumptions, *undocumented(name, settings or {}))
        found = replace(found, assumptions=told)
    return SolvedDecks(found=found, seconds=seconds)
