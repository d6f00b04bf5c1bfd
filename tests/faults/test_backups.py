"""A room copied while it is played in, restored: the same room; a copy that rots is refused."""

import shutil
import threading
from collections.abc import Iterator
from itertools import count as count_from
from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, quick_pins
from tests.faults.counts import count
from tests.room.houses import PINS, House, new_house, place_in, rig
from tests.room.test_procedures import GAMES
from upcard.journal import StartRefused
from upcard.money import Cents
from upcard.room.care import backups
from upcard.room.care.backups import back_up, check_backup, restore, state_digest
from upcard.room.refusals import RoomRefused
from upcard.room.room_openings import open_room
from upcard.room.state import RoomState, apply
from upcard.table.commands import LiftWager, PlaceWager

BACKUPS = count(3, 20)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A room on SQLite."""
    rig(monkeypatch, "2c 9d 3s 6h 8s 9c Kd Kd Kd")
    house = new_house(place_in(tmp_path / "room"), GAMES["bahama"])
    yield house
    house.close()


def state_at(house: House, sequence: int) -> RoomState:
    """The room as its own journal made it at an entry."""
    state = RoomState()
    for entry in house.room.entries(1, sequence):
        for event in entry.events:
            state = apply(state, event)
    return state


def play(house: House, table: str, dealer: str, is_over: threading.Event) -> None:
    """Chips on and off, until somebody says stop."""
    while not is_over.is_set():
        house.key(table, PlaceWager(2, "main", Cents(1000)), dealer)
        house.key(table, LiftWager(2, "main"), dealer)


def test_a_copy_taken_during_play_restores_to_the_same_room(house: House, tmp_path: Path) -> None:
    house.start("t1")
    is_over = threading.Event()
    player = threading.Thread(target=play, args=(house, "t2", "deal-2", is_over))
    player.start()
    try:
        copies = [back_up(house.place, tmp_path / f"copy {n}") for n in range(BACKUPS)]
    finally:
        is_over.set()
        player.join()

    assert [one.sequence for one in copies] == sorted(one.sequence for one in copies)
    assert copies[-1].sequence > copies[0].sequence, "somebody played meanwhile"
    for number, copy in enumerate(copies):
        assert copy.state == state_digest(state_at(house, copy.sequence))
        place = place_in(tmp_path / f"restored {number}")
        assert restore(tmp_path / f"copy {number}", place) == copy
        room = open_room(place, pins=PINS)
        assert state_digest(room.state) == copy.state
        assert room.journal.head().hash == copy.head
        room.close()


def test_a_restored_room_deals_the_next_card_of_the_same_shoe(tmp_path: Path) -> None:
    house = new_house(place_in(tmp_path / "room"), GAMES["bahama"])
    house.start("t1")
    back_up(house.place, tmp_path / "copy")
    place = place_in(tmp_path / "restored")
    restore(tmp_path / "copy", place)
    other = House(open_room(place, pins=PINS), place, house.game, count_from(100))
    for one in (house, other):
        one.play_on("t1")

    assert other.round_on("t1").dealer == house.round_on("t1").dealer
    assert other.round_on("t1") == house.round_on("t1")
    house.close()
    other.close()


def test_a_broken_room_is_recovered_from_its_copy_and_with_both_broken_nothing_plays(
    house: House, tmp_path: Path
) -> None:
    house.start("t1")
    before = state_digest(house.room.state)
    copy, place = tmp_path / "copy", house.place
    back_up(place, copy)
    house.close()
    flip(place.folder / "room.sqlite")
    with pytest.raises(StartRefused):
        open_room(place, pins=PINS)

    again = place_in(tmp_path / "again")
    restore(copy, again)
    room = open_room(again, pins=PINS)
    assert state_digest(room.state) == before
    room.close()
    flip(copy / "room.sqlite")
    with pytest.raises(RoomRefused, match=r"room\.sqlite has changed since it was copied"):
        restore(copy, place_in(tmp_path / "third"))
    assert not (tmp_path / "third").exists()


def test_a_copy_of_a_broken_room_is_none(house: House, tmp_path: Path) -> None:
    house.start("t1")
    house.close()
    flip(house.place.folder / "room.sqlite")

    with pytest.raises(RoomRefused, match="its content does not match its hash"):
        back_up(house.place, tmp_path / "copy")
    with pytest.raises(RoomRefused, match=r"backup\.json cannot be read"):
        restore(tmp_path / "copy", place_in(tmp_path / "again"))


def test_a_copy_that_makes_another_room_than_it_says_is_refused(
    house: House, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    made = back_up(house.place, copy)
    summary = (copy / "backup.json").read_text()
    (copy / "backup.json").write_text(summary.replace(made.state, "0" * 64))

    with pytest.raises(RoomRefused, match="do not make the same room"):
        check_backup(copy)


def flip(path: Path) -> None:
    """One bit of the newest entry's text, wherever it lies in the file."""
    content = bytearray(path.read_bytes())
    at = content.rindex(b'"StartGame"')
    content[at + 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("name", ["seeds/t1-1.seed", "software.txt", "backup.json"])
def test_every_file_of_a_copy_is_checked(house: House, tmp_path: Path, name: str) -> None:
    copy = tmp_path / "copy"
    back_up(house.place, copy)
    check_backup(copy)
    content = bytearray((copy / name).read_bytes())
    content[0] ^= 1
    (copy / name).write_bytes(content)

    with pytest.raises(RoomRefused, match=name) as refused:
        check_backup(copy)
    assert refused.value.code == "backup-broken"
    (copy / name).unlink()
    with pytest.raises(RoomRefused, match=name):
        check_backup(copy)


def test_a_file_too_many_among_the_seeds_is_refused(house: House, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    back_up(house.place, copy)
    shutil.copy(copy / "seeds" / "t1-1.seed", copy / "seeds" / "t1-2.seed")

    with pytest.raises(RoomRefused, match=r"seeds/t1-2\.seed was not copied"):
        check_backup(copy)


def test_a_copy_is_for_the_rooms_user_alone(house: House, tmp_path: Path) -> None:
    back_up(house.place, tmp_path / "copy")

    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "copy" / "room.sqlite").stat().st_mode & 0o777 == 0o600


def test_where_no_copy_is_made_and_no_room_restored(house: House, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    back_up(house.place, copy)
    with pytest.raises(RoomRefused, match="is not empty: name a new folder"):
        back_up(house.place, copy)
    with pytest.raises(RoomRefused, match="leave this one alone"):
        restore(copy, house.place)


def test_copies_are_made_checked_and_restored_from_the_command_line(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    copy = str(tmp_path / "copy")
    made = CommandDesk(house.place.folder).json("room", "backup", "--out", copy)
    assert made["state"] == state_digest(house.room.state)
    checked = CommandDesk(tmp_path).json("room", "check-backup", copy)
    signed = ("--reason", "the disk broke")
    again = CommandDesk(tmp_path / "again")
    restored = again.json("room", "restore", copy, *signed, by="tech-1", second="exec-1")

    assert {one["state"] for one in (made, checked, restored)} == {made["state"]}
    refused = CommandDesk(house.place.folder).refused(
        "room", "restore", copy, *signed, by="tech-1", second="exec-1"
    )
    assert refused.startswith("room-exists: ")
    assert (
        CommandDesk(tmp_path / "none")
        .refused("room", "backup", "--out", copy)
        .startswith("room-unknown: ")
    )


def test_a_checkpoint_that_is_made_during_the_copy_is_not_in_it(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = backups._copy_database

    def copy_slowly(source: Path, target: Path) -> None:
        copied(source, target)
        for name in ("checkpoints", "seeds"):
            (house.place.folder / name).mkdir(exist_ok=True)
            (house.place.folder / name / "made meanwhile").touch()

    monkeypatch.setattr(backups, "_copy_database", copy_slowly)
    backup = back_up(house.place, tmp_path / "copy")

    names = [name for name, _ in backup.files]
    assert "seeds/made meanwhile" in names
    assert "checkpoints/made meanwhile" not in names
