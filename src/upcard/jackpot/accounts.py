"""Accounts and transfers: a meter is the balance of an account, not a number that grows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from upcard.money import Cents, write_money


class Fund(StrEnum):
    """One account of a level: where its money is, where it went, or where it came from."""

    METER = "meter"
    """What the display shows."""
    OVERFLOW = "overflow"
    """What came in while the display stood at its limit."""
    RESERVE = "reserve"
    """What is added to the next seed."""
    PENDING = "pending"
    """What is taken off the meter for an award and not yet paid."""
    PAID = "paid"
    WITHDRAWN = "withdrawn"
    MOVED_OUT = "moved-out"
    SEEDS = "seeds"
    CONTRIBUTIONS = "contributions"
    RAISED = "raised"
    """What an adjustment added to the meter."""
    MOVED_IN = "moved-in"


HELD: Final = frozenset({Fund.METER, Fund.OVERFLOW, Fund.RESERVE, Fund.PENDING})
"""What the house owes to players: the liability of a level."""

SOURCES: Final = frozenset({Fund.SEEDS, Fund.CONTRIBUTIONS, Fund.RAISED, Fund.MOVED_IN})
"""Where money comes in from: the only accounts that stand below zero, by what they have given."""


@dataclass(frozen=True, slots=True, order=True)
class Account:
    """
    A fund of one level of one progressive.

    >>> str(Account.parse("bahama/Mega/reserve"))
    'bahama/Mega/reserve'
    >>> Account.parse("bahama/Mega/reserve").fund.name
    'RESERVE'
    """

    progressive: str
    level: str
    fund: Fund

    @classmethod
    def parse(cls, text: str) -> Account:
        """The account written as *text*."""
        progressive, level, fund = text.split("/")
        return cls(progressive, level, Fund(fund))

    @property
    def is_source(self) -> bool:
        """Whether money comes in from here, so that the balance may stand below zero."""
        return self.fund in SOURCES

    def __str__(self) -> str:
        return f"{self.progressive}/{self.level}/{self.fund}"


class TransferReason(StrEnum):
    """Why money moved."""

    SEED = "seed"
    CONTRIBUTION = "contribution"
    RESERVE = "reserve"
    OVERFLOW = "overflow"
    LOCK = "lock"
    """Taken off the meter for a claim that is not paid yet."""
    RELOCK = "relock"
    """Locked amounts that change because an earlier claim came or went."""
    AWARD = "award"
    RELEASE = "release"
    """A share that nobody claimed goes back to the meter."""
    REVERSAL = "reversal"
    ADJUSTMENT = "adjustment"
    REMOVAL = "removal"


@dataclass(frozen=True, slots=True)
class Move:
    """Money that one event moves; with an id it is a `Transfer`."""

    reason: TransferReason
    source: Account
    target: Account
    amount: Cents
    award: str = ""
    """The award that is paid or given back, if it is about one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """One immutable movement of money. *id* makes it safe to send twice."""

    id: str
    reason: TransferReason
    source: Account
    target: Account
    amount: Cents
    award: str = ""


class Posting(StrEnum):
    """The result of posting a transfer."""

    POSTED = "posted"
    ALREADY_POSTED = "already-posted"
    REFUSED = "refused"


@dataclass(slots=True)
class Ledger:
    """
    Balances as the transfers alone make them: what every meter is compared with.

    It only sees transfers, never a balance, so it finds a meter that something else changed.
    """

    balances: dict[Account, Cents] = field(default_factory=dict)
    posted: dict[str, Transfer] = field(default_factory=dict)

    def post(self, transfer: Transfer) -> Posting:
        """Post *transfer* once; the same id with another content is refused, as is an overdraft."""
        known = self.posted.get(transfer.id)
        if known is not None:
            return Posting.ALREADY_POSTED if known == transfer else Posting.REFUSED
        if refusal(self.balances, transfer):
            return Posting.REFUSED
        moved(self.balances, [transfer])
        self.posted[transfer.id] = transfer
        return Posting.POSTED

    def balance(self, account: Account) -> Cents:
        """What *account* holds."""
        return self.balances.get(account, Cents(0))


def refusal(balances: Mapping[Account, Cents], transfer: Move | Transfer) -> str:
    """Why the transfer cannot be posted; empty if it can."""
    name = f"transfer {transfer.id}" if isinstance(transfer, Transfer) else "move"
    if transfer.amount <= 0:
        return f"{name}: amount is {write_money(transfer.amount)}: write more than 0"
    if transfer.source == transfer.target:
        return f"{name}: {transfer.source} is both source and target: use two accounts"
    held = balances.get(transfer.source, Cents(0))
    if not transfer.source.is_source and held < transfer.amount:
        amount = write_money(transfer.amount)
        return f"{name}: {transfer.source} holds {write_money(held)} and cannot pay {amount}"
    return ""


def moved(balances: dict[Account, Cents], moves: Iterable[Move | Transfer]) -> None:
    """Carry *moves* out on *balances*, which change."""
    for move in moves:
        balances[move.source] = Cents(balances.get(move.source, 0) - move.amount)
        balances[move.target] = Cents(balances.get(move.target, 0) + move.amount)
