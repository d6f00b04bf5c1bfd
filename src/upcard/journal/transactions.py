"""What one transaction writes: decided in memory one by one, then written all at once."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import Connection, Table, bindparam, select, update

from upcard.jackpot.accounts import Account, Transfer, TransferReason, moved, refusal
from upcard.journal.canonical import canonical
from upcard.journal.chains import checked
from upcard.journal.entries import (
    Answer,
    Checkpoint,
    Entry,
    Fact,
    Name,
    Payload,
    chained,
    content_hash,
    transfer_row,
)
from upcard.journal.facts import fact_named, save_facts
from upcard.journal.readers import CHUNK, entry_of, stored_entries, stored_queries
from upcard.journal.refusals import AlreadyPaid, JournalCode, JournalRefused
from upcard.journal.requests import Asked, check_command_id
from upcard.journal.rows import (
    Query,
    Stored,
    asked_together,
    is_postgresql,
    sent_together,
    store,
)
from upcard.journal.seals import Seals
from upcard.journal.tables import BALANCES, ENTRIES, EVENTS, HEAD, MARKS, PAYOUTS, TRANSFERS
from upcard.money import Cents

_THE_HEAD: Final = select(HEAD.c.sequence, HEAD.c.hash, HEAD.c.seal).with_for_update()
_RECORDED: Final = (
    "SELECT entries.command_id, marks.mark FROM entries"
    " LEFT JOIN marks ON entries.command_id = marks.command_id WHERE entries.command_id "
)
_PAID: Final = (
    select(PAYOUTS.c.award_id, PAYOUTS.c.sequence, ENTRIES.c.command_id, ENTRIES.c.at)
    .join_from(PAYOUTS, ENTRIES, PAYOUTS.c.sequence == ENTRIES.c.sequence, isouter=True)
    .where(PAYOUTS.c.award_id.in_(bindparam("ids", expanding=True)))
)
# Ascending, so that two who need the same rows never wait for each other.
_BALANCES_OF: Final = (
    select(BALANCES.c.account, BALANCES.c.balance)
    .where(BALANCES.c.account.in_(bindparam("names", expanding=True)))
    .order_by(BALANCES.c.account)
    .with_for_update()
)
_NEW_HEAD: Final = update(HEAD).values(
    sequence=bindparam("sequence"), hash=bindparam("hash"), seal=bindparam("seal")
)
_ENTRY_COLUMNS: Final = ("sequence", "command_id", "at", "body", "answer", "previous", "hash")
A = TypeVar("A", bound=Asked)


def take_turn(connection: Connection, seals: Seals | None) -> Checkpoint:
    """Wait until it is our turn to write, and say what was written last, if we wrote it."""
    return _own_head(tuple(connection.execute(_THE_HEAD).one()), seals)


def _own_head(row: Stored, seals: Seals | None) -> Checkpoint:
    point = Checkpoint(row[0], row[1])
    if seals is not None:
        seals.check_head(point, row[2])
    return point


def awards_paid(transfers: Iterable[Transfer]) -> list[str]:
    """The awards that *transfers* pay, one for each transfer that pays one."""
    return [one.award for one in transfers if one.reason is TransferReason.AWARD]


class WritersTurn(NamedTuple):
    """The turn to write, and what was found when it came."""

    last: Checkpoint
    """The last entry in the tables, which this room wrote."""
    marks: dict[str, str]
    """Those of the orders' ids that are recorded, with the marks of what was secret in them."""
    entries: list[list[Stored]] | None
    """The first rows of what was recorded since the entry that the caller knows, if it was read."""


def turn_for(
    connection: Connection, seals: Seals | None, ids: list[str], known: int | None
) -> WritersTurn:
    """
    Wait until it is our turn, and read what an order needs before it is decided.

    PostgreSQL is asked everything at once: whoever waits for the turn waits for each answer, too.
    """
    if not is_postgresql(connection):
        last = take_turn(connection, seals)
        marks = asked_together(connection, [_recorded_query(connection, ids)])[0]
        return WritersTurn(last, {id_: mark or "" for id_, mark in marks}, None)
    (row,), marks, *entries = asked_together(
        connection,
        [
            Query("SELECT sequence, hash, seal FROM head FOR UPDATE"),
            _recorded_query(connection, ids),
            *(stored_queries(known + 1, known + CHUNK) if known is not None else ()),
        ],
    )
    return WritersTurn(_own_head(row, seals), {id_: mark or "" for id_, mark in marks}, entries)


