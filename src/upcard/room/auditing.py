"""The audit of a room: its journal re-derived, and the whole room folded from the events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from upcard.jackpot import BooksBroken, Jackpots, transfers_of
from upcard.journal import Checkpoint, Entry, Fault, Journal, JournalBroken, Verdict, verify
from upcard.journal.canonical import canonical
from upcard.journal.entries import transfer_row
from upcard.journal.snapshots import StoredSnapshots
from upcard.plain import CodecError
from upcard.room.events import JackpotHappened, RoomEvent
from upcard.room.projections.rebuilding import FactsBeside, Projecting, has_facts
from upcard.room.records import events_of
from upcard.room.shoe_proofs import ShoeProofs
from upcard.room.shoes import SeedVault
from upcard.room.snapshots import NAME, snapshot_data
from upcard.room.state import RoomState, apply
from upcard.witness import SignatureWrong, SignedCheckpoint, Witness, WitnessError
from upcard.witness.comparing import standing
from upcard.witness.storing import stored_checkpoints


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

    state: RoomState = field(default_factory=RoomState)
    balances: Counter[str] = field(default_factory=Counter)
    shoes: ShoeProofs = field(default_factory=ShoeProofs)
    facts: Projecting | None = None
    entries: int = 0
    events: int = 0
    transfers: int = 0

    def add(self, entry: Entry) -> Fault | None:
        """Fold *entry*; what is wrong with it."""
        try:
            before, events = self.state, events_of(entry)
            for event in events:
                self.state = apply(self.state, event)
            if self.facts is not None:
                self.facts.take(entry, events, before, self.state)
        except (CodecError, BooksBroken, LookupError, AssertionError) as error:
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
    journal: Journal, checkpoints: Sequence[Checkpoint] = (), *, with_snapshots: bool = True,
    with_facts: bool = True, witnesses: Sequence[Witness] = (), vault: SeedVault | None = None,
) -> Audit:  # fmt: skip
    """
    Everything re-derived: chain, balances, payouts, the whole room from its own events, and every
    card of each shoe whose seed is told.

    It needs no room that starts, and no seeds: a copy of the database will do. *with_snapshots*
    also compares every snapshot that a start would take, byte for byte; facts are made anew and
    compared row by row. *witnesses* say what they
    saw: that shows a chain written anew, and a tail that was cut off. *vault* brings the seeds of
    the shoes on the tables, to be compared with their commitments.
    """
    seen = [point for witness in witnesses for point in _seen_by(witness, journal)]
    verdict = verify(journal, [*checkpoints, *(point.point for point in seen)])
    with FactsBeside() as facts:
        books = _Books(facts=facts.projecting if with_facts and has_facts(journal) else None)
        fault = _folded_fault(journal, books, verdict, with_snapshots=with_snapshots)
        if fault is None and books.facts is not None:
            fault = _facts_fault(journal, facts, verdict.entries)
    fault = fault or _signed_fault(journal, books.state.public_key, seen)
    return Audit(
        entries=books.entries,
        events=books.events,
        transfers=books.transfers,
        head=verdict.head,
        fault=fault,
        seeds=tuple(one.short for one in books.shoes.seed_faults(vault)) if vault else (),
    )


def _folded_fault(
    journal: Journal, books: _Books, verdict: Verdict, *, with_snapshots: bool
) -> Fault | None:
    """Fold every entry that is sound; what is wrong with the first that is not."""
    snapshots = StoredSnapshots(journal, NAME if with_snapshots else "")
    for entry in journal.stored(1, verdict.entries):
        found = books.add(entry) or _snapshot_fault(snapshots, entry, books.state)
        if found:
            return found
    if verdict.fault is not None:
        return verdict.fault
    difference = meter_difference(books.state.jackpots, books.balances)
    return Fault(verdict.entries, difference) if difference else None


def _facts_fault(journal: Journal, facts: FactsBeside, last: int) -> Fault | None:
    """Whether the facts are not what the entries make."""
    try:
        wrong = facts.difference(journal, last)
    except JournalBroken as error:
        wrong = str(error)
    return Fault(last, wrong) if wrong else None


def _seen_by(witness: Witness, journal: Journal) -> list[SignedCheckpoint]:
    """What *witness* saw of the room that still counts; one that saw nothing is no witness."""
    first = list(journal.stored(1, 1))
    seen = standing(witness.seen(first[0].hash)) if first else []
    if not seen:
        raise WitnessError(f"{witness.address} has no checkpoint of this room to compare with")
    return seen


def _signed_fault(journal: Journal, key: str, seen: Sequence[SignedCheckpoint]) -> Fault | None:
    """Whether a checkpoint, seen elsewhere or kept here, is another key's or of another chain."""
    try:
        own = stored_checkpoints(journal)
    except SignatureWrong as error:
        return Fault(0, f"the room's own list of checkpoints: {error}")
    for point in (*seen, *own):
        if point.key != key:
            return Fault(point.sequence, "its checkpoint is signed with another room's key")
    hashes = {entry.sequence: entry.hash for entry in _entries_at(journal, own)}
    for point in own:
        if hashes.get(point.sequence) != point.hash:
            return Fault(point.sequence, "the room's own checkpoint of it has another hash")
    return None


def _entries_at(journal: Journal, points: Sequence[SignedCheckpoint]) -> Iterator[Entry]:
    for point in points:
        yield from journal.stored(point.sequence, point.sequence)


def _snapshot_fault(snapshots: StoredSnapshots, entry: Entry, state: RoomState) -> Fault | None:
    """Whether the snapshot of an entry says anything but what the entries up to it make."""
    if entry.sequence not in snapshots.sequences:
        return None
    if not snapshots.is_sealed(entry.point):
        return Fault(entry.sequence, "the snapshot of it was not made by this room")
    if snapshots.text(entry.sequence) != canonical(snapshot_data(state)):
        return Fault(entry.sequence, "the snapshot of it holds another room than its events make")
    return None


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
