"""What a main game is worth with every number of decks that it offers."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.notation.charts import Chart
from upcard.odds.play.payments import facts_of, refuse_unknown_envy
from upcard.odds.play.solver import PlayValue, Spread, full_stock, value_of_shoe
from upcard.rules.schema import Rules
from upcard.strategy.policies import chart_plan
from upcard.strategy.solution_types import DeckValueRecord
from upcard.strategy.solutions import (
    BY_CHART,
    COMPOSITION_DEPENDENT,
    PLAYED_BEST,
    PLAYED_BY_CHART,
    assumptions_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckValue:
    """What a round is worth from a full shoe with this many decks."""

    decks: int
    ev: float
    standard_deviation: float
    standard_deviation_error: float | None
    """How far the deviation can be off: 0 where it is exact, None where it is not known."""

    @property
    def house_edge_percent(self) -> float:
        """What the house keeps of the first wager, in percent."""
        return -100 * self.ev

    def record(self) -> DeckValueRecord:
        """The value under `--json`."""
        return {
            "decks": self.decks,
            "house_edge_percent": self.house_edge_percent,
            "ev": self.ev,
            "standard_deviation": self.standard_deviation,
            "standard_deviation_error": self.standard_deviation_error,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckValues:
    """The values of a game by number of decks, and what they take for granted."""

    game: str
    method: str
    assumptions: tuple[str, ...]
    values: tuple[DeckValue, ...]


def deck_values(
    rules: Rules,
    *,
    chart: Chart | None = None,
    wager_cents: int | None = None,
    other_players: int = 0,
    exact_deviation: bool = False,
) -> DeckValues:
    """
    What the best play of a game, or a *chart*, is worth with each number of decks it offers.

    The digits are those of solving each alone. Charts are not made, and all that the number of
    decks does not change is worked out once.
    """
    refuse_unknown_envy(rules, other_players)
    facts = facts_of(rules, wager_cents=wager_cents)
    plan = None if chart is None else chart_plan(chart)
    found: list[DeckValue] = []
    said: list[tuple[str, ...]] = []
    for decks in rules.decks:
        play = value_of_shoe(
            facts,
            full_stock(rules, decks),
            other_players=other_players,
            plan=plan,
            spread=Spread.EXACT if exact_deviation else Spread.NEAR,
        )
        found.append(_value(decks, play))
        said.append(assumptions_of(rules, play, wager_cents, other_players))
    return DeckValues(
        game=rules.name,
        method=COMPOSITION_DEPENDENT if chart is None else BY_CHART,
        assumptions=(*(PLAYED_BEST if chart is None else (PLAYED_BY_CHART,)), *_common(said)),
        values=tuple(found),
    )


def _value(decks: int, play: PlayValue) -> DeckValue:
    return DeckValue(
        decks=decks,
        ev=play.ev,
        standard_deviation=play.standard_deviation,
        standard_deviation_error=play.standard_deviation_error,
    )


def _common(said: list[tuple[str, ...]]) -> list[str]:
    """What holds for every number of decks, without the bound on a deviation, which differs."""
    told = [[text.partition(", and the deviation is off by")[0] for text in one] for one in said]
    return [text for text in told[0] if all(text in one for one in told)]
