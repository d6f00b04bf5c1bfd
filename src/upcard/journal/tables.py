"""The tables of the journal, as the newest migration leaves them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()
BIG: Final = BigInteger().with_variant(Integer(), "sqlite")

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("sequence", BIG, primary_key=True, autoincrement=False),
    Column("command_id", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("command_id", name="one_entry_per_command"),
    UniqueConstraint("hash", name="one_entry_per_hash"),
)

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("sequence", BIG, ForeignKey("entries.sequence"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("payload", Text, nullable=False),
)

TRANSFERS: Final = Table(
    "transfers",
    METADATA,
    Column("sequence", BIG, primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("amount", BIG, nullable=False),
    Column("award", Text, nullable=False),
    UniqueConstraint("id", name="one_transfer_per_id"),
    CheckConstraint("amount > 0", name="amount_is_more_than_nothing"),
    Index("transfers_by_source", "source"),
    Index("transfers_by_target", "target"),
)

PAYOUTS: Final = Table(
    "payouts",
    METADATA,
    Column("award_id", Text, primary_key=True),
    Column("sequence", BIG, nullable=False),
)
"""Paid awards. Its key is the last guard against paying twice."""

BALANCES: Final = Table(
    "balances",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("balance", BIG, nullable=False),
    Column("is_source", Integer, nullable=False),
    CheckConstraint("balance >= 0 OR is_source = 1", name="only_sources_are_overdrawn"),
)
"""One row per account; a writer that changes several locks them in ascending order."""

HEAD: Final = Table(
    "head",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("sequence", BIG, nullable=False),
    Column("hash", Text, nullable=False),
    Column("seal", Text, nullable=False, server_default=""),
    CheckConstraint("id = 1", name="there_is_one_head"),
)
"""The last entry. Who holds this row writes next, so there is one order and no gap."""

SNAPSHOTS: Final = Table(
    "snapshots",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("sequence", BIG, primary_key=True),
    Column("payload", Text, nullable=False),
    Column("seal", Text, nullable=False),
)

MARKS: Final = Table(
    "marks",
    METADATA,
    Column("command_id", Text, primary_key=True),
    Column("mark", Text, nullable=False),
)
"""What is secret in an order, as a keyed fingerprint: no entry and no export holds it."""

CREDENTIALS: Final = Table(
    "credentials",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("kept", Text, nullable=False),
)
"""PINs as they are kept, by the fingerprint that the entries name them with."""

CHECKPOINTS: Final = Table(
    "checkpoints",
    METADATA,
    Column("number", BIG, primary_key=True, autoincrement=False),
    Column("sequence", BIG, nullable=False),
    Column("reason", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("payload", Text, nullable=False),
)
"""Signed places of the chain; the copies that count lie with a witness."""

FACTS: Final = Table(
    "facts",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("number", BIG, primary_key=True, autoincrement=False),
    Column("day", Text, nullable=False),
    Column("sequence", BIG, nullable=False),
    Column("payload", Text, nullable=False),
    Column("seal", Text, nullable=False),
    Index("facts_by_day", "kind", "day"),
    Index("facts_by_entry", "kind", "sequence"),
)
"""Facts derived from the entries and read often. They can always be rebuilt."""

ARCHIVES: Final = Table(
    "archives",
    METADATA,
    Column("number", BIG, primary_key=True, autoincrement=False),
    Column("first", BIG, nullable=False),
    Column("last", BIG, nullable=False),
    Column("hash", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("file", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("seal", Text, nullable=False),
)
"""Files that have the entries and events of closed days."""

NEVER_CHANGED: Final = (
    ENTRIES,
    EVENTS,
    TRANSFERS,
    PAYOUTS,
    MARKS,
    CREDENTIALS,
    CHECKPOINTS,
    ARCHIVES,
)
"""Tables whose rows are only ever added; triggers refuse everything else but what archives list."""
