"""What is asked of the journal: a command, and how to decide it when its turn has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, bindparam, select

from upcard.jackpot.accounts import Account
from upcard.journal.chains import checked
from upcard.journal.entries import Checkpoint, Entry, Fact, Name, Outcome, Payload
from upcard.journal.facts import fact_named
from upcard.journal.reading import stored_entries
from upcard.journal.refusals import JournalCode, JournalRefused
from upcard.journal.seals import Seals
from upcard.journal.tables import BALANCES
from upcard.money import Cents

COMMAND_ID_MAX: Final = 200


# Ascending, so that two who need the same rows never wait for each other.
_BALANCES_OF: Final = (
    select(BALANCES.c.account, BALANCES.c.balance)
    .where(BALANCES.c.account.in_(bindparam("names", expanding=True)))
    .order_by(BALANCES.c.account)
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class Turn:
    """The moment in which one command is decided: nobody else writes until it is over."""

    connection: Connection
    written: Checkpoint
    """The last entry in the tables, which this room wrote."""
    unwritten: Sequence[Entry]
    """Entries of the same transaction that are decided and not in the tables yet."""
    held: dict[Account, Cents]
    """Balances that this transaction has locked, as they will be."""
    facts: dict[Name, Fact]
    """Facts that this transaction has changed."""
    seals: Seals | None

    @property
    def sequence(self) -> int:
        """The last entry decided; the command becomes the next one."""
        return self.written.sequence + len(self.unwritten)

    def balances(self, accounts: Iterable[Account]) -> dict[Account, Cents]:
        """What *accounts* hold; their rows stay locked until the turn is over."""
        wanted = set(accounts)
        if names := sorted(str(account) for account in wanted - self.held.keys()):
            rows = self.connection.execute(_BALANCES_OF, {"names": names})
            found = {row.account: row.balance for row in rows}
            self.held.update({Account.parse(name): Cents(found.get(name, 0)) for name in names})
        return {account: self.held[account] for account in wanted}

    def fact(self, name: Name) -> Fact | None:
        """A fact as it is now, this transaction's changes included."""
        return self.facts.get(name) or fact_named(self.connection, self.seals, name)

    def entries_after(self, point: Checkpoint) -> Iterator[Entry]:
        """What was decided since *point*, by anybody: to catch up before deciding."""
        first, last = point.sequence + 1, self.written.sequence
        if first <= last:
            stored = stored_entries(self.connection, first, last)
            yield from checked(stored, point, self.written)
        yield from (entry for entry in self.unwritten if entry.sequence >= first)


Decide = Callable[[Turn], Outcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """
    A command with its id, and how to decide it.

    *decide* runs inside the transaction. It may run again for the same command when the database
    fails, so it must not keep what it finds before the receipt is there.
    """

    command_id: str
    body: Payload
    at: str = field(compare=False)
    """When, for people to read. The order comes from sequence numbers alone."""
    decide: Decide = field(compare=False)
    mark: str = ""
    """A keyed fingerprint of what is secret in it: sent again with another one, it is refused."""


def decided(outcome: Outcome, after: int | None) -> Decide:
    """A decision that was made before; with *after*, only if nobody has written since."""

    def decide(turn: Turn) -> Outcome:
        if after is not None and turn.sequence != after:
            raise JournalRefused(
                JournalCode.STALE,
                f"decided after entry {after}: the last is {turn.sequence}, so decide anew",
            )
        return outcome

    return decide


def check_command_id(command_id: str) -> None:
    """Refuse an id that could not be told apart or printed."""
    if not 1 <= len(command_id) <= COMMAND_ID_MAX or not command_id.isprintable():
        raise JournalRefused(
            JournalCode.COMMAND_ID_NOT_ALLOWED,
            f"command id is {command_id[:40]!r}: it has 1 to {COMMAND_ID_MAX} printable characters",
        )
