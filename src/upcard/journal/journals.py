"""The journal: commands in, receipts out, everything in between durable and in one order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from upcard.jackpot.accounts import Account, Transfer
from upcard.journal.archives import OPTION
from upcard.journal.canonical import canonical
from upcard.journal.chains import checked
from upcard.journal.engines import reading
from upcard.journal.entries import Answer, Checkpoint, Entry, Fact, Name, Payload
from upcard.journal.facts import Wanted, fact_named, facts_after, facts_of, save_facts
from upcard.journal.readers import entries_between, entry_of, head, point_at, stored_entries
from upcard.journal.refusals import (
    JournalCode,
    JournalError,
    JournalRefused,
    NotRecorded,
    OutcomeUnknown,
)
from upcard.journal.requests import Asked, Note
from upcard.journal.seals import Seals
from upcard.journal.tables import BALANCES, ENTRIES
from upcard.journal.transactions import A, Writing, answer_again, recorded, take_turn
from upcard.money import Cents

Decide = Callable[[A, Writing], Entry]
Answered = Answer | Exception


class Journal:
    """A durable journal on one database. Open it with `open_journal`, which checks it."""

    def __init__(
        self, engine: Engine, seals: Seals | None = None, archive: Path | None = None
    ) -> None:
        self.archive = archive
        """The folder of files with the entries of days that were archived."""
        self.engine = engine.execution_options(**{OPTION: archive}) if archive else engine
        self.seals = seals
        """What proves that this room wrote the head; None for a journal without a key."""

    def append(
        self,
        command_id: str,
        body: Payload,
        events: Sequence[Payload],
        transfers: Sequence[Transfer],
        answer: Payload,
        *,
        at: str,
        after: int | None = None,
    ) -> Answer:
        """
        Record a decided command in one transaction; with *after*, only if that is the last entry.

        The same id with the same body gives the stored answer; with another body it is refused.
        """

        def decide(note: Note, writing: Writing) -> Entry:
            if after is not None and writing.sequence != after:
                raise JournalRefused(
                    JournalCode.STALE,
                    f"decided after entry {after}; the last is {writing.sequence}: decide again",
                )
            texts = [canonical(event) for event in events]
            return writing.record(note, at=at, events=texts, transfers=transfers, answer=answer)

        return self.carry_out(Note(command_id, body), decide)

    def carry_out(self, order: A, decide: Decide[A]) -> Answer:
        """Let *decide* record *order* when its turn has come."""
        (answered,) = self.carry_out_all([order], decide)
        if isinstance(answered, Exception):
            raise answered
        return answered

    def carry_out_all(
        self, orders: Sequence[A], decide: Decide[A], known: int | None = None
    ) -> list[Answered]:
        """
        Carry *orders* out in one transaction: one wait for the disk instead of many.

        Each gets its answer, or the error that it alone was refused with. *known* is the last
        entry that the caller knows: what came since is read with the turn.
        """
        try:
            return self._committed(orders, decide, known)
        except IntegrityError as error:
            # A key of the database stopped what our own checks had let pass. Alone, the others go.
            if len(orders) == 1:
                return [_refused_by_a_key(error)]
            return [self._alone(order, decide) for order in orders]

    def _alone(self, order: A, decide: Decide[A]) -> Answered:
        try:
            return self.carry_out(order, decide)
        except Exception as error:
            return error

    def _committed(
        self, orders: Sequence[A], decide: Decide[A], known: int | None
    ) -> list[Answered]:
        try:
            connection = self.engine.connect()
        except DBAPIError as error:
            raise _not_recorded(error) from error
        with connection:
            try:
                transaction = connection.begin()
                answers = self._written(connection, orders, decide, known)
            except IntegrityError:
                raise
            except DBAPIError as error:
                raise _not_recorded(error) from error
            try:
                transaction.commit()
            except Exception as error:
                # A failed COMMIT is not a rollback: it may have reached the disk.
                connection.invalidate()
                return self._looked_up(orders, answers, error)
            return answers

    def _written(
        self, connection: Connection, orders: Sequence[A], decide: Decide[A], known: int | None
    ) -> list[Answered]:
        writing = Writing(connection, self.seals, orders, known)
        answers = [_answered(writing, order, decide) for order in orders]
        writing.write()
        return answers

    def _looked_up(
        self, orders: Sequence[Asked], answers: list[Answered], error: Exception
    ) -> list[Answered]:
        """What became of *orders* whose commit failed: asked of the database, not guessed."""
        try:
            with self.engine.begin() as connection:
                # A writer that is still committing holds the turn, so waiting for it settles it.
                take_turn(connection, self.seals)
                return [
                    answer if isinstance(answer, Exception) else _found(connection, order, error)
                    for order, answer in zip(orders, answers, strict=True)
                ]
        except DBAPIError as second:
            raise OutcomeUnknown(
                JournalCode.OUTCOME_UNKNOWN,
                f"commit failed ({error}) and the database does not answer ({second.orig}): "
                "look the command up before anything else",
            ) from second

    def find(self, command_id: str) -> Entry | None:
        """The entry of a command, if it is recorded."""
        with reading(self.engine) as connection:
            return entry_of(connection, command_id)

    def head(self) -> Checkpoint:
        """The last entry, which this room wrote."""
        with reading(self.engine) as connection:
            return head(connection, self.seals)

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """The entries from *first* to *last* in order, each proved by the chain."""
        with reading(self.engine) as connection:
            stop = head(connection, self.seals).sequence if last is None else last
            yield from entries_between(connection, first, stop)

    def stored(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """The entries as they lie in the tables, for those who prove them by themselves."""
        with reading(self.engine) as connection:
            stop = head(connection).sequence if last is None else last
            yield from stored_entries(connection, first, stop)

    def entries_after(self, point: Checkpoint) -> Iterator[Entry]:
        """What came after *point*, proved to follow from it and to lead to the sealed head."""
        with reading(self.engine) as connection:
            end = head(connection, self.seals)
            first = point.sequence + 1
            yield from checked(stored_entries(connection, first, end.sequence), point, end)

    def fact(self, name: Name) -> Fact | None:
        """A fact that follows from the entries, if there is one of that name."""
        with reading(self.engine) as connection:
            return fact_named(connection, self.seals, name)

    def facts(self, wanted: Wanted) -> list[Fact]:
        """The facts that somebody asks for."""
        with reading(self.engine) as connection:
            return facts_of(connection, self.seals, wanted)

    def facts_after(self, kinds: Collection[str], after: int) -> list[Fact]:
        """The facts of several kinds that later entries changed, by their entries."""
        with reading(self.engine) as connection:
            return facts_after(connection, self.seals, kinds, after)

    def keep(self, fact: Fact) -> None:
        """Keep a fact that follows from no entry."""
        with self.engine.begin() as connection:
            save_facts(connection, self.seals, [fact])

    def hash_of(self, sequence: int) -> str:
        """The hash of an entry."""
        with reading(self.engine) as connection:
            return point_at(connection, sequence).hash

    def time_of(self, sequence: int) -> str:
        """When an entry was recorded; empty for one that is not in the tables."""
        query = select(ENTRIES.c.at).where(ENTRIES.c.sequence == sequence)
        with reading(self.engine) as connection:
            return connection.scalar(query) or ""

    def balance(self, account: Account) -> Cents:
        """What *account* holds."""
        query = select(BALANCES.c.balance).where(BALANCES.c.account == str(account))
        with reading(self.engine) as connection:
            return Cents(connection.scalar(query) or 0)

    def balances(self) -> dict[str, Cents]:
        """What every account holds, by name."""
        query = select(BALANCES.c.account, BALANCES.c.balance).order_by(BALANCES.c.account)
        with reading(self.engine) as connection:
            return {row.account: Cents(row.balance) for row in connection.execute(query)}

    def close(self) -> None:
        """Give every connection back."""
        self.engine.dispose()


def _answered(writing: Writing, order: A, decide: Decide[A]) -> Answered:
    try:
        return writing.carry_out(order, decide)
    except DBAPIError:
        raise
    except Exception as refused:
        return refused


def _found(connection: Connection, order: Asked, error: Exception) -> Answered:
    found = recorded(connection, [order.id]).get(order.id)
    if found is not None:
        return answer_again(order, found)
    return NotRecorded(
        JournalCode.NOT_RECORDED,
        f"command {order.id} is not recorded: commit failed ({error}); send it again",
    )


def _not_recorded(error: DBAPIError) -> NotRecorded:
    return NotRecorded(
        JournalCode.NOT_RECORDED, f"nothing was recorded ({error.orig}): send it again"
    )


def _refused_by_a_key(error: IntegrityError) -> JournalError:
    """A transfer or a signed order that is in the tables, or what our checks should have seen."""
    text = str(error.orig)
    if "one_transfer_per_id" in text or "transfers.id" in text:
        return JournalRefused(
            JournalCode.TRANSFER_EXISTS, f"a transfer is posted: an id is used once ({text})"
        )
    if "marks" in text:  # The mark of an order stays in the tables when its entry is archived.
        return JournalRefused(
            JournalCode.ARCHIVED,
            "an order with that id was carried out on a day that is now archived: it is not "
            f"carried out again; its result is in the archive ({text})",
        )
    return _not_recorded(error)
