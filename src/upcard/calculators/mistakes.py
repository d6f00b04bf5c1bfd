"""A decision at the solo table that cost something."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.calculators.calculated_types import MistakeView
from upcard.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A decision that cost something."""

    chosen: str
    best: str
    costs_percent: float
    """Of the first wager."""
    costs: float
    """In cents."""

    def as_data(self) -> MistakeView:
        """The mistake for the wire."""
        return {
            "chosen": self.chosen,
            "best": self.best,
            "costs_percent": round(self.costs_percent, 4),
            "costs": Cents(round(self.costs)),
        }
