"""An audit that goes on after a checkpoint finds what the whole audit finds after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, text

from benchmarks import grow
from upcard.journal import Checkpoint
from upcard.journal.seals import Seals
from upcard.journal.tables import SNAPSHOTS
from upcard.room.care.audits import audit_room
from upcard.room.fairness.table_shoes import ShoeRevealed
from upcard.room.snapshot_saves import save


@pytest.fixture
def growing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[grow.Growing]:
    """One table of which a snapshot was kept in the middle of a round and of a shoe."""
    monkeypatch.setattr(grow, "TABLES", 1)
    monkeypatch.setattr(grow, "TOGETHER", 40)
    found = grow.Growing(tmp_path)
    found.play(7)
    while found.room.state.tables["t01"].round is None:
        found._write(8)
    save(found.room)
    found.play(45)
    yield found
    found.room.close()


def snapshot_at(growing: grow.Growing) -> Checkpoint:
    """The entry of the snapshot."""
    with growing.room.journal.engine.connect() as connection:
        (sequence,) = connection.scalars(select(SNAPSHOTS.c.sequence))
    return Checkpoint(sequence, growing.room.journal.hash_of(sequence))


def test_it_folds_from_the_last_snapshot_up_to_the_checkpoint(growing: grow.Growing) -> None:
    journal, start = growing.room.journal, snapshot_at(growing)
    later = Checkpoint(start.sequence + 30, journal.hash_of(start.sequence + 30))
    whole = audit_room(journal)

    for point in (start, later):
        rest = audit_room(journal, after=point)
        assert rest.fault is None
        assert (rest.start, rest.entries, rest.head) == (start, whole.entries, whole.head)
        assert 0 < rest.events < whole.events
    # Shoes were opened and proved on the way.
    assert any(
        isinstance(event, ShoeRevealed)
        for entry in growing.room.entries(start.sequence)
        for event in entry.events
    )


def test_it_starts_at_the_first_entry_where_no_snapshot_is_old_enough(
    growing: grow.Growing,
) -> None:
    journal, start = growing.room.journal, snapshot_at(growing)
    early = Checkpoint(start.sequence - 1, journal.hash_of(start.sequence - 1))
    found = audit_room(journal, after=early)

    assert found.fault is None
    assert found.start.sequence == 0
    assert found.events == audit_room(journal).events


def test_a_checkpoint_of_another_journal_is_refused_before_anything_is_read(
    growing: grow.Growing,
) -> None:
    journal, start = growing.room.journal, snapshot_at(growing)
    found = audit_room(journal, after=Checkpoint(start.sequence, "0" * 64))

    assert found.fault is not None
    assert str(found.fault) == f"entry {start.sequence}: its hash differs from your checkpoint"


def test_a_snapshot_that_the_room_did_not_seal_is_not_gone_on_from(growing: grow.Growing) -> None:
    journal, start = growing.room.journal, snapshot_at(growing)
    with journal.engine.begin() as connection:
        connection.execute(text("UPDATE snapshots SET payload = replace(payload, 'sup-1', 'me-1')"))
    found = audit_room(journal, after=start)

    assert found.fault is not None
    assert "this room did not make" in str(found.fault)


def test_a_room_that_its_events_do_not_make_is_found_after_the_checkpoint(
    growing: grow.Growing,
) -> None:
    """Even a snapshot with the room's own seal: the ledger says otherwise."""
    journal, start = growing.room.journal, snapshot_at(growing)
    with journal.engine.begin() as connection:
        row = connection.execute(select(SNAPSHOTS)).one()
        data = json.loads(row.payload)
        ((_, progressive),) = data["room"]["jackpots"]["progressives"]
        for _, level in progressive["levels"]:
            for balance in level["balances"]:
                balance[1] += {"meter": 100, "raised": -100}.get(balance[0], 0)
        payload = json.dumps(data, sort_keys=True, separators=(",", ":"))
        seals = journal.seals
        assert isinstance(seals, Seals)
        seal = seals.of_snapshot(row.name, start, payload)
        connection.execute(SNAPSHOTS.update().values(payload=payload, seal=seal))
    found = audit_room(journal, after=start)

    assert found.fault is not None
    assert "in the events but" in str(found.fault)
