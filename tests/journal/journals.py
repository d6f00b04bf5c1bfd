"""Journals for tests: fresh ones on both databases, and things to write into them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from tests.postgres import postgres_or_skip
from upcard.jackpot import Account, Transfer, TransferReason
from upcard.journal import Answer, Journal, Seals, open_journal
from upcard.money import Cents

AT = "2026-11-15T09:00:00Z"
SEALS = Seals(b"a key that no database knows")
SOURCE, METER, PAID = (
    Account.parse(f"bahama/meter/{fund}") for fund in ("contributions", "meter", "paid")
)


def fresh_url(database: str, folder: Path) -> str:
    """The address of an empty database of that kind."""
    if database == "sqlite":
        return f"sqlite:///{folder / 'journal.db'}"
    return postgres_or_skip().new_database()


def contribution(id_: str, amount: int = 25) -> Transfer:
    """Money into the meter."""
    return Transfer(
        id=id_,
        reason=TransferReason.CONTRIBUTION,
        source=SOURCE,
        target=METER,
        amount=Cents(amount),
    )


def payout(id_: str, award: str, amount: int = 10) -> Transfer:
    """Money out of the meter, for an award."""
    return Transfer(
        id=id_,
        reason=TransferReason.AWARD,
        source=METER,
        target=PAID,
        amount=Cents(amount),
        award=award,
    )


def put(journal: Journal, command_id: str, amount: int = 25, **changes: Any) -> Answer:
    """Append one contribution."""
    body = changes.get("body", {"wager": amount})
    event = {"event": "Contributed", "amount": amount}
    transfers = changes.get("transfers", [contribution(f"{command_id}/1", amount)])
    answer = {"shown": amount}
    return journal.append(
        command_id, body, [event], transfers, answer, at=AT, after=changes.get("after")
    )


def filled(url: str, entries: int) -> Journal:
    """A journal with some contributions and payouts in it."""
    journal = open_journal(url, SEALS)
    for number in range(1, entries + 1):
        id_ = f"c{number}"
        transfers = [contribution(f"{id_}/1", 20 + number)]
        if number % 5 == 0:
            transfers.append(payout(f"{id_}/2", f"award {number}"))
        put(journal, id_, number, transfers=transfers)
    return journal


def unguarded(engine: Engine, *statements: str) -> None:
    """What somebody with the keys of the database could do: triggers and keys switched off."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            raw: Any = connection.connection.driver_connection
            raw.execute("PRAGMA foreign_keys=OFF")
            names = raw.execute(
                "SELECT name, sql FROM sqlite_master WHERE type='trigger'"
            ).fetchall()
            for name, _ in names:
                raw.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                raw.execute(statement)
            for _, sql in names:
                raw.execute(sql)
            raw.execute("PRAGMA foreign_keys=ON")
            return
        connection.exec_driver_sql("SET session_replication_role = replica")
        for statement in statements:
            connection.exec_driver_sql(statement.replace("%", "%%"))
        connection.commit()
        connection.exec_driver_sql("SET session_replication_role = DEFAULT")
        connection.commit()
