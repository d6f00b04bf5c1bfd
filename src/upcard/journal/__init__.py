"""Durable events and ledger on SQLite or PostgreSQL: one transaction, one order, hash-chained."""

from upcard.journal.chains import Fault
from upcard.journal.entries import Checkpoint, Entry, Novelty, Outcome, Receipt
from upcard.journal.journals import Journal
from upcard.journal.opening import check_database, open_journal
from upcard.journal.orders import Order, Turn
from upcard.journal.refusals import (
    AlreadyPaid,
    JournalBroken,
    JournalCode,
    JournalError,
    JournalRefused,
    NotRecorded,
    OutcomeUnknown,
    StartRefused,
)
from upcard.journal.seals import Seals
from upcard.journal.verifying import Verdict, verify

__all__ = [
    "AlreadyPaid",
    "Checkpoint",
    "Entry",
    "Fault",
    "Journal",
    "JournalBroken",
    "JournalCode",
    "JournalError",
    "JournalRefused",
    "NotRecorded",
    "Novelty",
    "Order",
    "Outcome",
    "OutcomeUnknown",
    "Receipt",
    "Seals",
    "StartRefused",
    "Turn",
    "Verdict",
    "check_database",
    "open_journal",
    "verify",
]
