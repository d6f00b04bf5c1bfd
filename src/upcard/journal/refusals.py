"""What the journal refuses, what it finds broken, and what it cannot know."""

from __future__ import annotations

from enum import StrEnum

from upcard.problems import UpcardError


class JournalCode(StrEnum):
    """Why the journal did not do as asked. Codes never change their meaning."""

    NOT_RECORDABLE = "not-recordable"
    COMMAND_ID_NOT_ALLOWED = "command-id-not-allowed"
    COMMAND_DIFFERS = "command-differs"
    STALE = "stale"
    ALREADY_PAID = "already-paid"
    TRANSFER_EXISTS = "transfer-exists"
    AMOUNT_NOT_ALLOWED = "amount-not-allowed"
    OVERDRAWN = "overdrawn"
    NOT_RECORDED = "not-recorded"
    OUTCOME_UNKNOWN = "outcome-unknown"
    SETTING_WRONG = "setting-wrong"
    SCHEMA_UNKNOWN = "schema-unknown"
    CHAIN_BROKEN = "chain-broken"
    HEAD_NOT_SEALED = "head-not-sealed"
    FACT_NOT_SEALED = "fact-not-sealed"
    KEY_MISSING = "key-missing"
    WITNESS_DISAGREES = "witness-disagrees"
    CHECKPOINT_BROKEN = "checkpoint-broken"
    BALANCES_BROKEN = "balances-broken"
    SOFTWARE_CHANGED = "software-changed"
    SNAPSHOT_BROKEN = "snapshot-broken"
    SEQUENCE_UNKNOWN = "sequence-unknown"
    ARCHIVED = "archived"


class JournalError(UpcardError):
    """Anything the journal says no to, with a stable code."""

    code: JournalCode

    def __init__(self, code: JournalCode, message: str) -> None:
        self.code = code
        super().__init__(message)


class JournalRefused(JournalError):
    """A record that was not written. Nothing changed."""


class AlreadyPaid(JournalRefused):
    """An award that another command has paid; it says which, and when."""

    def __init__(self, award_id: str, sequence: int, command_id: str, at: str) -> None:
        self.award_id, self.sequence, self.command_id, self.at = award_id, sequence, command_id, at
        super().__init__(
            JournalCode.ALREADY_PAID,
            f"award {award_id} is already paid: by command {command_id} at {at}, entry {sequence}",
        )


class NotRecorded(JournalError):
    """The database failed and the command is certainly not recorded: it may be sent again."""


class OutcomeUnknown(JournalError):
    """The database failed and does not answer: look the command up before doing anything else."""


class JournalBroken(JournalError):
    """A record that is not what the room wrote: nothing of it is shown or built on."""


class StartRefused(JournalError):
    """A journal that may not be used, with the name of the check that failed."""
