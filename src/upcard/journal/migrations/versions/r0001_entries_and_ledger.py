"""Entries, events, transfers, payouts, balances, the head and snapshots."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "r0001"
down_revision: Final = None
branch_labels: Final = None
depends_on: Final = None

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NEVER_CHANGED: Final = ("entries", "events", "transfers", "payouts")


def upgrade() -> None:
    """Make every table, and the triggers that guard them."""
    _create_entries()
    _create_ledger()
    _create_payouts_and_balances()
    _create_head_and_snapshots()
    if op.get_bind().dialect.name == "postgresql":
        _guard_on_postgresql()
    else:
        _guard_on_sqlite()


def downgrade() -> None:
    """Refuse: records of money are never thrown away."""
    raise NotImplementedError("the journal is never downgraded: restore a backup")


def _create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("sequence", BIG, primary_key=True, autoincrement=False),
        sa.Column("command_id", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.UniqueConstraint("command_id", name="one_entry_per_command"),
        sa.UniqueConstraint("hash", name="one_entry_per_hash"),
    )
    op.create_table(
        "events",
        sa.Column("sequence", BIG, sa.ForeignKey("entries.sequence"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("payload", sa.Text, nullable=False),
    )


def _create_ledger() -> None:
    op.create_table(
        "transfers",
        sa.Column("sequence", BIG, sa.ForeignKey("entries.sequence"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("amount", BIG, nullable=False),
        sa.Column("award", sa.Text, nullable=False),
        sa.UniqueConstraint("id", name="one_transfer_per_id"),
        sa.CheckConstraint("amount > 0", name="amount_is_more_than_nothing"),
    )
    op.create_index("transfers_by_source", "transfers", ["source"])
    op.create_index("transfers_by_target", "transfers", ["target"])


def _create_payouts_and_balances() -> None:
    op.create_table(
        "payouts",
        sa.Column("award_id", sa.Text, primary_key=True),
        sa.Column("sequence", BIG, sa.ForeignKey("entries.sequence"), nullable=False),
    )
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("balance", BIG, nullable=False),
        sa.Column("is_source", sa.Integer, nullable=False),
        sa.CheckConstraint("balance >= 0 OR is_source = 1", name="only_sources_are_overdrawn"),
    )


def _create_head_and_snapshots() -> None:
    head = op.create_table(
        "head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sequence", BIG, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.CheckConstraint("id = 1", name="there_is_one_head"),
    )
    op.bulk_insert(head, [{"id": 1, "sequence": 0, "hash": "0" * 64}])
    op.create_table(
        "snapshots",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("sequence", BIG, sa.ForeignKey("entries.sequence"), primary_key=True),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
    )


def _guard_on_sqlite() -> None:
    for table in NEVER_CHANGED:
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END"
            )


def _guard_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN RAISE EXCEPTION '% are never changed', TG_TABLE_NAME; END $$"
    )
    for table in NEVER_CHANGED:
        op.execute(
            f"CREATE TRIGGER {table}_refuse_change BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuse_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
    op.execute(
        "CREATE FUNCTION tell_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$ "
        "BEGIN PERFORM pg_notify('upcard_journal', NEW.sequence::text); RETURN NULL; END $$"
    )
    op.execute(
        "CREATE TRIGGER entries_tell AFTER INSERT ON entries "
        "FOR EACH ROW EXECUTE FUNCTION tell_of_entry()"
    )