def _recorded_query(connection: Connection, ids: list[str]) -> Query:
    if is_postgresql(connection):
        return Query(f"{_RECORDED} = ANY(?)", (ids,))
    return Query(f"{_RECORDED} IN (SELECT value FROM json_each(?))", (json.dumps(ids),))


class Writing:
    """
    One transaction that holds the turn: nobody else writes until it is over.

    Orders are decided one after the other, each in the light of those before it, and recorded;
    everything is written at the end. All is checked before anything is written, so an order that
    is refused leaves no trace and the others go on.
    """

    def __init__(
        self,
        connection: Connection,
        seals: Seals | None,
        orders: Sequence[Asked],
        known: int | None = None,
    ) -> None:
        self._connection, self._seals, self._known = connection, seals, known
        self._turn = turn_for(connection, seals, [order.id for order in orders], known)
        self.written = self._last = self._turn.last
        """The last entry in the tables, which this room wrote."""
        self._entries: list[Entry] = []
        self._marks: dict[str, str] = {}
        self._held: dict[Account, Cents] = {}
        self._changed: set[Account] = set()
        self._paid: dict[str, Entry] = {}
        self.facts: dict[Name, Fact] = {}
        """Facts that this transaction has changed."""
        self._recorded = _marked(connection, self._turn.marks)

    @property
    def sequence(self) -> int:
        """The last entry recorded; what is decided now becomes the next one."""
        return self._last.sequence

    def carry_out(self, order: A, decide: Callable[[A, Writing], Entry]) -> Answer:
        """
        Let *decide* record *order*, or give the answer that it was given before.

        *decide* may run again for the same order when the database fails, so it must not keep
        what it finds before the answer is there.
        """
        check_command_id(order.id)
        if known := self._recorded.get(order.id):
            return answer_again(order, known)
        return _answer(decide(order, self))

    def record(
        self,
        order: Asked,
        *,
        at: str,
        events: Sequence[str],
        answer: Payload,
        transfers: Sequence[Transfer] = (),
        facts: Sequence[Fact] = (),
    ) -> Entry:
        """
        Make *order* the next entry, with what it comes to.

        *at* is for people to read: sequence numbers alone say what came first. *events* are
        canonical JSON texts. *facts* follow from them and are kept beside them.
        """
        entry = _chained(
            sequence=self.sequence + 1,
            command_id=order.id,
            at=at,
            body=canonical(order.body),
            answer=canonical(answer),
            events=tuple(events),
            rows=tuple(map(transfer_row, transfers)),
            previous=self._last.hash,
        )
        paid = awards_paid(transfers)
        self._check_unpaid(paid)
        self._post(transfers)
        self._entries.append(entry)
        self._last = entry.point
        self._recorded[entry.command_id] = Marked(entry, order.mark)
        if order.mark:
            self._marks[entry.command_id] = order.mark
        self._paid.update(dict.fromkeys(paid, entry))
        self.facts.update({fact.name: fact for fact in facts})
        return entry

    def balances(self, accounts: Iterable[Account]) -> dict[Account, Cents]:
        """What *accounts* hold; their rows stay locked until the turn is over."""
        wanted = set(accounts)
        if names := sorted(str(account) for account in wanted - self._held.keys()):
            rows = self._connection.execute(_BALANCES_OF, {"names": names})
            found = {row.account: row.balance for row in rows}
            self._held.update({Account.parse(name): Cents(found.get(name, 0)) for name in names})
        return {account: self._held[account] for account in wanted}

    def fact(self, name: Name) -> Fact | None:
        """A fact as it is now, this transaction's changes included."""
        return self.facts.get(name) or fact_named(self._connection, self._seals, name)

    def entries_after(self, point: Checkpoint) -> Iterator[Entry]:
        """What was recorded since *point*, by anybody: to catch up before deciding."""
        first, last = point.sequence + 1, self.written.sequence
        if first <= last:
            read = self._turn.entries if point.sequence == self._known else None
            stored = stored_entries(self._connection, first, last, read)
            yield from checked(stored, point, self.written)
        yield from (entry for entry in self._entries if entry.sequence >= first)

    def write(self) -> None:
        """Write everything that was carried out; the caller commits."""
        if not self._entries:
            return
        seal = self._seals.of_head(self._last) if self._seals else ""
        new_head = {"sequence": self._last.sequence, "hash": self._last.hash, "seal": seal}
        with sent_together(self._connection):
            for table, rows in self._rows():
                store(self._connection, table, rows)
            self._save_balances()
            save_facts(self._connection, self._seals, self.facts.values())
            self._connection.execute(_NEW_HEAD, new_head)

    def _check_unpaid(self, awards: list[str]) -> None:
        if not awards:
            return
        row: Any = self._connection.execute(_PAID, {"ids": awards}).first()
        if row is not None:
            command, at = row.command_id or "that is archived", row.at or "its time"
            raise AlreadyPaid(row.award_id, row.sequence, command, at)
        for award in awards:
            if entry := self._paid.get(award):
                raise AlreadyPaid(award, entry.sequence, entry.command_id, entry.at)

    def _post(self, transfers: Sequence[Transfer]) -> None:
        """Move the money; a transfer that would overdraw an account is refused with the rest."""
        accounts = {account for one in transfers for account in (one.source, one.target)}
        balances = self.balances(accounts)
        _check_ids(transfers)
        for transfer in transfers:
            if why := refusal(balances, transfer):
                is_amount = transfer.amount > 0
                code = JournalCode.OVERDRAWN if is_amount else JournalCode.AMOUNT_NOT_ALLOWED
                raise JournalRefused(code, why)
            moved(balances, [transfer])
        self._held.update(balances)
        self._changed |= accounts

    def _rows(self) -> list[tuple[Table, list[dict[str, object]]]]:
        entries = [{name: getattr(one, name) for name in _ENTRY_COLUMNS} for one in self._entries]
        events = [
            {"sequence": one.sequence, "position": position, "payload": payload}
            for one in self._entries
            for position, payload in enumerate(one.events, start=1)
        ]
        transfers = [
            {"sequence": one.sequence, "position": position, **row}
            for one in self._entries
            for position, row in enumerate(one.rows, start=1)
        ]
        paid = [
            {"award_id": award, "sequence": entry.sequence} for award, entry in self._paid.items()
        ]
        marks = [{"command_id": id_, "mark": mark} for id_, mark in self._marks.items()]
        return [
            (ENTRIES, entries),
            (EVENTS, events),
            (TRANSFERS, transfers),
            (PAYOUTS, paid),
            (MARKS, marks),
        ]

    def _save_balances(self) -> None:
        rows = [
            {"account": str(one), "balance": self._held[one], "is_source": int(one.is_source)}
            for one in sorted(self._changed, key=str)
        ]
        store(self._connection, BALANCES, rows, replaces=("balance",))


