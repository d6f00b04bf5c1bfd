"""Durable events and ledger on SQLite or PostgreSQL: one transaction, one order, hash-chained."""

from upcard.journal.chains import Fault
from upcard.journal.entries import Answer, Checkpoint, Entry
from upcard.journal.journal_openings import check_database, open_journal
from upcard.journal.journals import Journal
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
from upcard.journal.requests import Asked, Note
from upcard.journal.seals import Seals
from upcard.journal.transactions import Writing
from upcard.journal.verification import AuditVerdict, verify

__all__ = [
    "AlreadyPaid",
    "Answer",
    "Asked",
    "AuditVerdict",
    "Checkpoint",
    "Entry",
    "Fault",
    "Journal",
    "JournalBroken",
    "JournalCode",
    "JournalError",
    "JournalRefused",
    "NotRecorded",
    "Note",
    "OutcomeUnknown",
    "Seals",
    "StartRefused",
    "Writing",
    "check_database",
    "open_journal",
    "verify",
]
