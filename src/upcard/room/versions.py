"""Which version of the program wrote a room; records of a newer one are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, select

from upcard import __version__
from upcard.journal import JournalCode, StartRefused
from upcard.journal.engines import reading
from upcard.journal.tables import EVENTS
from upcard.plain import CodecError
from upcard.room.events import SoftwareAccepted


def accepted_version(connection: Connection) -> str:
    """The version of the program that was accepted last; empty if none was."""
    kind = f'%"{SoftwareAccepted.__name__}"%'
    query = select(EVENTS.c.payload).where(EVENTS.c.payload.like(kind))
    newest = query.order_by(EVENTS.c.sequence.desc(), EVENTS.c.position.desc())
    for payload in connection.scalars(newest):
        event = json.loads(payload)
        if event.get("kind") == SoftwareAccepted.__name__:
            return str(event["version"])
    return ""


@contextmanager
def newer_records_refused(engine: Engine) -> Iterator[None]:
    """Refuse records that this version cannot read: the chain proves that the room wrote them."""
    try:
        yield
    except CodecError as error:
        with reading(engine) as connection:
            wrote = accepted_version(connection)
        raise StartRefused(
            JournalCode.SCHEMA_UNKNOWN,
            f"Upcard {__version__} cannot read the room's records ({error}): they were written by "
            f"{f'Upcard {wrote}' if wrote else 'another version'}; use that version, or restore an "
            "older backup",
        ) from None
