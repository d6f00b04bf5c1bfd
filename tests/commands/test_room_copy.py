"""`upcard room copy`: a room from SQLite to PostgreSQL and back, the same to the last hash."""

from __future__ import annotations

import tarfile
import threading
from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, damaged, won_desk
from tests.postgres import postgres_or_skip
from tests.rooms.test_stored import STORED
from upcard.journal import copies
from upcard.journal.engines import engine_for
from upcard.journal.transactions import take_turn
from upcard.room.care.room_copies import copy_room
from upcard.room.events import MalfunctionReported
from upcard.room.room_openings import DATABASE, FOLDER_VARIABLE, Place, open_room

CLOSED = ("room", "close")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room with a round that won a meter; its tables are closed, one has a shoe on it."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "beside"))
    desk = won_desk(tmp_path / "room", monkeypatch)
    for table in ("t1", "t2"):
        desk.run(*CLOSED, table, by="sup-1")
    return desk


@pytest.fixture
def url() -> str:
    """The address of an empty PostgreSQL database, as people write it."""
    return postgres_or_skip().new_database().replace("postgresql+psycopg:", "postgresql:")


def test_a_room_goes_to_postgresql_and_back_and_is_the_same_room(
    desk: CommandDesk, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "ROWS", 7)
    beside, back = tmp_path / "beside", tmp_path / "back"
    there = desk.json("room", "copy", str(desk.folder), url, "--to-folder", str(beside))
    again = desk.json("room", "copy", url, str(back), "--from-folder", str(beside))

    assert there == again
    assert there["rows"]["entries"] == there["entries"] > 7
    rooms = [desk, CommandDesk(beside, url), CommandDesk(back)]
    shown = [one.json("room", "show") for one in rooms]
    assert shown[0] == shown[1] == shown[2]
    verdicts = [one.json("audit", "verify") for one in rooms]
    assert verdicts[0] == verdicts[1] == verdicts[2]
    assert verdicts[0]["head"] == there["head"]
    # Seeds, keys and checkpoints came along; who was signed in did not.
    kept = {path.name for path in beside.iterdir()}
    assert kept == {path.name for path in desk.folder.iterdir()} - {
        DATABASE,
        f"{DATABASE}-journal",
        "sessions",
    }
    # The copies go on: the shoe is dealt from its own seed, and the books stay sound.
    for copied in rooms[1:]:
        copied.run("room", "open", "t1", "--dealer", "deal-1", by="sup-1")
        copied.key("t1", "bet 1 main 10 start")
        assert copied.json("audit", "verify")["ok"]


def test_a_room_in_play_is_not_copied(desk: CommandDesk, url: str, tmp_path: Path) -> None:
    desk.run("room", "open", "t2", "--dealer", "deal-2", by="sup-1")
    words = ("room", "copy", str(desk.folder), url, "--to-folder", str(tmp_path / "beside"))

    assert desk.refused(*words) == (
        "room-in-play: t2 is open with dealer deal-2: close every table and stop the server, then "
        "copy the room"
    )
    assert not (tmp_path / "beside").exists()
    desk.run(*CLOSED, "t2", by="sup-1")
    desk.run(*words)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nobody_writes_while_a_room_is_copied(
    desk: CommandDesk, url: str, tmp_path: Path, database: str
) -> None:
    place = Place.at(desk.folder)
    if database == "postgresql":
        place = Place(url=url, folder=tmp_path / "beside")
        copy_room(Place.at(desk.folder), place)
    room = open_room(place, any_software=True)
    event = MalfunctionReported(device="display 1", description="dark", by="sup-1")
    writer = threading.Thread(target=room.note, args=(event,))
    with copies.turn_held(room.journal.engine, room.journal.seals) as here:
        before = take_turn(here, room.journal.seals)
        writer.start()
        writer.join(1)
        assert writer.is_alive()
        assert take_turn(here, room.journal.seals) == before
    writer.join()

    assert room.sequence == before.sequence + 1
    room.close()


@pytest.mark.parametrize("to", ["folder", "database"])
def test_a_copy_covers_nothing(desk: CommandDesk, url: str, tmp_path: Path, to: str) -> None:
    used = tmp_path / "used"
    used.mkdir()
    (used / "something").write_text("kept")
    if to == "folder":
        refusal = desk.refused("room", "copy", str(desk.folder), str(used))
        assert refusal == (
            f"room-exists: {used} is not empty: name a new folder and leave this one alone"
        )
    else:
        words = ("room", "copy", str(desk.folder), url, "--to-folder")
        desk.run(*words, str(tmp_path / "first"))
        refusal = desk.refused(*words, str(tmp_path / "second"))
        assert refusal.startswith("room-exists: database upcard_")
        assert refusal.endswith(" already has tables: name an empty database")
    assert [path.name for path in used.iterdir()] == ["something"]


def test_a_room_that_is_not_sound_is_not_copied(desk: CommandDesk, tmp_path: Path) -> None:
    damaged(desk.folder, "UPDATE balances SET balance = balance + 1 WHERE is_source = 0")

    refusal = desk.refused("room", "copy", str(desk.folder), str(tmp_path / "copy"))
    assert refusal.startswith("room-not-sound: the room is not sound: entry ")
    assert ", but the transfers add up to " in refusal
    assert not (tmp_path / "copy").exists()


def test_what_the_other_database_does_not_take_leaves_nothing_there(
    desk: CommandDesk, url: str, tmp_path: Path
) -> None:
    # SQLite keeps any text; PostgreSQL has no zero character.
    damaged(desk.folder, "INSERT INTO marks VALUES ('an order', 'a' || char(0) || 'b')")
    words = ("room", "copy", str(desk.folder), url, "--to-folder", str(tmp_path / "beside"))

    assert desk.refused(*words).startswith("database: PostgreSQL text fields cannot contain NUL")
    engine = engine_for(url)
    assert copies.is_empty(engine)
    engine.dispose()
    assert list((tmp_path / "beside").iterdir()) == []


@pytest.mark.parametrize(
    ("version", "refusal"),
    [("0.1.0", "schema-unknown: the database is at revision r0001: "), ("0.2.0", "")],
)
def test_a_room_of_an_earlier_version_is_upgraded_before_it_is_copied(
    tmp_path: Path, version: str, refusal: str
) -> None:
    with tarfile.open(STORED / f"{version}-sqlite.tar.xz") as archive:
        archive.extractall(tmp_path / "room", filter="data")
    desk = CommandDesk(tmp_path / "room")

    said = desk.refused("room", "copy", str(desk.folder), str(tmp_path / "copy"))
    assert said.startswith(refusal)
    assert "`upcard room upgrade`" in said
    assert not (tmp_path / "copy").exists()


def test_a_folder_beside_a_folder_is_wrong_usage(desk: CommandDesk, tmp_path: Path) -> None:
    words = ("room", "copy", str(desk.folder), str(tmp_path / "copy"))

    said = desk.run(*words, "--to-folder", str(tmp_path / "other"), code=2).stderr
    assert "is a folder: only a PostgreSQL room" in " ".join(said.replace("│", " ").split())


def test_a_database_that_could_lose_an_entry_takes_no_copy(
    desk: CommandDesk, url: str, tmp_path: Path
) -> None:
    careless = f"{url}&options=-csynchronous_commit%3Doff"
    words = ("room", "copy", str(desk.folder), careless, "--to-folder", str(tmp_path / "beside"))

    assert desk.refused(*words).startswith("setting-wrong: synchronous_commit is off: ")
    engine = engine_for(url)
    assert copies.is_empty(engine)
    engine.dispose()
