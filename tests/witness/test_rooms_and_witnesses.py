"""A room and its witnesses: what was put back, cut off or written anew does not start."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import CommandDesk, damaged
from tests.commands.test_audit import hash_again
from tests.faults.counts import count
from tests.room.houses import PIN, PINS, new_room, place_in
from tests.web.houses import House as WebHouse
from tests.web.houses import house_in, running
from upcard.journal import Checkpoint, StartRefused
from upcard.room import room_checkpoints
from upcard.room.care.audits import audit_room
from upcard.room.devices import LinkLost, LinkRestored
from upcard.room.events import RoomEvent
from upcard.room.keys import KEY_FILE, keys_in
from upcard.room.orders import Order, ReportMalfunction, SetWitnesses, Signature, WitnessFor
from upcard.room.people.roles import Role
from upcard.room.room_openings import Place, open_room
from upcard.room.rooms import Room
from upcard.witness import CheckpointReason, witness_at
from upcard.witness.folders import FolderWitness
from upcard.witness.kept_checkpoints import closing_of, stored_checkpoints

SEED = "witnesses 2026"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint every five entries."""
    monkeypatch.setattr(room_checkpoints, "EVERY", 5)


def entries(room: Room, number: int) -> None:
    """*number* entries more, and every checkpoint that is due."""
    for each in range(number):
        order = Order(
            id=f"entry {room.sequence} {each}",
            by=Signature("sup-1", PIN),
            wish=ReportMalfunction("sensor", "stays lit"),
        )
        assert not room.submit(order).is_refused
    settle(room)


def settle(room: Room) -> None:
    """Wait until the checkpoint that is being made is made."""
    assert room.checkpointing is not None
    with room.checkpointing._busy:
        pass
    room.checkpointing()
    with room.checkpointing._busy:
        pass


def room_with_witness(folder: Path, number: int) -> Path:
    """A room of some entries whose checkpoints a folder keeps."""
    witness = folder.parent / f"{folder.name}-witness"
    room = new_room(place_in(folder))
    order = Order(
        id="witnesses",
        by=Signature("tech-1", PIN),
        second=Signature("exec-1", PIN),
        wish=SetWitnesses((str(witness),)),
    )
    assert not room.submit(order).is_refused
    entries(room, number)
    room.close()
    return witness


def test_checkpoints_are_made_told_and_borne_out(tmp_path: Path) -> None:
    witness = room_with_witness(tmp_path / "room", 23)
    room = open_room(place_in(tmp_path / "room"), pins=PINS)
    made = stored_checkpoints(room.journal)

    assert [one.number for one in made] == list(range(1, len(made) + 1))
    assert [one.previous for one in made[1:]] == [one.fingerprint for one in made[:-1]]
    assert room.sequence - made[-1].sequence < 5
    assert {one.key for one in made} == {room.state.public_key}
    kept = FolderWitness(witness)
    assert room.checkpointing is not None
    assert kept.seen(room.checkpointing.room_id) == made
    assert audit_room(room.journal, witnesses=[kept]).fault is None
    room.close()


def last_entry(folder: Path) -> int:
    """The number of the last entry in the tables of a room."""
    database = sqlite3.connect(folder / "room.sqlite")
    (last,) = database.execute("SELECT max(sequence) FROM entries").fetchone()
    database.close()
    return int(last)


def cut_tail(folder: Path, rng: random.Random) -> str:
    """By somebody with the room's key: the tail is gone, and the head sealed again."""
    keep = rng.randrange(2, last_entry(folder) - 6)
    acts = [
        f"DELETE FROM {table} WHERE sequence > {keep}"
        for table in ("checkpoints", "snapshots", "events", "transfers", "payouts")
    ]
    damaged(folder, *acts, f"DELETE FROM entries WHERE sequence > {keep}")
    seal_again(folder)
    return "the journal ends before it: this is an older copy, or its end was cut off"


def write_anew(folder: Path, rng: random.Random) -> str:
    """By somebody with the room's key: another word in every entry, the chain hashed again."""

    def rewrite(database: sqlite3.Connection) -> None:
        first = rng.randrange(3, 12)
        database.execute(
            "UPDATE events SET payload = replace(payload, 'stays lit', 'went out') "
            f"WHERE sequence > {first}"
        )
        database.execute("DELETE FROM checkpoints")
        database.execute("DELETE FROM snapshots")
        hash_again(database)

    damaged(folder, rewrite)
    seal_again(folder)
    return "the witness saw a different entry here: the chain was rewritten"


def seal_again(folder: Path) -> None:
    """Make the head fit the last entry, sealed with the room's own key."""

    def seal(database: sqlite3.Connection) -> None:
        row = database.execute(
            "SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1"
        ).fetchone()
        point = Checkpoint(row[0], row[1])
        made = keys_in(folder).seals.of_head(point)
        database.execute("UPDATE head SET sequence = ?, hash = ?, seal = ?", [*row, made])

    damaged(folder, seal)
    shutil.rmtree(folder / "checkpoints")


