"""Adjustments, deposits and the bank; rules that were approved; when the room was opened."""

from __future__ import annotations

from typing import Final

from upcard.jackpot.accounts import HELD, Fund
from upcard.jackpot.events import Adjusted
from upcard.journal.entries import Name
from upcard.money import Cents
from upcard.plain import tagged
from upcard.room.events import RoomOpened, RulesApproved
from upcard.room.money_events import BankRecorded, DepositMade, JackpotHappened
from upcard.room.projections.notebooks import FactChange, Notebook, number_of

ADJUSTMENT: Final = "adjustment"
DEPOSIT: Final = "deposit"
BANK: Final = "bank"
RULES: Final = "rules"
OPENED: Final = "opened"
DAY: Final = "day"
"""From which entry on a gaming day is recorded."""


CONCERNS: Final = frozenset({JackpotHappened, DepositMade, BankRecorded, RulesApproved, RoomOpened})


def take(book: Notebook, change: FactChange) -> None:
    """Write down what an entry does to the house's own books."""
    for place, event in enumerate(change.events):
        number = number_of(change, place)
        data: dict[str, object]
        match event:
            case JackpotHappened(event=Adjusted() as adjusted):
                data = {"at": change.at, "event": tagged(adjusted)}
                book.put(Name(ADJUSTMENT, adjusted.progressive, number), change, data)
            case DepositMade():
                data = {
                    "at": change.at,
                    "event": tagged(event),
                    "by": change.name_of(event.by),
                    "accrued": accrued(change, event.progressive),
                }
                book.put(Name(DEPOSIT, event.progressive, number), change, data)
            case BankRecorded():
                data = {"at": change.at, "event": tagged(event), "by": change.name_of(event.by)}
                book.put(Name(BANK, "", number), change, data)
            case RulesApproved():
                data = {"at": change.at, "event": tagged(event)}
                book.put(Name(RULES, event.name, number), change, data)
            case RoomOpened():
                data = {"at": change.at, "event": tagged(event)}
                book.put(Name(OPENED, "", 0), change, data)
            case _:
                pass


def accrued(change: FactChange, progressive: str) -> Cents:
    """What became owed to the players of a progressive until now, paid or not."""
    found = change.before.jackpots.progressives.get(progressive)
    funds = (*HELD, Fund.PAID)
    levels = found.levels.values() if found else ()
    return Cents(sum(level.balances[fund] for level in levels for fund in funds))
