"""Verify the whole journal: the chain, every balance and every payout; name the first fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select, union_all

from upcard.jackpot.accounts import Account, TransferReason
from upcard.journal.archives import archived, archives_in
from upcard.journal.chains import Fault, chain_fault
from upcard.journal.engines import reading
from upcard.journal.entries import START, Checkpoint, Entry
from upcard.journal.journals import Journal
from upcard.journal.readers import head, stored_entries
from upcard.journal.refusals import JournalBroken, JournalCode, StartRefused
from upcard.journal.seals import Seals
from upcard.journal.tables import BALANCES, ENTRIES, EVENTS, PAYOUTS, TRANSFERS

CHECKED_AT_START: Final = 200
"""How many of the last entries are re-hashed when a journal is opened."""
ADDED_UP_AT_START: Final = 100_000
"""Up to this many entries, every balance is added up again when a journal opens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditVerdict:
    """What the audit found."""

    entries: int
    """How many entries are sound, from the first."""
    head: Checkpoint
    fault: Fault | None

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.fault is None


def verify(
    journal: Journal, checkpoints: Sequence[Checkpoint] = (), *, after: Checkpoint = START
) -> AuditVerdict:
    """
    Re-derive every balance and the chain, and name the first bad entry.

    A cut-off end, or a chain that was rewritten from some entry on, is consistent in
    itself; *checkpoints* kept elsewhere show it. If you have verified everything up to a
    checkpoint goes on *after* it.
    """
    with reading(journal.engine) as connection:
        said = head(connection)
        last = after
        first = after.sequence + 1
        balances = Counter(derived_balances(connection, first) if after != START else {})
        payouts = _payouts_before(connection, first)
        known = {point.sequence: point.hash for point in checkpoints}
        for entry in stored_entries(connection, first, _highest(connection)):
            fault = chain_fault(last, entry, known)
            if fault is not None:
                return AuditVerdict(entries=last.sequence, head=said, fault=fault)
            _add(entry, balances, payouts)
            last = entry.point
        fault = (
            _end_fault(connection, last, said, checkpoints)
            or _seal_fault(connection, journal.seals)
            or _table_fault(connection, last.sequence, balances, payouts)
        )
        return AuditVerdict(entries=last.sequence, head=said, fault=fault)


def _payouts_before(connection: Connection, first: int) -> dict[str, int]:
    query = select(PAYOUTS.c.award_id, PAYOUTS.c.sequence).where(PAYOUTS.c.sequence < first)
    return {row.award_id: row.sequence for row in connection.execute(query)}


def check_start(connection: Connection, seals: Seals | None) -> None:
    """
    Refuse a journal whose last entries, head or balances are not what the room wrote.

    Balances are added up from all transfers only in a young journal: an old one would take long,
    its room compares them with its own state, and the audit adds up everything.
    """
    said = head(connection)
    first = max(archived(connection).sequence, said.sequence - CHECKED_AT_START) + 1
    last = START
    for entry in stored_entries(connection, first, max(said.sequence, _highest(connection))):
        if last is START:
            last = Checkpoint(first - 1, entry.previous if first > 1 else START.hash)
        if fault := chain_fault(last, entry):
            raise StartRefused(JournalCode.CHAIN_BROKEN, str(fault))
        last = entry.point
    try:
        head(connection, seals)
        archives = archives_in(connection, seals)
    except JournalBroken as broken:
        raise StartRefused(broken.code, str(broken)) from None
    if archives and not _goes_on(connection, archives[-1].point):
        raise StartRefused(
            JournalCode.CHAIN_BROKEN,
            f"entry {archives[-1].last + 1} does not follow from the archive of {archives[-1].day}",
        )
    if last != said:
        raise StartRefused(
            JournalCode.CHAIN_BROKEN, f"head is {said}: the last entry is {last.sequence}"
        )
    if said.sequence > ADDED_UP_AT_START:
        return
    if fault := balance_fault(connection, said.sequence, derived_balances(connection)):
        raise StartRefused(JournalCode.BALANCES_BROKEN, str(fault))


