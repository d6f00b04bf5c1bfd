"""Refusals of the room: a stable code for machines, a sentence for the person at the keys."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from upcard.jackpot import JackpotRefused
from upcard.problems import UpcardError
from upcard.room.people.staff import StaffRefused
from upcard.table.games import GameError
from upcard.table.refusals import Refused as TableRefused


class RoomRefusal(StrEnum):
    """Why the room refused an order. Codes never change their meaning."""

    SECOND_PERSON_NEEDED = "second-person-needed"
    SAME_PERSON = "same-person"
    TABLE_UNKNOWN = "table-unknown"
    TABLE_EXISTS = "table-exists"
    TABLE_NAME_NOT_ALLOWED = "table-name-not-allowed"
    TABLE_IS_OPEN = "table-is-open"
    TABLE_IS_CLOSED = "table-is-closed"
    NOT_THIS_TABLE_S_DEALER = "not-this-table-s-dealer"
    NOT_A_DEALER = "not-a-dealer"
    ROUND_IS_OPEN = "round-is-open"
    CUT_CARD_NOT_ALLOWED = "cut-card-not-allowed"
    NO_SHOE = "no-shoe"
    SHOE_NOT_CUT = "shoe-not-cut"
    SHOE_ALREADY_CUT = "shoe-already-cut"
    SHOE_IS_OVER = "shoe-is-over"
    SHOE_NOT_OVER = "shoe-not-over"
    CUT_NOT_ALLOWED = "cut-not-allowed"
    CUT_ALREADY_GIVEN = "cut-already-given"
    CUT_IS_CLOSED = "cut-is-closed"
    CUT_NOT_CLOSED = "cut-not-closed"
    CUT_STILL_SEALED = "cut-still-sealed"
    CUT_DIFFERS = "cut-differs"
    SEED_DIFFERS = "seed-differs"
    SEED_MISSING = "seed-missing"
    SEED_NOT_KEPT = "seed-not-kept"
    SEED_IS_GOOD = "seed-is-good"
    REASON_MISSING = "reason-missing"
    NOT_BY_HAND = "not-by-hand"
    DEALT_BY_HAND = "dealt-by-hand"
    PROGRESSIVE_UNAVAILABLE = "progressive-unavailable"
    LINK_NOT_ALLOWED = "link-not-allowed"
    CLAIM_TOO_EARLY = "claim-too-early"
    NO_SUCH_CLAIM = "no-such-claim"
    NOT_READ = "not-read"
    CARD_IS_PLAYED = "card-is-played"
    NO_SUCH_CARD = "no-such-card"
    CARDS_NEEDED = "cards-needed"
    CLAIMANT_CANNOT_CONFIRM = "claimant-cannot-confirm"
    FUNDS_SHORT = "funds-short"
    OUT_OF_DATE = "out-of-date"
    NO_PREVIEW = "no-preview"
    NOTHING_TO_STEP_BACK = "nothing-to-step-back"
    STEP_IS_IRREVERSIBLE = "step-is-irreversible"
    NO_ROUND = "no-round"
    AWARD_IS_OPEN = "award-is-open"
    RULES_NOT_ALLOWED = "rules-not-allowed"
    RULES_ALTERED = "rules-altered"
    PROGRESSIVE_UNKNOWN = "progressive-unknown"
    ROOM_EXISTS = "room-exists"
    ROOM_UNKNOWN = "room-unknown"
    ROOM_NOT_ALLOWED = "room-not-allowed"
    FOLDER_NEEDED = "folder-needed"
    SLIP_UNKNOWN = "slip-unknown"
    PRINT_FAILED = "print-failed"
    AMOUNT_NOT_ALLOWED = "amount-not-allowed"
    OPENING_CHECK_FAILED = "opening-check-failed"
    CHECKLIST_NEEDED = "checklist-needed"
    SOFTWARE_DIFFERS = "software-differs"
    NOTHING_TO_ARCHIVE = "nothing-to-archive"
    BACKUP_NOT_ALLOWED = "backup-not-allowed"
    BACKUP_BROKEN = "backup-broken"
    WITNESS_NOT_ALLOWED = "witness-not-allowed"
    ROOM_RESTORED = "room-restored"
    ROOM_IN_PLAY = "room-in-play"
    ROOM_NOT_SOUND = "room-not-sound"
    UPGRADE_NEEDED = "upgrade-needed"
    DEVICE_UNKNOWN = "device-unknown"
    DEVICE_NOT_ALLOWED = "device-not-allowed"
    DEVICE_NUMBER = "device-number"
    DEVICE_ELSEWHERE = "device-elsewhere"
    DEVICE_LOST = "device-lost"
    NOT_A_TRAINING_ROOM = "not-a-training-room"


class RoomRefused(UpcardError):
    """An order that the room did not carry out. Nothing changed."""

    code: RoomRefusal

    def __init__(self, code: RoomRefusal, message: str) -> None:
        self.code = code
        super().__init__(message)


REFUSALS: Final = (RoomRefused, StaffRefused, TableRefused, JackpotRefused, GameError)
"""Everything that can be wrong with an order; each has a code and a sentence."""

SEED_REFUSALS: Final = frozenset(
    {RoomRefusal.SEED_DIFFERS, RoomRefusal.SEED_MISSING, RoomRefusal.SEED_IS_GOOD}
)
"""Refusals after which the room looks which tables stop, and which go on again."""
