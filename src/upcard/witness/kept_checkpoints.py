"""The room's own list of its checkpoints, beside its journal."""

from __future__ import annotations

from datetime import date

from sqlalchemy import func, select

from upcard.journal import Journal
from upcard.journal.engines import reading
from upcard.journal.tables import CHECKPOINTS
from upcard.witness.checkpoints import CheckpointReason, SignedCheckpoint


def stored_checkpoints(
    journal: Journal, after: int = 0, *, since: int = 0
) -> list[SignedCheckpoint]:
    """The room's own list of its checkpoints, from number *after* on, of entries after *since*."""
    is_wanted = (CHECKPOINTS.c.number > after, CHECKPOINTS.c.sequence > since)
    query = select(CHECKPOINTS.c.payload).where(*is_wanted)
    with reading(journal.engine) as connection:
        texts = connection.scalars(query.order_by(CHECKPOINTS.c.number)).all()
    return [SignedCheckpoint.read(text) for text in texts]


def newest_number(journal: Journal) -> int:
    """The number of the newest of them; 0 where there is none."""
    with reading(journal.engine) as connection:
        return connection.scalar(select(func.max(CHECKPOINTS.c.number))) or 0


def closing_of(journal: Journal, day: date) -> SignedCheckpoint | None:
    """The checkpoint with which a gaming day was closed; None while it is open."""
    is_closing = (
        CHECKPOINTS.c.reason == CheckpointReason.DAY_CLOSED,
        CHECKPOINTS.c.day == day.isoformat(),
    )
    query = select(CHECKPOINTS.c.payload).where(*is_closing).order_by(CHECKPOINTS.c.number.desc())
    with reading(journal.engine) as connection:
        text = connection.scalar(query.limit(1))
    return SignedCheckpoint.read(text) if text else None