def _goes_on(connection: Connection, point: Checkpoint) -> bool:
    """Whether the entries in the tables follow from the last one of an archive."""
    query = select(ENTRIES.c.previous).where(ENTRIES.c.sequence == point.sequence + 1)
    first = connection.scalar(select(func.min(ENTRIES.c.sequence)))
    return first == point.sequence + 1 and connection.scalar(query) == point.hash


def derived_balances(connection: Connection, before: int | None = None) -> dict[str, int]:
    """Every account's balance as the transfers alone make it, up to but not entry *before*."""
    parts = [
        select(TRANSFERS.c.target.label("account"), TRANSFERS.c.amount.label("amount")),
        select(TRANSFERS.c.source.label("account"), (-TRANSFERS.c.amount).label("amount")),
    ]
    if before is not None:
        parts = [part.where(TRANSFERS.c.sequence < before) for part in parts]
    both = union_all(*parts).subquery()
    query = select(both.c.account, func.sum(both.c.amount).label("balance")).group_by(
        both.c.account
    )
    return {row.account: int(row.balance) for row in connection.execute(query)}


def balance_fault(connection: Connection, sequence: int, derived: dict[str, int]) -> Fault | None:
    """The first account whose stored balance is not what the transfers make it."""
    rows = {row.account: row for row in connection.execute(select(BALANCES))}
    for account in sorted(rows.keys() | derived.keys()):
        found = rows[account].balance if account in rows else "missing"
        due = derived.get(account, "nothing")
        if found != due:
            return Fault(
                sequence, f"balance of {account} is {found}, but the transfers add up to {due}"
            )
        if rows[account].is_source != Account.parse(account).is_source:
            return Fault(
                sequence, f"account {account} is wrongly marked as a source, or wrongly not"
            )
    return None


def _add(entry: Entry, balances: Counter[str], payouts: dict[str, int]) -> None:
    for row in entry.rows:
        balances[row["source"]] -= row["amount"]
        balances[row["target"]] += row["amount"]
        if row["reason"] == TransferReason.AWARD:
            payouts[row["award"]] = entry.sequence


def _highest(connection: Connection) -> int:
    return connection.scalar(select(func.max(ENTRIES.c.sequence))) or 0


def _end_fault(
    connection: Connection, last: Checkpoint, said: Checkpoint, checkpoints: Iterable[Checkpoint]
) -> Fault | None:
    for point in sorted(checkpoints, key=lambda point: point.sequence):
        if point.sequence > last.sequence:
            return Fault(
                last.sequence + 1, f"it is missing: the checkpoint is at entry {point.sequence}"
            )
    if last != said:
        return Fault(last.sequence + 1, f"the head is at entry {said.sequence}, which differs")
    for table in (EVENTS, TRANSFERS, PAYOUTS):
        stray = connection.scalar(select(func.max(table.c.sequence))) or 0
        if stray > last.sequence:
            return Fault(stray, f"{table.name} has a row for a missing entry")
    return None


def _seal_fault(connection: Connection, seals: Seals | None) -> Fault | None:
    try:
        head(connection, seals)
    except JournalBroken as broken:
        return Fault(head(connection).sequence, str(broken))
    return None


def _table_fault(
    connection: Connection, sequence: int, balances: Counter[str], payouts: dict[str, int]
) -> Fault | None:
    rows = connection.execute(select(PAYOUTS.c.award_id, PAYOUTS.c.sequence)).all()
    stored = {row[0]: row[1] for row in rows}
    for award in sorted(stored.keys() | payouts.keys()):
        if stored.get(award) != payouts.get(award):
            number = payouts.get(award) or stored.get(award) or sequence
            return Fault(number, f"payout of award {award} does not match the transfers")
    return balance_fault(connection, sequence, dict(balances))
