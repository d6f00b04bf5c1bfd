"""Facts: what pages and books read often, kept beside the entries that they follow from."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "r0003"
down_revision: Final = "r0002"
branch_labels: Final = None
depends_on: Final = None

BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the table; the room fills it from its entries when it opens."""
    op.create_table(
        "facts",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("number", BIG, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("sequence", BIG, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
    )
    op.create_index("facts_by_day", "facts", ["kind", "day"])
    op.create_index("facts_by_entry", "facts", ["kind", "sequence"])


def downgrade() -> None:
    """Refuse: records of money are never thrown away."""
    raise NotImplementedError("the journal is never downgraded: restore a backup")
