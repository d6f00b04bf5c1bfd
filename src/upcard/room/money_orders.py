"""What people order about prize money: progressives, awards, win pages and the bank."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.cards import Card
from upcard.jackpot import Parameters
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.money import Cents
from upcard.room.money_events import Link


@dataclass(frozen=True, slots=True)
class OpenProgressive:
    """Start a progressive and put tables on it. Needs a second person."""

    parameters: Parameters
    link: Link


@dataclass(frozen=True, slots=True)
class ConfirmWin:
    """CONFIRM at a hand-dealt table (S0 10.f): the supervisor saw the hand. The swipe follows."""

    table: str
    spot: int
    wager: str
    player: tuple[Card, ...] = ()
    """The player's cards; a large award needs them."""
    dealer: tuple[Card, ...] = ()
    """The dealer's cards, the up card first."""


@dataclass(frozen=True, slots=True)
class SwipeAward:
    """The swipe for a claimed award; at a table that knows its cards, CONFIRM as well."""

    table: str
    spot: int
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteChecklist:
    """Every step that a large prize takes is done: the swipe may follow."""

    table: str
    spot: int
    wager: str
    done: tuple[str, ...]
    """The steps by name."""
    seal: str
    """What is written on the seal of the winning hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseAward:
    """Take a paid award back. Needs a second person and a reason."""

    progressive: str
    level: str
    award_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustMeter:
    """Change a fund of a level for a documented reason. Needs a second person."""

    progressive: str
    level: str
    reason: AdjustmentReason
    direction: AdjustmentDirection
    fund: Fund
    amount: Cents
    evidence: str


@dataclass(frozen=True, slots=True)
class ChangeProgressive:
    """Set a progressive anew while its tables are closed. Needs a second person."""

    parameters: Parameters
    link: Link


@dataclass(frozen=True, slots=True)
class RemoveProgressive:
    """Take a progressive out of play; what it holds is owed. Needs a second person."""

    progressive: str
    destination: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferFunds:
    """Move what a removed level holds to one in play. Needs a second person."""

    progressive: str
    level: str
    to_progressive: str
    to_level: str


@dataclass(frozen=True, slots=True)
class VoidClaim:
    """Take a claim off before it is paid, by a supervisor."""

    table: str
    spot: int
    wager: str
    reason: str


@dataclass(frozen=True, slots=True)
class PrintSlip:
    """Print a win page: the first time as it is, then marked REPRINT."""

    number: int


@dataclass(frozen=True, slots=True)
class ReprintSlip:
    """Print a win page again."""

    number: int


@dataclass(frozen=True, slots=True)
class RecordDeposit:
    """Accrued prize money went to the bank."""

    progressive: str
    amount: Cents
    reference: str


@dataclass(frozen=True, slots=True)
class RecordBank:
    """What the prize account holds."""

    balance: Cents
