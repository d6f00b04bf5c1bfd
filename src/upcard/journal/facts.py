"""Facts: data derived from the entries, stored so that it can be read quickly."""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, Select, delete, select

from upcard.journal.entries import Fact, Name
from upcard.journal.refusals import JournalBroken, JournalCode
from upcard.journal.rows import store
from upcard.journal.seals import Seals
from upcard.journal.tables import FACTS

FIGURES: Final = "figures"
"""Facts derived from the program, not from entries: no audit rebuilds them."""
TOTAL: Final = "total"
TOTALLED: Final = "totalled"
"""Totals of other facts, and up to which entry: the audit adds them up again."""
TOGETHER: Final = 500
"""How many rows one statement writes."""
_KEY: Final = (FACTS.c.kind, FACTS.c.subject, FACTS.c.number)
_ALL: Final = select(FACTS)


def fact_named(connection: Connection, seals: Seals | None, name: Name) -> Fact | None:
    """One fact, if there is one of that name."""
    where = (column == part for column, part in zip(_KEY, name, strict=True))
    row = connection.execute(_ALL.where(*where)).one_or_none()
    return _proved(row, seals) if row is not None else None


class Wanted(NamedTuple):
    """Which facts somebody asks for: those of a kind, and of them those that fit the rest."""

    kind: str
    subject: str | None = None
    days: tuple[str, str] | None = None
    """Gaming days, the first and the last included."""
    numbers: tuple[int, int] | None = None
    after: int | None = None
    """Only what was changed by a later entry."""
    before: int | None = None
    """Only what was changed by an earlier entry."""
    most: int | None = None
    newest_first: bool = False

    @property
    def order(self) -> tuple[str, ...]:
        """Facts about one subject come by their numbers, others by their entries."""
        return ("number",) if self.subject is not None else ("sequence", "number", "subject")


def facts_of(connection: Connection, seals: Seals | None, wanted: Wanted) -> list[Fact]:
    """The facts that somebody asks for."""
    rows = connection.execute(_asking(wanted))
    return [_proved(row, seals) for row in rows]


def each_fact(connection: Connection, seals: Seals | None, wanted: Wanted) -> Iterator[Fact]:
    """The same, a few at a time."""
    rows = connection.execute(_asking(wanted), execution_options={"yield_per": TOGETHER})
    return (_proved(row, seals) for row in rows)


def _asking(wanted: Wanted) -> Select[Any]:
    query = _ALL.where(FACTS.c.kind == wanted.kind)
    if wanted.subject is not None:
        query = query.where(FACTS.c.subject == wanted.subject)
    if wanted.days is not None:
        query = query.where(FACTS.c.day.between(*wanted.days))
    if wanted.numbers is not None:
        query = query.where(FACTS.c.number.between(*wanted.numbers))
    if wanted.after is not None:
        query = query.where(FACTS.c.sequence > wanted.after)
    if wanted.before is not None:
        query = query.where(FACTS.c.sequence < wanted.before)
    columns = [FACTS.c[name] for name in wanted.order]
    query = query.order_by(*(one.desc() if wanted.newest_first else one for one in columns))
    return query.limit(wanted.most)


def facts_after(
    connection: Connection, seals: Seals | None, kinds: Collection[str], after: int
) -> list[Fact]:
    """The facts of several kinds that later entries changed, by their entries."""
    query = _ALL.where(FACTS.c.kind.in_(kinds), FACTS.c.sequence > after)
    return [_proved(row, seals) for row in connection.execute(query.order_by(FACTS.c.sequence))]


def all_facts(connection: Connection, seals: Seals | None) -> Iterator[Fact]:
    """Every fact that follows from entries alone, by its name, a few at a time."""
    query = _ALL.where(FACTS.c.kind.not_in((FIGURES, TOTAL, TOTALLED))).order_by(*_KEY)
    rows = connection.execute(query, execution_options={"yield_per": TOGETHER})
    for row in rows:
        yield _proved(row, seals)


def drop_facts(connection: Connection) -> None:
    """Delete every fact before they are rebuilt."""
    connection.execute(delete(FACTS))


def save_facts(connection: Connection, seals: Seals | None, facts: Iterable[Fact]) -> None:
    """Keep facts, each in the place of what it was before."""
    rows = [_row(fact, seals) for fact in facts]
    for start in range(0, len(rows), TOGETHER):
        some = rows[start : start + TOGETHER]
        store(connection, FACTS, some, replaces=("day", "sequence", "payload", "seal"))


def _row(fact: Fact, seals: Seals | None) -> dict[str, object]:
    return {
        **fact.name._asdict(),
        "day": fact.day,
        "sequence": fact.sequence,
        "payload": fact.payload,
        "seal": _seal(fact, seals),
    }


def _seal(fact: Fact, seals: Seals | None) -> str:
    if seals is None:
        return ""
    return seals.of_fact((*fact.name, fact.day, fact.sequence, fact.payload))


def _proved(row: Row[Any], seals: Seals | None) -> Fact:
    fact = Fact(Name(row.kind, row.subject, row.number), row.day, row.sequence, row.payload)
    if seals is not None and not hmac.compare_digest(_seal(fact, seals), row.seal):
        raise JournalBroken(
            JournalCode.FACT_NOT_SEALED,
            f"this room did not write {row.kind} {row.subject} {row.number}: somebody else "
            "wrote to the database; run `upcard audit verify`, then `upcard audit rebuild-facts`",
        )
    return fact
