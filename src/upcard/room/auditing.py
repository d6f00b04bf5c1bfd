"""The audit of a room: its journal re-derived, and every meter folded from the events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from upcard.jackpot import BooksBroken, Jackpots, transfers_of
from upcard.jackpot import apply as apply_jackpot
from upcard.journal import Checkpoint, Entry, Fault, Journal, StartRefused, verify
from upcard.journal.entries import transfer_row
from upcard.journal.snapshots import Snapshot, latest_snapshot
from upcard.plain import CodecError, read
from upcard.room.events import JackpotHappened, RoomEvent
from upcard.room.records import events_of
from upcard.room.shoe_proofs import ShoeProofs
from upcard.room.shoes import SeedVault
from upcard.room.snapshots import NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What the audit of a room found."""

    entries: int
    """How many entries are sound, from the first."""
    events: int
    transfers: int
    head: Checkpoint
    fault: Fault | None
    seeds: tuple[str, ...] = ()
    """Seeds of shoes on the tables that are lost or wrong, where the seeds were looked at."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.fault is None


@dataclass(slots=True)
class _Books:
    """What the entries make, one after the other."""

    jackpots: Jackpots = field(default_factory=Jackpots)
    balances: Counter[str] = field(default_factory=Counter)
    shoes: ShoeProofs = field(default_factory=ShoeProofs)
    entries: int = 0
    events: int = 0
    transfers: int = 0

    def add(self, entry: Entry) -> Fault | None:
        """Fold *entry*; what is wrong with it."""
        try:
            events = events_of(entry)
            for event in events:
                if isinstance(event, JackpotHappened):
                    self.jackpots = apply_jackpot(self.jackpots, event.event)
        except (CodecError, BooksBroken, LookupError) as error:
            return Fault(entry.sequence, f"its events do not fold: {error}")
        if made_of(entry.command_id, events) != entry.rows:
            return Fault(entry.sequence, "the money it moved is not what its events say")
        if wrong := next(filter(None, map(self.shoes.take, events)), ""):
            return Fault(entry.sequence, wrong)
        for transfer in entry.transfers:
            self.balances[str(transfer.source)] -= transfer.amount
            self.balances[str(transfer.target)] += transfer.amount
        self.entries = entry.sequence
        self.events += len(events)
        self.transfers += len(entry.rows)
        return None


def audit_room(
    journal: Journal, checkpoints: Sequence[Checkpoint] = (), *, with_snapshot: bool = True,
    vault: SeedVault | None = None,
) -> Audit:  # fmt: skip
    """
    Everything re-derived: chain, balances, payouts, each meter from the room's own events, and
    every card of each shoe whose seed is told.

    It needs no room that starts, and no seeds: a copy of the database will do. *with_snapshot*
    also compares the snapshot that the room would start from, *vault* the seeds of the shoes on
    the tables with their commitments.
    """
    verdict = verify(journal, checkpoints)
    books, fault = _Books(), verdict.fault
    snapshot, wrong = _snapshot(journal) if with_snapshot else (None, None)
    for entry in journal.entries(1, verdict.entries):
        found = books.add(entry) or _snapshot_fault(snapshot, entry, books.jackpots)
        if found:
            fault = found
            break
    else:
        if difference := meter_difference(books.jackpots, books.balances):
            fault = fault or Fault(verdict.entries, difference)
    return Audit(
        entries=books.entries,
        events=books.events,
        transfers=books.transfers,
        head=verdict.head,
        fault=fault or wrong,
        seeds=tuple(one.short for one in books.shoes.seed_faults(vault)) if vault else (),
    )


def made_of(command_id: str, events: Sequence[RoomEvent]) -> tuple[dict[str, object], ...]:
    """The rows of the ledger that *events* of an order make."""
    return tuple(
        transfer_row(transfer)
        for number, event in enumerate(events, start=1)
        if isinstance(event, JackpotHappened)
        for transfer in transfers_of(event.event, f"{command_id}/{number}")
    )


def meter_difference(jackpots: Jackpots, kept: Mapping[str, int]) -> str:
    """The first account that is not the same by the events and in the ledger; empty if none."""
    held = {
        f"{name}/{level.parameters.name}/{fund}": int(amount)
        for name, one in jackpots.progressives.items()
        for level in one.levels.values()
        for fund, amount in level.balances.items()
    }
    for name in sorted(held.keys() | kept.keys()):
        made, found = held.get(name, 0), kept.get(name, 0)
        if made != found:
            return f"{name} is {made} by the events and {found} in the ledger"
    return ""


def _snapshot(journal: Journal) -> tuple[Snapshot | None, Fault | None]:
    """The snapshot that the room would start from, or what is wrong with it."""
    try:
        return latest_snapshot(journal, NAME), None
    except StartRefused as refused:
        return None, Fault(journal.head().sequence, str(refused))


def _snapshot_fault(snapshot: Snapshot | None, entry: Entry, jackpots: Jackpots) -> Fault | None:
    """Whether the snapshot of an entry holds other meters than the entries up to it make."""
    if snapshot is None or snapshot.sequence != entry.sequence:
        return None
    try:
        kept: Jackpots = read(snapshot.payload["room"]["jackpots"], Jackpots)
    except (CodecError, LookupError):
        return None  # Of another version: a start passes it by.
    if kept != jackpots:
        return Fault(entry.sequence, "the snapshot of it holds other meters than its events make")
    return None
