"""A room put back on purpose: two people sign, its shoes are void, and its witnesses are told."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, quick_pins
from tests.room.houses import PIN, PINS, House, new_house, place_in, rig
from tests.room.test_procedures import GAMES
from tests.witness.test_rooms_and_witnesses import entries, settle
from upcard.journal import StartRefused
from upcard.room import room_checkpoints
from upcard.room.care.audits import audit_room
from upcard.room.care.backups import back_up
from upcard.room.events import RoomRestored
from upcard.room.fairness.table_shoes import ShoeVoided
from upcard.room.orders import Order, SetWitnesses, Signature
from upcard.room.room_openings import Place, open_room
from upcard.room.rooms import Room
from upcard.witness import CheckpointReason
from upcard.witness.folders import FolderWitness
from upcard.witness.kept_checkpoints import stored_checkpoints

SIGNED = ("--reason", "the disk broke")


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint every three entries, and PINs that cost nothing."""
    monkeypatch.setattr(room_checkpoints, "EVERY", 3)
    quick_pins(monkeypatch)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A room with a witness, copied in the middle of a round; then it was played on."""
    rig(monkeypatch, "2c 9d 3s 6h 8s 9c Kd Kd Kd")
    house = new_house(place_in(tmp_path / "room"), GAMES["bahama"])
    order = Order(
        id="witnesses",
        by=Signature("tech-1", PIN),
        second=Signature("exec-1", PIN),
        wish=SetWitnesses((str(tmp_path / "witness"),)),
    )
    assert not house.room.submit(order).is_refused
    house.start("t1")
    settle(house.room)
    back_up(house.place, tmp_path / "copy")
    house.play_on("t1")
    entries(house.room, 6)
    house.close()
    return house


def put_back(folder: Path, **more: str) -> object:
    """`upcard room restore` of the copy, into another folder."""
    desk = CommandDesk(folder / "again")
    return desk.json("room", "restore", str(folder / "copy"), *SIGNED, **more)


def events_of(room: Room, kind: type) -> list[object]:
    """Every event of a kind in the room's journal."""
    return [one for entry in room.entries() for one in entry.events if isinstance(one, kind)]


def test_a_copy_put_back_without_the_act_is_refused(copied: House, tmp_path: Path) -> None:
    shutil.copytree(tmp_path / "copy", tmp_path / "again")

    with pytest.raises(StartRefused, match="this is an older copy") as refused:
        open_room(Place.at(tmp_path / "again"), pins=PINS)
    assert refused.value.code == "witness-disagrees"


def test_two_people_put_it_back_its_shoes_are_void_and_the_witness_knows(
    copied: House, tmp_path: Path
) -> None:
    before = FolderWitness(tmp_path / "witness")
    record = put_back(tmp_path, by="tech-1", second="exec-1")
    assert isinstance(record, dict)
    assert record["troubles"] == {}

    room = open_room(Place.at(tmp_path / "again"), pins=PINS)
    (restored,) = events_of(room, RoomRestored)
    assert restored == RoomRestored("the disk broke", "tech-1", "exec-1")
    void = [one for one in events_of(room, ShoeVoided) if isinstance(one, ShoeVoided)]
    assert {(one.table, one.code) for one in void} == {
        (table, "room-restored") for table in room.state.tables
    }
    assert room.state.tables["t1"].round is None
    assert room.checkpointing is not None
    points = before.seen(room.checkpointing.room_id)
    assert [one.number for one in points] == list(range(1, len(points) + 1))
    last = points[-1]
    assert (last.reason, last.replaces) == (CheckpointReason.RESTORED, record["entries"])
    assert last.previous == points[-2].fingerprint
    assert points[-2].sequence > last.replaces, "the witness saw more than the copy has"
    assert stored_checkpoints(room.journal)[-1] == last
    assert audit_room(room.journal, witnesses=[before]).fault is None
    room.close()


def test_a_rehearsal_tells_no_witness_and_the_real_room_goes_on(
    copied: House, tmp_path: Path
) -> None:
    witness = sorted((tmp_path / "witness").iterdir())
    desk = CommandDesk(tmp_path / "again")
    words = ("room", "restore", str(tmp_path / "copy"), *SIGNED, "--rehearsal")
    assert desk.json(*words, by="tech-1", second="exec-1")["troubles"] == {}

    room = open_room(Place.at(tmp_path / "again"), pins=PINS)
    entries(room, 6)
    assert room.checkpointing is not None
    assert room.checkpointing.addresses == (str(tmp_path / "again" / "checkpoints"),)
    room.close()
    assert "rehearsal: the room does not contact its witnesses" in (
        desk.run("room", "witness").stdout
    )
    assert sorted((tmp_path / "witness").iterdir()) == witness
    real = open_room(copied.place, pins=PINS)
    entries(real, 6)
    assert real.checkpointing is not None
    assert real.checkpointing.troubles == {}
    real.close()


def test_the_room_that_was_given_up_starts_no_more(copied: House, tmp_path: Path) -> None:
    put_back(tmp_path, by="tech-1", second="exec-1")

    with pytest.raises(StartRefused, match="the witness saw a different entry here"):
        open_room(copied.place, pins=PINS)


def test_the_room_plays_on_after_it_was_put_back(copied: House, tmp_path: Path) -> None:
    put_back(tmp_path, by="tech-1", second="exec-1")
    place = Place.at(tmp_path / "again")
    house = House(open_room(place, pins=PINS), place, copied.game, count(100))
    house.new_shoe("t1")
    house.start("t1")
    house.play_on("t1")
    settle(house.room)
    house.close()

    open_room(place, pins=PINS).close()


@pytest.mark.parametrize(
    ("by", "second", "code"),
    [
        ("tech-1", "", "second-person-needed"),
        ("tech-1", "tech-1", "same-person"),
        ("sup-1", "exec-1", "role-not-enough"),
        ("tech-1", "deal-1", "role-not-enough"),
    ],
)
def test_without_two_who_may_nothing_is_put_back(
    by: str, second: str, code: str, copied: House, tmp_path: Path
) -> None:
    desk = CommandDesk(tmp_path / "again")
    words = ("room", "restore", str(tmp_path / "copy"), *SIGNED)
    assert desk.refused(*words, by=by, second=second).startswith(f"{code}: ")

    left = {one.name for one in tmp_path.iterdir()}
    assert left == {"room", "copy", "witness"}
    open_room(copied.place, pins=PINS).close()


def test_a_database_put_back_by_its_own_tools_is_declared(copied: House, tmp_path: Path) -> None:
    shutil.copytree(tmp_path / "copy", tmp_path / "again")
    desk = CommandDesk(tmp_path / "again")
    refused = desk.refused("room", "declare-restored", *SIGNED, by="tech-1")
    assert refused.startswith("second-person-needed: ")
    with pytest.raises(StartRefused, match=r"this is an older copy|saw a different entry here"):
        open_room(Place.at(tmp_path / "again"), pins=PINS)
    desk.json("room", "declare-restored", *SIGNED, by="tech-1", second="exec-1")

    open_room(Place.at(tmp_path / "again"), pins=PINS).close()
