"""Commands to the jackpot. The jackpot may refuse any of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from upcard.jackpot.accounts import Fund
from upcard.jackpot.parameters import Parameters
from upcard.jackpot.people import Person
from upcard.money import Cents, Rounding


class AdjustmentReason(StrEnum):
    """The five reasons for which a meter may be reduced (WAC 230-15-695). There is no sixth."""

    AWARD_WON = "award-won"
    DISPLAY_ERROR = "display-error"
    """The display was wrong after a malfunction: the only reason that also raises a meter."""
    UNDER_LIMIT = "under-limit"
    GROSS_RECEIPTS = "gross-receipts"
    SEED_RECOVERY = "seed-recovery"


class AdjustmentDirection(StrEnum):
    """Which way an adjustment goes."""

    RAISE = "raise"
    REDUCE = "reduce"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartProgressive:
    """Start a progressive: every level gets its seed."""

    parameters: Parameters
    by: Person
    approved_by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeParameters:
    """Change a progressive's settings. The room makes sure that no linked table is open."""

    parameters: Parameters
    by: Person
    approved_by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribute:
    """START GAME on one table: the latched wagers of this progressive, one amount each."""

    progressive: str
    start_id: str
    wagers: tuple[Cents, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAward:
    """The hand button is on: somebody has won a share of a level."""

    progressive: str
    level: str
    award_id: str
    percent: int
    winners: int
    round_id: str
    place: int
    by: Person
    details: str
    rounding: Rounding
    """How the house of the winner's table pays amounts that its smallest coin cannot make."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidAward:
    """The hand button is off again, or the claim was wrong; nothing is paid yet."""

    progressive: str
    level: str
    award_id: str
    by: Person
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostAward:
    """CONFIRM and the swipe: the award is paid. The room knows which badge the level needs."""

    progressive: str
    level: str
    award_id: str
    by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseShares:
    """Give back to the meter what was held for winners of a round who turned out to be fewer."""

    progressive: str
    level: str
    round_id: str
    by: Person
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReversePosting:
    """Take back an award after the swipe: a new entry linked to it, by two people."""

    progressive: str
    level: str
    award_id: str
    reversal_id: str
    reason: str
    by: Person
    approved_by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust:
    """Change a fund of a level for one of the documented reasons."""

    progressive: str
    level: str
    adjustment_id: str
    reason: AdjustmentReason
    direction: AdjustmentDirection
    fund: Fund
    amount: Cents
    evidence: str
    """Where the proof is: a report number, a work order."""
    by: Person
    approved_by: Person
    limit: Cents | None = None
    """The limit the meter is brought under; only for that reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFromPlay:
    """Stop a progressive. What it holds is still owed, and goes to *destination*."""

    progressive: str
    destination: str
    by: Person
    approved_by: Person


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFunds:
    """Move everything a removed level holds to a level that is in play."""

    progressive: str
    level: str
    to_progressive: str
    to_level: str
    by: Person
    approved_by: Person


Command = (
    StartProgressive
    | ChangeParameters
    | Contribute
    | ClaimAward
    | VoidAward
    | PostAward
    | ReleaseShares
    | ReversePosting
    | Adjust
    | RemoveFromPlay
    | MoveFunds
)
