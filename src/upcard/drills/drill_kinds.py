"""The three drills, and what is refused about them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from upcard.problems import UpcardError

SEED_MAX: Final = 2**31 - 1
"""The largest number of an exercise."""


class DrillError(UpcardError, ValueError):
    """An exercise or an answer that is none. *code* is stable."""

    code = "drill-not-possible"


class DrillKind(StrEnum):
    """What a dealer practises."""

    PAY = "pay-the-table"
    CATCH = "catch-the-mistake"
    RUN = "run-the-jackpot"

    @property
    def heading(self) -> str:
        """What it is called on the page."""
        return _TITLES[self]

    @property
    def says(self) -> str:
        """What you do in it, in one sentence."""
        return _SAYS[self]


_TITLES: Final = {
    DrillKind.PAY: "Pay the table",
    DrillKind.CATCH: "Catch the mistake",
    DrillKind.RUN: "Run the jackpot",
}
_SAYS: Final = {
    DrillKind.PAY: "Key what you take and pay for every wager of a finished round, in order.",
    DrillKind.CATCH: "Watch a dealer, and stop the round where the dealer makes a mistake.",
    DrillKind.RUN: "Take a jackpot from START GAME to END GAME, with every badge it needs.",
}
