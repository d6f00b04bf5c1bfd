"""What the lab is asked to play: small enough to cross to a calculator, without the simulator."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.notation.charts import Chart
from upcard.table.games import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """What is to be played."""

    game: Game
    chart: Chart | None
    rounds: int
    seed: int
    changed: bool
    """Whether settings differ from the game's own file."""
