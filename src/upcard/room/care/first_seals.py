"""Sealing a journal that a version without seals wrote: once, and only if all of it is sound."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select, update

from upcard.journal import Checkpoint, Journal, JournalCode, StartRefused, verify
from upcard.journal.tables import HEAD
from upcard.room.keys import keys_in


def seal_journal(journal: Journal, folder: Path) -> Checkpoint:
    """
    Make the room's key and seal the head with it; the head that was sealed.

    From then on nothing but this room can append to the journal. A journal that is sealed already
    has a key somewhere: without it nobody could tell whether the room wrote the last entries.
    """
    with journal.engine.connect() as connection:
        seal = connection.scalar(select(HEAD.c.seal))
    if seal:
        raise StartRefused(
            JournalCode.KEY_MISSING,
            "the room's key (room.key) is not in its folder: put it back from a backup",
        )
    found = verify(journal)
    if found.fault is not None:
        raise StartRefused(JournalCode.CHAIN_BROKEN, str(found.fault))
    seals = keys_in(folder).seals
    with journal.engine.begin() as connection:
        is_head = (HEAD.c.sequence == found.head.sequence, HEAD.c.hash == found.head.hash)
        connection.execute(update(HEAD).where(*is_head).values(seal=seals.of_head(found.head)))
    journal.seals = seals
    return found.head
