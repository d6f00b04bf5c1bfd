"""A seal on the head; marks of signed orders; PINs as they are kept; signed checkpoints."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "r0002"
down_revision: Final = "r0001"
branch_labels: Final = None
depends_on: Final = None

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NEVER_CHANGED: Final = ("marks", "credentials", "checkpoints")


def upgrade() -> None:
    """Add what the tables of version 0.1 did not have."""
    op.add_column("head", sa.Column("seal", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "marks",
        sa.Column("command_id", sa.Text, primary_key=True),
        sa.Column("mark", sa.Text, nullable=False),
    )
    op.create_table(
        "credentials",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kept", sa.Text, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("number", BIG, primary_key=True, autoincrement=False),
        sa.Column("sequence", BIG, sa.ForeignKey("entries.sequence"), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
    )
    is_postgresql = op.get_bind().dialect.name == "postgresql"
    for table in NEVER_CHANGED:
        _guard_on_postgresql(table) if is_postgresql else _guard_on_sqlite(table)


def downgrade() -> None:
    """Refuse: records of money are never thrown away."""
    raise NotImplementedError("the journal is never downgraded: restore a backup")


def _guard_on_sqlite(table: str) -> None:
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_refuse_{act.lower()} BEFORE {act} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END"
        )


def _guard_on_postgresql(table: str) -> None:
    op.execute(
        f"CREATE TRIGGER {table}_refuse_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        f"CREATE TRIGGER {table}_refuse_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