@dataclass(frozen=True, slots=True)
class Marked:
    """A recorded command: its entry, and the mark of what was secret in it."""

    entry: Entry
    mark: str


def recorded(connection: Connection, command_ids: list[str]) -> dict[str, Marked]:
    """Those of the commands that are in the journal, by id, each proved by the chain."""
    (rows,) = asked_together(connection, [_recorded_query(connection, command_ids)])
    return _marked(connection, {id_: mark or "" for id_, mark in rows})


def _marked(connection: Connection, marks: Mapping[str, str]) -> dict[str, Marked]:
    found = ((id_, entry_of(connection, id_), mark) for id_, mark in marks.items())
    return {id_: Marked(entry, mark) for id_, entry, mark in found if entry}


def answer_again(order: Asked, found: Marked) -> Answer:
    """The answer to a recorded command; the same id with anything else in it is refused."""
    is_same = found.entry.body == canonical(order.body)
    if not is_same or not hmac.compare_digest(found.mark, order.mark):
        raise JournalRefused(
            JournalCode.COMMAND_DIFFERS,
            f"command {order.id} is recorded with other content: a new command needs a new id",
        )
    return _answer(found.entry, is_repeated=True)


def _answer(entry: Entry, *, is_repeated: bool = False) -> Answer:
    return Answer(
        sequence=entry.sequence,
        hash=entry.hash,
        said=json.loads(entry.answer),
        is_repeated=is_repeated,
    )


def _chained(**parts: Any) -> Entry:
    """An entry with its hash."""
    entry = Entry(**parts, hash="")
    content = content_hash(entry.content)
    return entry._replace(hash=chained(entry.sequence, entry.previous, content))


def _check_ids(transfers: Sequence[Transfer]) -> None:
    """Refuse an id twice in one entry; the database's own key refuses one of an earlier entry."""
    ids = [one.id for one in transfers]
    if len(set(ids)) < len(ids):
        twice = next(id_ for id_ in ids if ids.count(id_) > 1)
        raise JournalRefused(
            JournalCode.TRANSFER_EXISTS, f"transfer {twice} appears twice: use each id once"
        )
