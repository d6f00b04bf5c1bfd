"""What the application's own role may do on PostgreSQL: add to the records, never change them."""

from __future__ import annotations

from sqlalchemy import Connection, text

from upcard.journal.tables import BALANCES, FACTS, HEAD, NEVER_CHANGED, SNAPSHOTS


def grant_to(connection: Connection, role: str) -> None:
    """
    Let *role* append and read: INSERT and SELECT on records, UPDATE on balances and the head.

    Facts are derived from the records: the room itself rebuilds them.
    """
    name = connection.dialect.identifier_preparer.quote_identifier(role)
    for table in NEVER_CHANGED:
        connection.execute(text(f"GRANT SELECT, INSERT ON {table.name} TO {name}"))
    connection.execute(text(f"GRANT SELECT, INSERT, DELETE ON {SNAPSHOTS.name} TO {name}"))
    connection.execute(text(f"GRANT SELECT, INSERT, UPDATE ON {BALANCES.name} TO {name}"))
    connection.execute(text(f"GRANT SELECT, UPDATE ON {HEAD.name} TO {name}"))
    connection.execute(text(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {FACTS.name} TO {name}"))
    connection.execute(text(f"GRANT SELECT ON alembic_version TO {name}"))
