"""The settlement of a wager: who gets what, and from where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from upcard.money import NOTHING, Cents


class Source(StrEnum):
    """Where a win is paid from."""

    TRAY = "tray"
    METER = "meter"


@dataclass(frozen=True, slots=True)
class Settlement:
    """
    One wager, settled. The table moves no money; this says what has to move.

    >>> Settlement(1, "main", "1", "natural", Cents(1000), Cents(1000), Cents(1500), "3:2").net
    1500
    """

    spot: int
    wager: str
    """main, insurance, super-bonus, envy, or the name of a side wager."""
    hand: str
    """The hand it was for, where it was for one; else empty."""
    outcome: str
    stake: Cents
    """The amount wagered."""
    returned: Cents
    """The part of the stake that goes back to the player."""
    won: Cents
    """What is paid on top."""
    pays: str
    """The pay as the paytable prints it."""
    source: Source = Source.TRAY
    level: str = ""
    """The meter it is paid from, if it is."""

    @property
    def taken(self) -> Cents:
        """The part of the stake that goes to the house."""
        return Cents(self.stake - self.returned)

    @property
    def net(self) -> Cents:
        """What the player gained; negative for a loss."""
        return Cents(self.returned + self.won - self.stake)


RETURNED: Final = "returned"
"""The outcome of a wager whose cards never came: its stake goes back."""


SPARED: Final = "spared"
"""The outcome of a hand that goes back because a natural took its one wager of another hand."""


def returned(spot: int, wager: str, stake: Cents) -> Settlement:
    """A side wager that was neither won nor lost."""
    return Settlement(spot, wager, "", RETURNED, stake, stake, NOTHING, "push")


def lost(spot: int, wager: str, hand: str, outcome: str, stake: Cents) -> Settlement:
    """A wager that is taken whole."""
    return Settlement(spot, wager, hand, outcome, stake, NOTHING, NOTHING, "loses")
