"""What is owed to players, what the bank holds for it, and what must still be deposited."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from upcard.books.histories import FactSource, Header, History, Period, Stamp
from upcard.books.ledgers import DayLedger, read_ledger
from upcard.jackpot.accounts import HELD, Fund
from upcard.journal.facts import Wanted
from upcard.money import Cents
from upcard.plain import untagged
from upcard.room.money_events import BankRecorded, DepositMade
from upcard.room.projections.funds import BANK, DEPOSIT

NAME: Final = "liabilities"
TITLE: Final = "Liabilities and deposits"
DEPOSIT_DAYS: Final = 7
"""Accrued prize money goes to the bank at least weekly (WAC 230-15-455)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Liability:
    """One progressive at the end of the period."""

    progressive: str
    displayed: Cents
    reserve: Cents
    overflow: Cents
    pending: Cents
    owed: Cents
    """The sum of the four."""
    accrued: Cents
    """What became owed since the progressive was opened, paid or not."""
    deposited: Cents
    last_deposit: date | None
    accrued_since: Cents
    """What became owed since the last deposit: the next weekly deposit."""
    undeposited: Cents
    """What accrued and is not deposited at all, short deposits included."""
    oldest: date | None
    """The first day whose accruals are not wholly deposited."""
    is_overdue: bool
    """Whether that day is more than seven days before the end of the period."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankReading:
    """The prize account against everything owed. There is one line, or none without a reading."""

    recorded_at: str
    recorded_by: str
    balance: Cents
    owed_then: Cents
    """What was owed when the balance was recorded."""
    owed: Cents
    """What is owed at the end of the period."""
    deficit: Cents
    """What the account lacks of what is owed at the end of the period; 0 where it lacks none."""
    is_stopped: bool
    """Whether the last reading stops progressive wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiabilitiesReport:
    """What is owed at the end of a period."""

    header: Header
    progressives: tuple[Liability, ...]
    bank: tuple[BankReading, ...]
    deposits: tuple[Deposit, ...]
    """The deposits within the period."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposit:
    """Money that went to the bank."""

    sequence: int
    day: date
    at: str
    progressive: str
    amount: Cents
    reference: str
    by: str


def build(record: FactSource, period: Period, stamp: Stamp) -> LiabilitiesReport:
    """What is owed when *period* ends."""
    history = History(record, period)
    ledger, deposits = read_ledger(history), _deposits(history)
    lines = tuple(
        _liability(history, ledger, progressive, deposits) for progressive in ledger.progressives
    )
    return LiabilitiesReport(
        header=history.header(NAME, TITLE, stamp),
        progressives=lines,
        bank=_bank(history, Cents(sum(line.owed for line in lines))),
        deposits=tuple(one for one, _ in deposits if one.day in period),
    )


def _deposits(history: History) -> list[tuple[Deposit, Cents]]:
    """Every deposit until now, with what had become owed by then."""
    found = []
    for said in history.until(DEPOSIT):
        event: DepositMade = untagged(said.data["event"], _DEPOSIT)
        deposit = Deposit(
            sequence=said.sequence,
            day=said.day,
            at=said.data["at"],
            progressive=event.progressive,
            amount=event.amount,
            reference=event.reference,
            by=said.data["by"],
        )
        found.append((deposit, Cents(said.data["accrued"])))
    return found


def _liability(
    history: History, ledger: DayLedger, progressive: str, deposits: list[tuple[Deposit, Cents]]
) -> Liability:
    held = {
        fund: Cents(sum(ledger.total(level, fund) for level in ledger.levels_of(progressive)))
        for fund in HELD
    }
    accrued = ledger.accrued(progressive)
    own = [one for one in deposits if one[0].progressive == progressive]
    deposited = sum(one.amount for one, _ in own)
    last, accrued_then = own[-1] if own else (None, Cents(0))
    oldest = oldest_undeposited(ledger.accrued_back(progressive), accrued, deposited)
    return Liability(
        progressive=progressive,
        displayed=held[Fund.METER],
        reserve=held[Fund.RESERVE],
        overflow=held[Fund.OVERFLOW],
        pending=held[Fund.PENDING],
        owed=Cents(sum(held.values())),
        accrued=accrued,
        deposited=Cents(deposited),
        last_deposit=last.day if last else None,
        accrued_since=Cents(accrued - accrued_then),
        undeposited=Cents(max(0, accrued - deposited)),
        oldest=oldest,
        is_overdue=oldest is not None and (history.period.last - oldest).days > DEPOSIT_DAYS,
    )


def oldest_undeposited(
    days: Iterable[tuple[date, int]], accrued: int, deposited: int
) -> date | None:
    """
    The first day whose accruals a sum of deposits does not cover; deposits cover the oldest first.

    *days* come the newest first, and *accrued* is what became owed on all of them. A day on which
    less became owed (a reversed award takes its seed back) covers like a deposit. Only days that
    are not covered are looked at, and one more.

    >>> first, second = date(2026, 11, 1), date(2026, 11, 2)
    >>> oldest_undeposited([(second, 300), (first, 500)], 800, 500)
    datetime.date(2026, 11, 2)
    >>> oldest_undeposited([(second, -300), (first, 500)], 200, 200) is None
    True
    """
    left = accrued - deposited
    if left <= 0:
        return None
    for day, amount in days:
        left -= max(0, amount)
        if left <= 0:
            return day
    return None


def _bank(history: History, owed: Cents) -> tuple[BankReading, ...]:
    days = "", history.period.last.isoformat()
    found = history.said(Wanted(BANK, subject="", days=days, most=1, newest_first=True))
    if not found:
        return ()
    (said,) = found
    event: BankRecorded = untagged(said.data["event"], _BANK)
    return (
        BankReading(
            recorded_at=said.data["at"],
            recorded_by=said.data["by"],
            balance=event.balance,
            owed_then=event.owed,
            owed=owed,
            deficit=Cents(max(0, owed - event.balance)),
            is_stopped=event.is_short,
        ),
    )


_DEPOSIT: Final = {"DepositMade": DepositMade}
_BANK: Final = {"BankRecorded": BankRecorded}


ACCRUALS: Final = "accruals"
ACCRUALS_TITLE: Final = "Daily accrued prizes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accrual:
    """
    What one day adds to the prizes owed, for the master games report.

    accrued = contributions + seeds + raised - withdrawn + moved; and it is what is owed at the
    end of the day, less what was owed at its beginning, plus what was paid.
    """

    progressive: str
    day: date
    contributions: Cents
    seeds: Cents
    """What the house put in, less what went back to it."""
    raised: Cents
    withdrawn: Cents
    moved: Cents
    """What came from another progressive, less what went to one."""
    accrued: Cents
    paid: Cents
    """What was paid, less what reversals gave back."""
    owed: Cents
    """What is owed at the end of the day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccrualsReport:
    """The daily adjustment of the master games report."""

    header: Header
    days: tuple[Accrual, ...]
    totals: tuple[LiabilityDay, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiabilityDay:
    """All progressives of the room on one day: the figure that is entered."""

    day: date
    accrued: Cents
    paid: Cents
    owed: Cents


def build_accruals(record: FactSource, period: Period, stamp: Stamp) -> AccrualsReport:
    """What accrued on each day of *period*."""
    history = History(record, period)
    ledger = read_ledger(history)
    days = tuple(
        accrual for name in ledger.progressives for accrual in _accruals(ledger, name, period)
    )
    totals: dict[date, list[Accrual]] = defaultdict(list)
    for accrual in days:
        totals[accrual.day].append(accrual)
    return AccrualsReport(
        header=history.header(ACCRUALS, ACCRUALS_TITLE, stamp),
        days=days,
        totals=tuple(
            LiabilityDay(
                day=day,
                accrued=Cents(sum(one.accrued for one in lines)),
                paid=Cents(sum(one.paid for one in lines)),
                owed=Cents(sum(one.owed for one in lines)),
            )
            for day, lines in sorted(totals.items())
        ),
    )


def _accruals(ledger: DayLedger, progressive: str, period: Period) -> list[Accrual]:
    levels = ledger.levels_of(progressive)
    funds = (Fund.CONTRIBUTIONS, Fund.SEEDS, Fund.RAISED, Fund.WITHDRAWN, Fund.PAID)
    owed: int = sum(ledger.before(level, fund) for level in levels for fund in HELD)
    found = []
    for day in period.days:
        flows = [ledger.flow(level, day) for level in levels]
        moved = [flow for flow in flows if flow is not None]
        change = {fund: sum(flow.change(fund) for flow in moved) for fund in funds}
        owed += sum(flow.held for flow in moved)
        if min(ledger.opened[level] for level in levels) > day:
            continue
        elsewhere = (Fund.MOVED_IN, Fund.MOVED_OUT)
        found.append(
            Accrual(
                progressive=progressive,
                day=day,
                contributions=Cents(-change[Fund.CONTRIBUTIONS]),
                seeds=Cents(-change[Fund.SEEDS]),
                raised=Cents(-change[Fund.RAISED]),
                withdrawn=Cents(change[Fund.WITHDRAWN]),
                moved=Cents(-sum(flow.change(fund) for flow in moved for fund in elsewhere)),
                accrued=Cents(sum(flow.accrued for flow in moved)),
                paid=Cents(change[Fund.PAID]),
                owed=Cents(owed),
            )
        )
    return found