Act = Callable[[Path, random.Random], str]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with 30 entries, and its witness beside it."""
    folder: Path = tmp_path_factory.mktemp("witnessed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room_checkpoints, "EVERY", 5)
        room_with_witness(folder / "room", 30)
    return folder


@pytest.mark.parametrize("act", [cut_tail, write_anew])
def test_a_cut_tail_and_a_chain_written_anew_do_not_start(
    act: Act, original: Path, tmp_path: Path
) -> None:
    times = count(3, 34)
    print(f"seed {SEED}, {times} times {act.__name__}")
    rng = random.Random(SEED)
    for number in range(times):
        folder = tmp_path / str(number)
        shutil.copytree(original / "room", folder)
        said = act(folder, rng)
        before = last_entry(folder)
        with pytest.raises(StartRefused, match=said) as refused:
            open_room(Place.at(folder), pins=PINS)
        assert refused.value.code == "witness-disagrees"
        assert last_entry(folder) == before, "a room that is refused is left as it was found"
        # The same to an auditor who has a copy of the database and the witness, and no key.
        (folder / KEY_FILE).unlink()
        journal = open_journal_of(folder)
        fault = audit_room(journal, witnesses=[FolderWitness(original / "room-witness")]).fault
        journal.close()
        assert fault is not None


def open_journal_of(folder: Path) -> Any:
    """The journal of a room, as it lies there."""
    from upcard.journal import Journal
    from upcard.journal.engines import engine_for

    return Journal(engine_for(f"sqlite:///{folder / 'room.sqlite'}"))


def test_an_older_copy_of_the_folder_does_not_start(tmp_path: Path) -> None:
    times = count(4, 32)
    room = new_room(place_in(tmp_path / "room"))
    witness = tmp_path / "witness"
    order = Order(
        id="witnesses",
        by=Signature("tech-1", PIN),
        second=Signature("exec-1", PIN),
        wish=SetWitnesses((str(witness),)),
    )
    assert not room.submit(order).is_refused
    for number in range(times):
        entries(room, 3)
        shutil.copytree(tmp_path / "room", tmp_path / f"copy {number}")
        entries(room, 6)
    room.close()
    for number in range(times):
        with pytest.raises(StartRefused, match="this is an older copy"):
            open_room(Place.at(tmp_path / f"copy {number}"), pins=PINS)
    open_room(place_in(tmp_path / "room"), pins=PINS).close()


def test_control_without_a_witness_an_older_copy_starts(tmp_path: Path) -> None:
    room = new_room(place_in(tmp_path / "room"))
    entries(room, 3)
    shutil.copytree(tmp_path / "room", tmp_path / "copy")
    entries(room, 20)
    room.close()

    open_room(Place.at(tmp_path / "copy"), pins=PINS).close()


def test_a_database_put_back_alone_is_found_by_the_rooms_own_folder(tmp_path: Path) -> None:
    room = new_room(place_in(tmp_path / "room"))
    entries(room, 3)
    shutil.copy(tmp_path / "room" / "room.sqlite", tmp_path / "old.sqlite")
    entries(room, 20)
    room.close()
    shutil.copy(tmp_path / "old.sqlite", tmp_path / "room" / "room.sqlite")

    with pytest.raises(StartRefused, match="this is an older copy"):
        open_room(place_in(tmp_path / "room"), pins=PINS)


def test_a_witness_that_is_away_stops_nothing_and_is_told_later(tmp_path: Path) -> None:
    share = tmp_path / "share"
    share.write_text("not a folder yet")
    room = new_room(place_in(tmp_path / "room"))
    assert room.checkpointing is not None
    order = Order(
        id="witnesses",
        by=Signature("tech-1", PIN),
        second=Signature("exec-1", PIN),
        wish=SetWitnesses((str(share / "upcard"),)),
    )
    assert not room.submit(order).is_refused
    entries(room, 12)
    assert "cannot be" in room.checkpointing.troubles[str(share / "upcard")]
    share.unlink()
    entries(room, 6)

    assert room.checkpointing.troubles == {}
    kept = witness_at(str(share / "upcard")).seen(room.checkpointing.room_id)
    assert kept == stored_checkpoints(room.journal)
    room.close()


def link_events(room: Room) -> list[RoomEvent]:
    """What is recorded of witnesses that went away and came back."""
    kinds = LinkLost | LinkRestored
    return [one for entry in room.entries() for one in entry.events if isinstance(one, kinds)]


def test_a_witness_whose_copies_were_removed_is_not_in_order(tmp_path: Path) -> None:
    witness = room_with_witness(tmp_path / "room", 12)
    # The loss is an entry too: it must not be the one that makes the next checkpoint due.
    room = open_room(place_in(tmp_path / "room"), pins=PINS)
    assert room.checkpointing is not None
    room.checkpointing.make()
    room.close()
    shutil.rmtree(witness)
    desk = CommandDesk(tmp_path / "room")
    listed = {one["address"]: one["trouble"] for one in desk.json("room", "witness")["witnesses"]}
    assert listed.pop(str(witness)).startswith("it has no checkpoint of this room")
    assert set(listed.values()) == {""}
    assert "its copies were removed" in desk.run("room", "witness").stdout

    room = open_room(place_in(tmp_path / "room"), pins=PINS)
    (lost,) = link_events(room)
    assert isinstance(lost, LinkLost)
    entries(room, 6)
    assert room.checkpointing is not None
    assert FolderWitness(witness).seen(room.checkpointing.room_id) == stored_checkpoints(
        room.journal
    )
    assert link_events(room)[1:] == [LinkRestored(str(witness))]
    # The same while the room is open.
    shutil.rmtree(witness)
    entries(room, 6)
    entries(room, 6)
    *_, lost, found = link_events(room)
    assert isinstance(lost, LinkLost)
    assert "no longer has checkpoint" in lost.why
    assert found == LinkRestored(str(witness))
    room.close()


def test_a_lost_checkpoint_key_is_refused_by_name_and_none_is_made(tmp_path: Path) -> None:
    room_with_witness(tmp_path / "room", 3)
    key = tmp_path / "room" / room_checkpoints.KEY_FILE
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(StartRefused, match=r"checkpoint\.key is missing: put it back") as refused:
        open_room(place_in(tmp_path / "room"), pins=PINS)
    assert refused.value.code == "key-missing"
    assert not key.exists()

    key.write_bytes(bytes(32))
    with pytest.raises(StartRefused, match="is not the key that the room recorded") as refused:
        open_room(place_in(tmp_path / "room"), pins=PINS)
    assert refused.value.code == "checkpoint-broken"
    key.write_bytes(kept)
    open_room(place_in(tmp_path / "room"), pins=PINS).close()


def test_each_day_is_closed_with_a_checkpoint_of_its_last_entry(tmp_path: Path) -> None:
    time = [datetime(2026, 11, 15, 20, tzinfo=UTC)]
    room = new_room(place_in(tmp_path / "room"), clock=lambda: time[0])
    entries(room, 3)
    ends = {}
    for number in range(1, 4):
        ends[date(2026, 11, 14 + number)] = room.sequence
        time[0] += timedelta(days=1)
        entries(room, 2 + number)
    for day, last in ends.items():
        closing = closing_of(room.journal, day)
        assert closing is not None
        assert (closing.sequence, closing.reason) == (last, CheckpointReason.DAY_CLOSED)
    assert closing_of(room.journal, date(2026, 11, 18)) is None
    room.close()
    # A room that is quiet when its day ends closes it when it is next looked at.
    time[0] += timedelta(days=2)
    again = open_room(place_in(tmp_path / "room"), pins=PINS, clock=lambda: time[0])
    settle(again)
    assert closing_of(again.journal, date(2026, 11, 18)) is not None
    again.close()


def test_another_room_records_the_checkpoints_and_countersigns_them(tmp_path: Path) -> None:
    with house_in(tmp_path / "south") as south, running(south) as origin:
        room = new_room(place_in(tmp_path / "north"))
        assert room.checkpointing is not None
        order = Order(
            id="witnesses",
            by=Signature("tech-1", PIN),
            second=Signature("exec-1", PIN),
            wish=SetWitnesses((origin,)),
        )
        assert not room.submit(order).is_refused
        entries(room, 6)
        assert "refused" in room.checkpointing.troubles[origin]
        keep(south, room)
        entries(room, 6)
        assert room.checkpointing.troubles == {}
        *_, newest = stored_checkpoints(room.journal)
        assert south.room.state.witnessed[room.checkpointing.room_id].text == newest.text
        assert audit_room(room.journal, witnesses=[witness_at(origin)]).fault is None
        shutil.copytree(tmp_path / "north", tmp_path / "copy")
        entries(room, 12)
        room.close()
        with pytest.raises(StartRefused, match="this is an older copy"):
            open_room(Place.at(tmp_path / "copy"), pins=PINS)


def keep(witness: WebHouse, room: Room) -> None:
    """Two people at the other room let it keep this one's checkpoints."""
    assert room.checkpointing is not None
    people = {role: witness.person(role) for role in (Role.TECHNICIAN, Role.EXECUTIVE)}
    signed = [Signature(one.badge, one.pin) for one in people.values()]
    wish = WitnessFor(
        room=room.checkpointing.room_id, name="North", public_key=room.state.public_key
    )
    answer = witness.room.submit(Order(id="keep", by=signed[0], second=signed[1], wish=wish))
    assert not answer.is_refused, answer.message
