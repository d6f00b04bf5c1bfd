"""What people order in the room: who, with which badge, and perhaps a second pair of eyes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from upcard.cards import Card
from upcard.jackpot import Parameters
from upcard.jackpot.accounts import Fund
from upcard.jackpot.commands import AdjustmentDirection, AdjustmentReason
from upcard.money import Cents
from upcard.room.events import Link, TableSpec
from upcard.room.people.roles import Role
from upcard.room.people.staff import Passkey
from upcard.room.people.tries import SHELL, Origin
from upcard.table.commands import Command


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMember:
    """Give somebody a badge. Needs a second person."""

    badge: str
    name: str
    role: Role
    pin: str


@dataclass(frozen=True, slots=True)
class RemoveMember:
    """Take a badge back. Needs a second person."""

    badge: str


@dataclass(frozen=True, slots=True)
class ChangePin:
    """Give a badge another PIN; its sessions end. Needs a second person."""

    badge: str
    pin: str


@dataclass(frozen=True, slots=True)
class ChangeOwnPin:
    """Choose another PIN for one's own badge, signed with the one it has."""

    pin: str


@dataclass(frozen=True, slots=True)
class AddPasskey:
    """Add a passkey to one's own badge, signed with its PIN."""

    passkey: Passkey


@dataclass(frozen=True, slots=True)
class RemovePasskey:
    """Take a passkey off a badge. Needs a second person."""

    badge: str
    id: str


@dataclass(frozen=True, slots=True)
class AddTable:
    """Set a table up. Needs a second person."""

    spec: TableSpec


@dataclass(frozen=True, slots=True)
class OpenProgressive:
    """Start a progressive and put tables on it. Needs a second person."""

    parameters: Parameters
    link: Link


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open a table with a dealer."""

    table: str
    dealer: str


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """Another dealer takes over without closing the table."""

    table: str
    dealer: str


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close a table."""

    table: str


@dataclass(frozen=True, slots=True)
class ShuffleShoe:
    """Draw a new shoe when the cut card is out; the one before it is revealed."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class AbandonShoe:
    """Throw a shoe away before its cut card comes: revealed, and another is drawn."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class VoidShoe:
    """End a shoe whose seed is lost or wrong, and the round on it; another is drawn."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class CutShoe:
    """Type a part of the cut that was said aloud: a position and a word, like "113 tulip"."""

    table: str
    cut: str
    spot: int = 0
    """The spot whose player said it; 0 where it is the dealer's own."""


@dataclass(frozen=True, slots=True)
class CloseCut:
    """Take no more parts; the screens open what they sealed."""

    table: str


@dataclass(frozen=True, slots=True)
class ConfirmCut:
    """Every part is shown on every screen, and nobody objects."""

    table: str


@dataclass(frozen=True, slots=True)
class SealCut:
    """A screen gives its part of the cut, sealed."""

    table: str
    shoe: int
    seal: str


@dataclass(frozen=True, slots=True)
class OpenCut:
    """A screen tells the part that it sealed."""

    table: str
    shoe: int
    cut: str
    salt: str


@dataclass(frozen=True, slots=True)
class Operate:
    """A key of the table: wagers, START GAME, decisions, the hand button, END GAME."""

    table: str
    command: Command


@dataclass(frozen=True, slots=True)
class ConfirmWin:
    """CONFIRM at a hand-dealt table (S0 10.f): the supervisor saw the hand. The swipe follows."""

    table: str
    spot: int
    wager: str
    player: tuple[Card, ...] = ()
    """The player's cards; a large award takes them."""
    dealer: tuple[Card, ...] = ()
    """The dealer's cards, the up card first."""


@dataclass(frozen=True, slots=True)
class SwipeAward:
    """The swipe for a claimed award; at a table that knows its cards, CONFIRM as well."""

    table: str
    spot: int
    wager: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteChecklist:
    """Every step that a large prize takes is done: the swipe may follow."""

    table: str
    spot: int
    wager: str
    done: tuple[str, ...]
    """The steps by name."""
    seal: str
    """What is written on the seal of the winning hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReverseAward:
    """Take a paid award back. Needs a second person and a reason."""

    progressive: str
    level: str
    award_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustMeter:
    """Change a fund of a level for a documented reason. Needs a second person."""

    progressive: str
    level: str
    reason: AdjustmentReason
    direction: AdjustmentDirection
    fund: Fund
    amount: Cents
    evidence: str


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """Let a closed table play something else. Needs a second person."""

    spec: TableSpec


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
class ChangeProgressive:
    """Set a progressive anew while its tables are closed. Needs a second person."""

    parameters: Parameters
    link: Link


@dataclass(frozen=True, slots=True)
class RemoveProgressive:
    """Take a progressive out of play; what it holds is owed. Needs a second person."""

    progressive: str
    destination: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferFunds:
    """Move what a removed level holds to one in play. Needs a second person."""

    progressive: str
    level: str
    to_progressive: str
    to_level: str


@dataclass(frozen=True, slots=True)
class StepBack:
    """Take the last key of a table back, if nothing irreversible came of it."""

    table: str


@dataclass(frozen=True, slots=True)
class VoidRound:
    """End a round that cannot be finished; wagers in play go back."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class VoidClaim:
    """Take a claim off before it is paid, by a supervisor."""

    table: str
    spot: int
    wager: str
    reason: str


@dataclass(frozen=True, slots=True)
class PrintSlip:
    """Print a win page: the first time as it is, then marked REPRINT."""

    number: int


@dataclass(frozen=True, slots=True)
class ReprintSlip:
    """Print a win page again."""

    number: int


@dataclass(frozen=True, slots=True)
class RecordDeposit:
    """Accrued prize money went to the bank."""

    progressive: str
    amount: Cents
    reference: str


@dataclass(frozen=True, slots=True)
class RecordBank:
    """What the prize account holds."""

    balance: Cents


@dataclass(frozen=True, slots=True)
class ReportMalfunction:
    """Something does not work."""

    device: str
    description: str


@dataclass(frozen=True, slots=True)
class ReadRecords:
    """Look at the journal or a report; that somebody did is recorded."""

    what: str


@dataclass(frozen=True, slots=True)
class SignIn:
    """Check a badge and its PIN, and do nothing else."""


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
    | SignIn
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A wish with everything that makes it count. *id* makes it safe to send twice."""

    id: str
    by: Signature | ScreenSignature
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
