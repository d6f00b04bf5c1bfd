"""Archives: entries and events of closed days may leave the tables for signed files."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "r0004"
down_revision: Final = "r0003"
branch_labels: Final = None
depends_on: Final = None

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOVED: Final = ("entries", "events")
"""Tables whose rows may leave, once a file has them."""
NAMED: Final = ("transfers", "payouts", "snapshots", "checkpoints")
"""Tables whose rows stay, and name entries that may have left."""
_IS_ARCHIVED: Final = "OLD.sequence <= (SELECT COALESCE(MAX(last), 0) FROM archives)"


def upgrade() -> None:
    """Make the table, and let go what it lists."""
    op.create_table(
        "archives",
        sa.Column("number", BIG, primary_key=True, autoincrement=False),
        sa.Column("first", BIG, nullable=False),
        sa.Column("last", BIG, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        _guard_on_postgresql()
    else:
        _guard_on_sqlite()


def downgrade() -> None:
    """Refuse: records of money are never thrown away."""
    raise NotImplementedError("the journal is never downgraded: restore a backup")


def _guard_on_sqlite() -> None:
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER archives_refuse_{act.lower()} BEFORE {act} ON archives "
            "BEGIN SELECT RAISE(ABORT, 'archives are never changed'); END"
        )
    _forget_foreign_keys()
    for table in MOVED:
        op.execute(f"DROP TRIGGER {table}_refuse_delete")
        op.execute(
            f"CREATE TRIGGER {table}_refuse_delete BEFORE DELETE ON {table} "
            f"WHEN NOT {_IS_ARCHIVED} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END"
        )


def _forget_foreign_keys() -> None:
    """
    Take the keys out of SQLite's own schema: no row is touched, however many there are.

    SQLite's documentation of ALTER TABLE has this procedure for removing constraints.
    """
    connection = op.get_bind()
    version = connection.scalar(sa.text("PRAGMA schema_version"))
    op.execute("PRAGMA writable_schema=ON")
    for table in NAMED:
        op.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, "
            "', ' || char(10) || char(9) || 'FOREIGN KEY(sequence) REFERENCES entries (sequence)',"
            f" '') WHERE type = 'table' AND name = '{table}'"
        )
    op.execute(f"PRAGMA schema_version={version + 1}")
    op.execute("PRAGMA writable_schema=OFF")


def _guard_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION refuse_what_is_not_archived() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN IF {_IS_ARCHIVED} THEN RETURN OLD; END IF; "
        "RAISE EXCEPTION '% are never changed', TG_TABLE_NAME; END $$"
    )
    op.execute(
        "CREATE TRIGGER archives_refuse_change BEFORE UPDATE OR DELETE ON archives "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        "CREATE TRIGGER archives_refuse_truncate BEFORE TRUNCATE ON archives "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    for table in MOVED:
        op.execute(f"DROP TRIGGER {table}_refuse_change ON {table}")
        op.execute(
            f"CREATE TRIGGER {table}_refuse_change BEFORE UPDATE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuse_delete BEFORE DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_what_is_not_archived()"
        )
    for table in NAMED:
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {table}_sequence_fkey")
