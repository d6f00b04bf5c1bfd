"""What people order in the room: who, with which badge, and perhaps a second pair of eyes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from upcard.room.device_orders import DeviceSignature, EnrolDevice, RevokeDevice
from upcard.room.drill_marks import RecordDrill
from upcard.room.money_orders import (
    AdjustMeter,
    ChangeProgressive,
    CompleteChecklist,
    ConfirmWin,
    OpenProgressive,
    PrintSlip,
    RecordBank,
    RecordDeposit,
    RemoveProgressive,
    ReprintSlip,
    ReverseAward,
    SwipeAward,
    TransferFunds,
    VoidClaim,
)
from upcard.room.people.tries import SHELL, Origin
from upcard.room.staff_orders import (
    AddMember,
    AddPasskey,
    ChangeOwnPin,
    ChangePin,
    RemoveMember,
    RemovePasskey,
    SignIn,
)
from upcard.room.table_orders import (
    AbandonShoe,
    AddTable,
    ChangeDealer,
    ChangeTable,
    CloseCut,
    CloseTable,
    ConfirmCut,
    CorrectCard,
    CutShoe,
    OpenCut,
    OpenTable,
    Operate,
    SealCut,
    SetCardAside,
    ShuffleShoe,
    StepBack,
    VoidRound,
    VoidShoe,
)


@dataclass(frozen=True, slots=True)
class Signature:
    """A badge that was read, and the PIN typed with it."""

    badge: str
    pin: str | None = None


@dataclass(frozen=True, slots=True)
class ScreenSignature:
    """
    A screen at a table, known by its token: it gives its part of a cut, and nothing else.

    *badge* is what records call it. No member has such a badge: it has a blank in it.
    """

    badge: str
    table: str
    pin: None = None


@dataclass(frozen=True, slots=True)
class ApproveRules:
    """Let the room play rules of its own, as their text. Needs a second person."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptSoftware:
    """Let the room run on another program. Needs a second person."""

    version: str
    hash: str
    reason: str


@dataclass(frozen=True, slots=True)
class ArchiveRecords:
    """Let the records of closed days before a day leave the database. Needs a second person."""

    before: date


@dataclass(frozen=True, slots=True)
class RestoreRoom:
    """Let a room that was put back from a backup go on. Needs a second person."""

    reason: str


@dataclass(frozen=True, slots=True)
class SetShifts:
    """Say at which hours shifts begin, in UTC. Needs a second person."""

    hours: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetWitnesses:
    """Name who keeps the room's checkpoints. Needs a second person."""

    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessFor:
    """Keep the checkpoints of another room. Needs a second person."""

    room: str
    name: str
    public_key: str


@dataclass(frozen=True, slots=True)
class ReportMalfunction:
    """Something does not work."""

    device: str
    description: str


@dataclass(frozen=True, slots=True)
class ReadRecords:
    """Look at the journal or a report; that somebody did is recorded."""

    what: str


Wish = (
    AddMember
    | RemoveMember
    | ChangePin
    | ChangeOwnPin
    | AddPasskey
    | RemovePasskey
    | AddTable
    | ChangeTable
    | ApproveRules
    | AcceptSoftware
    | ArchiveRecords
    | RestoreRoom
    | SetShifts
    | SetWitnesses
    | WitnessFor
    | OpenProgressive
    | ChangeProgressive
    | RemoveProgressive
    | TransferFunds
    | OpenTable
    | ChangeDealer
    | CloseTable
    | ShuffleShoe
    | AbandonShoe
    | VoidShoe
    | CutShoe
    | CloseCut
    | ConfirmCut
    | SealCut
    | OpenCut
    | Operate
    | SetCardAside
    | CorrectCard
    | StepBack
    | VoidRound
    | CompleteChecklist
    | ConfirmWin
    | SwipeAward
    | VoidClaim
    | ReverseAward
    | AdjustMeter
    | PrintSlip
    | ReprintSlip
    | RecordDeposit
    | RecordBank
    | ReportMalfunction
    | ReadRecords
    | RecordDrill
    | SignIn
    | EnrolDevice
    | RevokeDevice
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A wish with everything that makes it count. *id* makes it safe to send twice."""

    id: str
    by: Signature | ScreenSignature | DeviceSignature
    wish: Wish
    second: Signature | None = None
    day: date | None = None
    """The gaming day, from the room's clock."""
    at: str = ""
    """The time, from the room's clock."""
    seen: int | None = None
    """The version of the table that the person was looking at; None where it does not matter."""
    agreed: str | None = None
    """
    The fingerprint of the changes that the signers saw; None where nobody looked. Like the day and
    the place it is no part of what is ordered: whoever sends the order again, after it was carried
    out, would see other changes.
    """
    origin: Origin = SHELL
    """Where it comes from: wrong PINs make that place wait, and no other."""
    proved: frozenset[str] = frozenset()
    """Badges whose passkey was shown for it, or for the session it comes from."""


def new_pins(wish: Wish) -> tuple[str, ...]:
    """The PINs that a wish sets; they are never written anywhere."""
    return (wish.pin,) if isinstance(wish, AddMember | ChangePin | ChangeOwnPin) else ()
