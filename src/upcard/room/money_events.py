"""What has happened to prize money: progressives, their links, win pages and the bank."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from upcard.jackpot import Event as JackpotEvent
from upcard.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A progressive and the tables that feed it and win from it."""

    progressive: str
    wager: str
    paytable: str
    tables: tuple[str, ...]
    executive_from: tuple[tuple[str, Cents], ...]
    """For each level, from which amount on an award takes an executive's badge (S0 10.f)."""
    cards_from: tuple[tuple[str, Cents], ...] = ()
    """For each level, from which amount on CONFIRM at a hand-dealt table needs the cards."""


@dataclass(frozen=True, slots=True)
class LinkMade:
    """Tables were put on a progressive, or the link was changed."""

    link: Link
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class JackpotHappened:
    """Something happened to a progressive."""

    event: JackpotEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistCompleted:
    """The checklist of a large prize was completed before it was paid."""

    award_id: str
    done: tuple[str, ...]
    seal: str
    """What is written on the seal of the winning hand."""
    hold_until: date
    """The cards are kept until then."""
    by: str


@dataclass(frozen=True, slots=True)
class SlipIssued:
    """A win page got its number."""

    number: int
    award_id: str


@dataclass(frozen=True, slots=True)
class SlipPrinted:
    """A win page was printed for the first time."""

    number: int
    by: str


@dataclass(frozen=True, slots=True)
class SlipReprinted:
    """A win page was printed again: it says REPRINT."""

    number: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DepositMade:
    """Accrued prize money went to the bank."""

    progressive: str
    amount: Cents
    reference: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BankRecorded:
    """What the prize account holds, against what is owed to players at that moment."""

    balance: Cents
    owed: Cents
    by: str

    @property
    def is_short(self) -> bool:
        """Whether the account holds less than is owed; progressive wagers then stop."""
        return self.balance < self.owed
