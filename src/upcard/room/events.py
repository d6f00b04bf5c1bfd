"""What has happened in the room. Past; folding it gives the room as it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from upcard.cards import Card
from upcard.jackpot import Event as JackpotEvent
from upcard.money import Cents
from upcard.room.devices import LinkLost, LinkRestored, PrintFailed, ServerInterrupted
from upcard.room.fairness.cuts import CutClosed, CutConfirmed, CutOpened, CutSealed, CutTyped
from upcard.room.fairness.table_shoes import (
    ShoeAbandoned,
    ShoeCommitted,
    ShoeCut,
    ShoeResumed,
    ShoeRevealed,
    ShoeStopped,
    ShoeVoided,
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
from upcard.table.events import Event as TableEvent
from upcard.table.games import CardSource


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
    """As it has it since 2023."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """What a table plays: chosen when it is set up, checked against the rules."""

    table: str
    rules: str
    """A catalogue game, or rules that were approved in this room."""
    decks: int
    pack: str | None
    paytables: tuple[tuple[str, str], ...] = ()
    cut_card: int = 0
    """How many cards lie before the cut card; 0 where cards are dealt by hand."""
    cards: CardSource = CardSource.DIGITAL
    """How its cards come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A progressive and the tables that feed it and win from it."""

    progressive: str
    wager: str
    paytable: str
    tables: tuple[str, ...]
    executive_from: tuple[tuple[str, Cents], ...]
    """For each level, from which amount on an award takes an executive's badge (S0 10.f)."""
    cards_from: tuple[tuple[str, Cents], ...] = ()
    """For each level, from which amount on CONFIRM at a hand-dealt table takes the cards."""


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
    """A version of rules that this room may play, as its text; two people stand for it."""

    name: str
    text: str
    """The file as it was approved; it may extend a catalogue game and name its paytables."""
    fingerprint: str
    by: str
    approved_by: str
    resolved: str = ""
    """The same with everything in it, so that no catalogue is needed to read it."""


@dataclass(frozen=True, slots=True)
class TableAdded:
    """A table was set up."""

    spec: TableSpec
    fingerprint: str
    """Of the rules it plays."""
    by: str
    approved_by: str
    rules_text: str = ""
    """The resolved rules it plays; empty in records of version 0.2 and earlier."""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table plays other rules, or other choices of them, from its next round on."""

    spec: TableSpec
    before: TableSpec
    fingerprint: str
    by: str
    approved_by: str
    rules_text: str = ""
    """The resolved rules it plays; empty in records of version 0.2 and earlier."""

    @property
    def table(self) -> str:
        """The table it is about."""
        return self.spec.table


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


@dataclass(frozen=True, slots=True)
class LinkMade:
    """Tables were put on a progressive, or the link was changed."""

    link: Link
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A dealer stands at the table."""

    table: str
    dealer: str
    by: str
    checks: tuple[str, ...] = ()
    """The checks that passed before."""


@dataclass(frozen=True, slots=True)
class DealerChanged:
    """Another dealer took over; the table stayed open."""

    table: str
    dealer: str
    by: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round begins: wagers may be placed."""

    table: str
    number: int
    day: date | None
    fingerprint: str
    """The version of the rules the round is played by."""


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """Somebody pressed a key of the table; what came of it follows."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class TableHappened:
    """Something happened in the round on a table."""

    table: str
    event: TableEvent
    is_hidden: bool = False
    """Whether its card is the hole card, which no record tells before it is shown."""


@dataclass(frozen=True, slots=True)
class HoleRevealed:
    """The hole card, told to the record when it was shown to the table."""

    table: str
    card: Card


@dataclass(frozen=True, slots=True)
class SteppedBack:
    """The last key was taken back: nothing irreversible had come of it."""

    table: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    """A supervisor ended a round; every wager still in play goes back to its player."""

    table: str
    number: int
    returned: Cents
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class JackpotHappened:
    """Something happened to a progressive."""

    event: JackpotEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistCompleted:
    """Everything that a large prize takes was done before it was paid."""

    award_id: str
    done: tuple[str, ...]
    seal: str
    """What is written on the seal of the winning hand."""
    hold_until: date
    """The cards are kept until then."""
    by: str


@dataclass(frozen=True, slots=True)
class SlipIssued:
    """A win page got its number."""

    number: int
    award_id: str


@dataclass(frozen=True, slots=True)
class SlipPrinted:
    """A win page was printed for the first time."""

    number: int
    by: str


@dataclass(frozen=True, slots=True)
class SlipReprinted:
    """A win page was printed again: it says REPRINT."""

    number: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DepositMade:
    """Accrued prize money went to the bank."""

    progressive: str
    amount: Cents
    reference: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BankRecorded:
    """What the prize account holds, against what is owed to players at that moment."""

    balance: Cents
    owed: Cents
    by: str

    @property
    def is_short(self) -> bool:
        """Whether less is there than is owed: no progressive wager is started then."""
        return self.balance < self.owed


@dataclass(frozen=True, slots=True, kw_only=True)
class MalfunctionReported:
    """Something did not work; the regulator is told within 72 hours."""

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
    """Two people put the room back from a backup: what came after the backup is given up."""

    reason: str
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class RecordsArchived:
    """Two people let the records of closed days leave the database for files that verify alone."""

    before: date
    """The first gaming day that stays."""
    by: str
    approved_by: str


@dataclass(frozen=True, slots=True)
class ShiftsSet:
    """At which hours shifts begin from now on, in UTC; none where drop is not told by shift."""

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
    """Somebody read records: reading is recorded, too."""

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
    | RoundOpened
    | KeyPressed
    | TableHappened
    | HoleRevealed
    | SteppedBack
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
    | JournalSealed
    | RoomRestored
    | ShiftsSet
    | WitnessesSet
    | WitnessingBegan
    | CheckpointWitnessed
    | RecordsArchived
    | RecordsRead
    | OrderRefused
)
