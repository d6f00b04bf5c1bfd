"""What the jackpot desk shows, field by field: the pages get these types in `types.ts`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from upcard.money import Cents
from upcard.room.enrolled_devices import DeviceKind
from upcard.room.people.roles import Role
from upcard.screens.frame_types import ShoeView
from upcard.table.games import CardSource


class DeskLevel(TypedDict):
    """A meter with everything behind it."""

    name: str
    display: Cents
    reserve: Cents
    overflow: Cents
    pending: Cents
    limit: Cents | None
    seed: Cents
    rate: str
    reserve_rate: str
    hits: int
    paid: Cents
    executive_from: Cents | None
    cards_from: Cents | None
    """From this amount on, CONFIRM at a hand-dealt table needs the cards."""
    is_pending: bool


class DeskProgressive(TypedDict):
    """A progressive and its levels, top level first."""

    name: str
    title: str
    award_lock: str
    tables: Sequence[str]
    levels: Sequence[DeskLevel]


class DeskClaim(TypedDict):
    """An award that somebody claimed and nobody has confirmed yet."""

    award_id: str
    progressive: str
    level: str
    percent: int
    amount: Cents
    table: str
    spot: int
    wager: str
    details: str
    claimed_by: str
    needs: Role
    """Who confirms it."""
    position: int
    """Which claim of its meter it is; the first is paid first."""
    is_confirmed: bool
    """Whether a supervisor has pressed CONFIRM: the swipe is all that is missing."""
    is_by_hand: bool
    """Whether only somebody at the table sees the cards."""


class PaidAward(TypedDict):
    """An award that was paid."""

    award_id: str
    slip: int | None
    """The number of its win page."""
    progressive: str
    level: str
    amount: Cents
    before: Cents
    after: Cents
    at: str
    confirmed_by: str
    reversal: str
    """Why it was reversed; empty if it was not."""
    details: str
    table: str
    spot: int


class DeskAlarm(TypedDict):
    """Something that somebody must look at."""

    code: str
    message: str


class PasskeyName(TypedDict):
    """A passkey of a badge."""

    id: str
    name: str


class StaffMember(TypedDict):
    """Somebody who works here."""

    badge: str
    name: str
    role: Role
    wrong_pins: int
    passkeys: Sequence[PasskeyName]


class DeskTable(TypedDict):
    """A table as the desk sees it."""

    table: str
    title: str
    game: str
    cards: CardSource
    """How its cards come."""
    is_open: bool
    dealer: str
    shoe: ShoeView | None


class DeskDevice(TypedDict):
    """A device at a table."""

    device: str
    kinds: Sequence[DeviceKind]
    table: str
    number: int
    """The last of its messages that the journal has."""
    is_lost: bool
    heard: str
    """When it was heard last; empty if it never was."""


class DeskBank(TypedDict):
    """The prize account, and what is owed to players."""

    balance: Cents | None
    at: str
    liability: Cents
    short: bool


class DeskDeposit(TypedDict):
    """What came in from players and has not gone to the bank yet."""

    progressive: str
    due: Cents
    since: str
    is_overdue: bool


class AdjustmentChoice(TypedDict):
    """A reason to adjust a meter, and what it allows."""

    reason: str
    title: str
    directions: Sequence[str]
    funds: Sequence[str]


class DeskRecord(TypedDict):
    """Everything the desk shows."""

    version: int
    progressives: Sequence[DeskProgressive]
    claims: Sequence[DeskClaim]
    awards: Sequence[PaidAward]
    alarms: Sequence[DeskAlarm]
    staff: Sequence[StaffMember]
    tables: Sequence[DeskTable]
    devices: Sequence[DeskDevice]
    bank: DeskBank
    deposits: Sequence[DeskDeposit]
    adjustments: Sequence[AdjustmentChoice]
