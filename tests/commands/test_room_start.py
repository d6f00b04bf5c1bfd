"""A room that cannot be trusted does not start, and says by name why."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, damaged, won_desk
from tests.room.houses import PINS
from upcard.journal.canonical import canonical, digest
from upcard.journal.engines import SQLITE_PRAGMAS
from upcard.room.keys import KEY_FILE
from upcard.room.room_openings import Place, open_room
from upcard.room.room_snapshots import NAME
from upcard.room.snapshot_saves import save

Act = str | Callable[[sqlite3.Connection], object]

COMMANDS = (
    ("room", "show"),
    ("room", "tables"),
    ("room", "bank", "1", "--as", "acct-1"),
    ("room", "report", "awards", "--as", "acct-1"),
)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room after a round in which the meter was won."""
    return won_desk(tmp_path / "room", monkeypatch)


def flip_in_the_last_event(database: sqlite3.Connection) -> None:
    """One byte of the last event."""
    number, payload = database.execute(
        "SELECT rowid, payload FROM events ORDER BY sequence DESC, position DESC LIMIT 1"
    ).fetchone()
    flipped = payload.replace("t1", "t2", 1)
    assert flipped != payload
    database.execute("UPDATE events SET payload = ? WHERE rowid = ?", (flipped, number))


LAST = "(SELECT MAX(sequence) FROM entries)"
DAMAGES: dict[str, tuple[Act, str]] = {
    "a flipped byte in the last event": (
        flip_in_the_last_event,
        "its content does not match its hash",
    ),
    "a flipped byte in an amount": (
        "UPDATE transfers SET amount = amount + 1 WHERE rowid = (SELECT MAX(rowid) FROM transfers)",
        "its content does not match its hash",
    ),
    "the last entry taken away": (
        lambda database: [
            database.execute(f"DELETE FROM {table} WHERE sequence = {LAST}")
            for table in ("events", "transfers", "entries")
        ],
        "the last entry is",
    ),
    "another answer": (
        f"UPDATE entries SET answer = '{{}}' WHERE sequence = {LAST}",
        "its content does not match its hash",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_chain_is_refused_by_name(desk: CommandDesk, name: str) -> None:
    act, sentence = DAMAGES[name]
    damaged(desk.folder, act)

    for words in COMMANDS:
        refusal = desk.refused(*words)
        assert refusal.startswith("chain-broken: ")
        assert sentence in refusal
    said = desk.run("room", "show", code=1)
    assert said.stdout == ""
    assert said.stderr.endswith(" [chain-broken]\n")


def test_a_flipped_byte_in_a_meter_is_refused_by_name(desk: CommandDesk) -> None:
    damaged(
        desk.folder, "UPDATE balances SET balance = balance + 1 WHERE account = 'prog/meter/meter'"
    )

    refusal = desk.refused("room", "show")
    assert refusal.startswith("balances-broken: ")
    assert "balance of prog/meter/meter is " in refusal
    assert desk.json("audit", "verify", code=1)["bad"]["message"] in refusal


def test_a_wrong_setting_of_the_database_is_refused_by_name(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SQLITE_PRAGMAS, "synchronous", "OFF")

    assert desk.refused("room", "show") == (
        "setting-wrong: synchronous is 0: it must be 2; close every other program that has the "
        "database open, then run `upcard doctor`"
    )


def with_snapshot(desk: CommandDesk) -> None:
    """Let the room start from a snapshot from now on."""
    room = open_room(Place.at(desk.folder), pins=PINS)
    save(room)
    room.close()


def test_a_snapshot_that_was_changed_is_refused_by_name(desk: CommandDesk) -> None:
    with_snapshot(desk)
    before = desk.json("room", "show")
    damaged(desk.folder, "UPDATE snapshots SET payload = replace(payload, 'Dan', 'Don')")

    refusal = desk.refused("room", "show")
    assert refusal.startswith(f"snapshot-broken: this room did not make snapshot {NAME} at entry ")
    bad = desk.json("audit", "verify", code=1)["bad"]
    assert bad["message"] == "this room did not make its snapshot"
    # The journal is whole, so the snapshot may go, and the room starts from its journal.
    assert desk.json("audit", "drop-snapshots") == {"ok": True, "dropped": 1}
    assert desk.json("room", "show") == before


def test_a_snapshot_that_makes_somebody_executive_is_refused_by_whoever_has_the_key(
    desk: CommandDesk,
) -> None:
    with_snapshot(desk)
    damaged(desk.folder, promote)

    refusal = desk.refused("room", "show")
    assert refusal.startswith(f"snapshot-broken: this room did not make snapshot {NAME} at entry ")
    # Without the key nobody can tell who made it, but it is compared with the entries, whole.
    (desk.folder / KEY_FILE).unlink()
    bad = desk.json("audit", "verify", code=1)["bad"]
    assert bad["message"] == "its snapshot differs from the room that the events make"
    damaged(desk.folder, "UPDATE balances SET balance = balance + 1")
    assert desk.refused("audit", "drop-snapshots").startswith("audit-failed: ")


def promote(database: sqlite3.Connection) -> None:
    """A snapshot in which a dealer is executive, sealed as version 0.1 sealed them: no key."""
    sequence, text = database.execute("SELECT sequence, payload FROM snapshots").fetchone()
    changed = text.replace('"role":"dealer"', '"role":"executive"')
    assert changed != text
    hash_ = database.execute(f"SELECT hash FROM entries WHERE sequence = {sequence}").fetchone()[0]
    seal = digest(canonical([NAME, sequence, hash_, digest(changed)]))
    database.execute("UPDATE snapshots SET payload = ?, seal = ?", (changed, seal))


def test_a_place_without_a_room_and_a_file_that_is_no_database(tmp_path: Path) -> None:
    desk = CommandDesk(tmp_path)
    assert desk.refused("room", "show").startswith(f"room-unknown: {tmp_path} has no room: create")
    assert desk.refused("audit", "verify").startswith("room-unknown: ")
    (tmp_path / "room.sqlite").write_bytes(b"not a database, just some bytes" * 99)

    assert desk.refused("room", "show") == "database: file is not a database"
    assert desk.refused("audit", "verify") == "database: file is not a database"


def test_a_room_is_not_made_twice_nor_with_one_badge_for_two_people(
    desk: CommandDesk, tmp_path: Path
) -> None:
    words = ("room", "init", "--name", "A", "--location", "B")
    assert desk.refused(*words).startswith("room-exists: ")
    other = CommandDesk(tmp_path / "other")
    refusal = other.refused(*words, "--executive", "e-1:Eve", "--executive", "e-1:Ed")

    assert refusal == "badge-taken: Ed: badge e-1 belongs to Eve: choose another"
    assert other.refused(*words, "--day-starts-at", "24").startswith("room-not-allowed: ")
    made = other.json(*words)
    assert [(one["role"], len(one["pin"])) for one in made["badges"]] == [("executive", 6)] * 2
    assert "give --name and --location" in other.run("room", "init", code=2).stderr
