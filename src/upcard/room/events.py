"""Events of the room. Applying them in order gives its current state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from upcard.money import Cents
from upcard.room.devices import LinkLost, LinkRestored, PrintFailed, ServerInterrupted
from upcard.room.drill_marks import DrillDone
from upcard.room.enrolled_devices import (
    DeviceBack,
    DeviceEnrolled,
    DeviceLost,
    DeviceRevoked,
    DeviceSpoke,
)
from upcard.room.fairness.cuts import CutClosed, CutConfirmed, CutOpened, CutSealed, CutTyped
from upcard.room.fairness.real_shoes import CardSetAside, ShoePlaced
from upcard.room.fairness.table_shoes import (
    ShoeAbandoned,
    ShoeCommitted,
    ShoeCut,
    ShoeResumed,
    ShoeRevealed,
    ShoeStopped,
    ShoeVoided,
)
from upcard.room.money_events import (
    BankRecorded,
    ChecklistCompleted,
    DepositMade,
    JackpotHappened,
    LinkMade,
    SlipIssued,
    SlipPrinted,
    SlipReprinted,
)
from upcard.room.people.staff import (
    AccessRecovered,
    MemberAdded,
    MemberRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    PinAccepted,
    PinChanged,
    PinFailed,
)
from upcard.room.table_events import (
    CardCorrected,
    DealerChanged,
    HoleRevealed,
    KeyPressed,
    RoundOpened,
    RoundVoided,
    SteppedBack,
    TableAdded,
    TableChanged,
    TableClosed,
    TableHappened,
    TableOpened,
)


class RoomKind(StrEnum):
    """What a room is for."""

    LIVE = "live"
    TRAINING = "training"
    """Separate storage: no real meter, slip number or report changes, and every screen says so."""
    DEMO = "demo"


class CrossLinks(StrEnum):
    """How many progressives may be linked across different games, for each game."""

    ONE = "one"
    """As WAC 230-15-685 had it in 2015."""
    SEVERAL = "several"
    """As WAC 230-15-685 has it since 2023."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOpened:
    """The room was set up: the first thing in its journal."""

    name: str
    location: str
    """The licensed premises: tables of another location cannot be linked."""
    purpose: RoomKind
    day_starts_at: int
    """The hour, in UTC, at which a gaming day begins."""
    checklist_from: Cents | None = None
    """From which amount an award is paid only by the checklist; None where no room setting says."""
    cross_links: CrossLinks = CrossLinks.SEVERAL
    approved_only: bool = False
    """Whether tables play rules that two people approved here, and no others of the catalogue."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftwareAccepted:
    """The program that the room runs on: its first, or another that two people stand for."""

    version: str
    hash: str
    """Of every file of the package."""
    reason: str
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesApproved:
    """A version of rules that this room may play, as its text, approved by two people."""

    name: str
    text: str
    """The file as it was approved; it may extend a catalogue game and name its paytables."""
    fingerprint: str
    by: str
    approved_by: str
    resolved: str = ""
    """The same with everything in it, so that no catalogue is needed to read it."""


@dataclass(frozen=True, slots=True)
class RulesRecorded:
    """
    The resolved rules behind a fingerprint that an earlier version recorded alone.

    The room itself notes them when this version first opens it, if the catalogue still has them.
    """

    name: str
    fingerprint: str
    """As it was recorded then."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MalfunctionReported:
    """Something failed; the regulator must be notified within 72 hours."""

    device: str
    description: str
    by: str


@dataclass(frozen=True, slots=True)
class ClockSteppedBack:
    """The clock shows an earlier time than the entry before: order comes from the numbers."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class JournalSealed:
    """The room got its keys: everything up to this entry was checked, and sealed with one."""

    sequence: int
    hash: str
    public_key: str = ""
    """What the room's signed checkpoints are verified with."""


@dataclass(frozen=True, slots=True)
class RoomRestored:
    """Two people restored the room from a backup; what came after the backup is lost."""

    reason: str
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class RecordsArchived:
    """Two people moved closed days from the database into files that can be verified alone."""

    before: date
    """The first gaming day that stays."""
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class ShiftsSet:
    """The hours (UTC) at which shifts begin from now on; none if drop is not counted by shift."""

    hours: tuple[int, ...]
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class WitnessesSet:
    """Who keeps the room's checkpoints from now on, by their addresses."""

    addresses: tuple[str, ...]
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessingBegan:
    """This room keeps the checkpoints of another one."""

    room: str
    """The hash of the other room's first entry."""
    name: str
    public_key: str
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class CheckpointWitnessed:
    """A checkpoint of another room, as it came."""

    room: str
    number: int
    sequence: int
    text: str


@dataclass(frozen=True, slots=True)
class RecordsRead:
    """Somebody read records; reading is also recorded."""

    what: str
    by: str


@dataclass(frozen=True, slots=True)
class OrderRefused:
    """An order that was not carried out, and why. Nothing else changed."""

    code: str
    message: str
    by: str


RoomEvent = (
    RoomOpened
    | SoftwareAccepted
    | RulesApproved
    | MemberAdded
    | MemberRemoved
    | PinChanged
    | PinFailed
    | PinAccepted
    | AccessRecovered
    | PasskeyAdded
    | PasskeyRemoved
    | TableAdded
    | TableChanged
    | RulesRecorded
    | LinkMade
    | TableOpened
    | DealerChanged
    | TableClosed
    | ShoeCommitted
    | ShoeCut
    | CutSealed
    | CutTyped
    | CutClosed
    | CutOpened
    | CutConfirmed
    | ShoeAbandoned
    | ShoeStopped
    | ShoeResumed
    | ShoeRevealed
    | ShoeVoided
    | ShoePlaced
    | CardSetAside
    | RoundOpened
    | KeyPressed
    | TableHappened
    | HoleRevealed
    | SteppedBack
    | CardCorrected
    | RoundVoided
    | JackpotHappened
    | ChecklistCompleted
    | SlipIssued
    | SlipPrinted
    | SlipReprinted
    | DepositMade
    | BankRecorded
    | MalfunctionReported
    | ClockSteppedBack
    | ServerInterrupted
    | PrintFailed
    | LinkLost
    | LinkRestored
    | DeviceEnrolled
    | DeviceRevoked
    | DeviceSpoke
    | DeviceLost
    | DeviceBack
    | JournalSealed
    | RoomRestored
    | ShiftsSet
    | WitnessesSet
    | WitnessingBegan
    | CheckpointWitnessed
    | RecordsArchived
    | RecordsRead
    | DrillDone
    | OrderRefused
)
