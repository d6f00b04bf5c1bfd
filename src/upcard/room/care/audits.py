"""The audit of a room: recompute its journal, and the whole room from the events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from upcard.jackpot import BooksBroken, Jackpots, transfers_of
from upcard.journal import (
    AuditVerdict,
    Checkpoint,
    Entry,
    Fault,
    Journal,
    JournalBroken,
    JournalCode,
    JournalError,
    verify,
)
from upcard.journal.canonical import canonical
from upcard.journal.engines import reading
from upcard.journal.entries import START, transfer_row
from upcard.journal.snapshots import StoredSnapshots, latest_snapshot
from upcard.journal.verification import derived_balances
from upcard.plain import CodecError, Decoded
from upcard.room.events import RoomEvent
from upcard.room.fairness.shoe_proofs import ShoeProofs
from upcard.room.fairness.table_shoes import SeedVault
from upcard.room.money_events import JackpotHappened
from upcard.room.projections.rebuilds import FactsBeside, Projecting, has_facts
from upcard.room.room_records import events_of
from upcard.room.room_snapshots import NAME, snapshot_data, state_from_snapshot
from upcard.room.state import RoomState, apply_all
from upcard.witness import SignatureWrong, SignedCheckpoint, Witness, WitnessError
from upcard.witness.disagreements import standing
from upcard.witness.kept_checkpoints import stored_checkpoints

PIECE: Final = 1000
"""How many entries are read at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What the audit of a room found."""

    entries: int
    """How many entries are sound, from the first."""
    events: int
    transfers: int
    head: Checkpoint
    fault: Fault | None
    start: Checkpoint = START
    """The entry whose snapshot the room was folded from; everything after it was re-derived."""
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
    start: Checkpoint = START
    """The entry that the first state is of."""
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
            self.state = apply_all(before, events)
            if self.facts is not None:
                self.facts.take(entry, events, before, self.state)
        except (CodecError, BooksBroken, LookupError, AssertionError) as error:
            return Fault(entry.sequence, f"its events cannot be applied: {error}")
        if made_of(entry.command_id, events) != entry.rows:
            return Fault(entry.sequence, "the money it moved does not match its events")
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
    journal: Journal,
    checkpoints: Sequence[Checkpoint] = (),
    *,
    with_snapshots: bool = True,
    with_facts: bool = True,
    witnesses: Sequence[Witness] = (),
    vault: SeedVault | None = None,
    after: Checkpoint = START,
) -> Audit:
    """
    Everything re-derived: chain, balances, payouts, the whole room from its own events, and every
    card of each shoe whose seed is revealed.

    It needs no room that starts, and no seeds: a copy of the database will do. *with_snapshots*
    also compares every snapshot that a start would take, byte for byte; facts are rebuilt and
    compared row by row. *witnesses* say what they
    saw: that shows a rewritten chain or a cut-off end. *vault* brings the seeds of
    the shoes on the tables, to be compared with their commitments.

    If you have audited the room up to a checkpoint, start *after* it: the room is folded from
    the last sealed snapshot up to there, which must lead to that checkpoint. Facts are then not
    rebuilt, because their state at that entry is not stored.
    """
    seen = [point for witness in witnesses for point in _seen_by(witness, journal)]
    try:
        books = _going_on(journal, after)
    except JournalError as error:
        return Audit(
            entries=0,
            events=0,
            transfers=0,
            head=journal.head(),
            fault=Fault(after.sequence, str(error)),
        )
    known = [*checkpoints, *(point.point for point in seen), *([after] if after != START else [])]
    verdict = verify(journal, known, after=books.start)
    with FactsBeside() as facts:
        if with_facts and books.start == START and has_facts(journal):
            books.facts = facts.projecting
        fault = _folded_fault(journal, books, verdict, with_snapshots=with_snapshots)
        if fault is None and books.facts is not None:
            fault = _facts_fault(journal, facts, verdict.entries)
    since = books.start.sequence
    fault = fault or _signed_fault(journal, books.state.public_key, seen, since)
    return Audit(
        entries=books.entries,
        events=books.events,
        transfers=books.transfers,
        head=verdict.head,
        fault=fault,
        start=books.start,
        seeds=tuple(one.short for one in books.shoes.seed_faults(vault)) if vault else (),
    )


def _going_on(journal: Journal, after: Checkpoint) -> _Books:
    """The room up to *after* or a little before it, from a snapshot; an empty one without any."""
    if after == START:
        return _Books()
    if journal.hash_of(after.sequence) != after.hash:
        raise JournalBroken(JournalCode.CHAIN_BROKEN, "its hash differs from your checkpoint")
    snapshot = latest_snapshot(journal, NAME, after.sequence)
    if snapshot is None:
        return _Books()
    state, point = state_from_snapshot(snapshot.payload), snapshot.point
    with reading(journal.engine) as connection:
        balances = derived_balances(connection, point.sequence + 1)
    return _Books(
        state=state,
        start=point,
        balances=Counter(balances),
        shoes=ShoeProofs.of(state),
        entries=point.sequence,
    )


def _folded_fault(
    journal: Journal, books: _Books, verdict: AuditVerdict, *, with_snapshots: bool
) -> Fault | None:
    """Fold every entry that is sound; what is wrong with the first that is not."""
    snapshots = StoredSnapshots(journal, NAME if with_snapshots else "")
    for entry in _in_pieces(journal, books.start.sequence + 1, verdict.entries):
        found = books.add(entry) or _snapshot_fault(snapshots, entry, books.state)
        if found:
            return found
    if verdict.fault is not None:
        return verdict.fault
    difference = meter_difference(books.state.jackpots, books.balances)
    return Fault(verdict.entries, difference) if difference else None


def _in_pieces(journal: Journal, first: int, last: int) -> Iterator[Entry]:
    """The entries from the database tables, in batches, so that others can write in between."""
    for start in range(first, last + 1, PIECE):
        yield from tuple(journal.stored(start, min(start + PIECE - 1, last)))


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


def _signed_fault(
    journal: Journal, key: str, seen: Sequence[SignedCheckpoint], since: int
) -> Fault | None:
    """Whether a checkpoint, seen elsewhere or kept here, is another key's or of another chain."""
    try:
        own = stored_checkpoints(journal, since=since)
    except SignatureWrong as error:
        return Fault(0, f"the room's own list of checkpoints: {error}")
    for point in (*seen, *own):
        if point.key != key:
            return Fault(point.sequence, "its checkpoint is signed with another room's key")
    hashes = {entry.sequence: entry.hash for entry in _entries_at(journal, own)}
    for point in own:
        if hashes.get(point.sequence) != point.hash:
            return Fault(point.sequence, "the room's own checkpoint of it has a different hash")
    return None


def _entries_at(journal: Journal, points: Sequence[SignedCheckpoint]) -> Iterator[Entry]:
    for point in points:
        yield from journal.stored(point.sequence, point.sequence)


def _snapshot_fault(snapshots: StoredSnapshots, entry: Entry, state: RoomState) -> Fault | None:
    """Whether the snapshot of an entry says anything but what the entries up to it make."""
    if entry.sequence not in snapshots.sequences:
        return None
    if not snapshots.is_sealed(entry.point):
        return Fault(entry.sequence, "this room did not make its snapshot")
    if snapshots.text(entry.sequence) != canonical(snapshot_data(state)):
        return Fault(entry.sequence, "its snapshot differs from the room that the events make")
    return None


def made_of(command_id: str, events: Sequence[RoomEvent]) -> tuple[Decoded, ...]:
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
            return f"{name} is {made} in the events but {found} in the ledger"
    return ""
