"""A room in PostgreSQL copied while it is played in, checked without a server, and restored."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from tests.commands.desks import CommandDesk, quick_pins
from tests.faults.test_backups import play, state_at
from tests.postgres import Server, postgres_or_skip
from tests.room.houses import PINS, House, new_house, place_in, rig
from tests.room.test_procedures import GAMES
from tests.rooms.test_stored import unpacked_postgres
from upcard.journal.copies import is_empty
from upcard.journal.engines import engine_for
from upcard.journal.grants import grant_to
from upcard.journal.migrations.steps import NEWEST
from upcard.room.care.backups import DUMP, back_up, check_backup, put_back, restore, state_digest
from upcard.room.care.empty_places import made_at
from upcard.room.refusals import RoomRefused
from upcard.room.room_openings import DATABASE, open_room

SIGNED = ("--reason", "the disk broke")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server, whose own tools are found first."""
    server = postgres_or_skip()
    monkeypatch.setenv("PATH", f"{server.binaries}{os.pathsep}{os.environ['PATH']}")
    return server


@pytest.fixture
def house(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A room in PostgreSQL with a round on one of its tables."""
    rig(monkeypatch, "2c 9d 3s 6h 8s 9c Kd Kd Kd")
    house = new_house(place_in(tmp_path / "room", server.new_database()), GAMES["bahama"])
    house.start("t1")
    yield house
    house.close()


def plain(url: str) -> str:
    """An address as people write it."""
    return url.replace("postgresql+psycopg:", "postgresql:")


def tables_in(url: str) -> bool:
    """Whether a database has any tables."""
    engine = engine_for(url)
    try:
        return not is_empty(engine)
    finally:
        engine.dispose()


def test_a_copy_taken_during_play_restores_to_the_same_room(
    house: House, server: Server, tmp_path: Path
) -> None:
    is_over = threading.Event()
    player = threading.Thread(target=play, args=(house, "t2", "deal-2", is_over))
    player.start()
    try:
        copies = [back_up(house.place, tmp_path / f"copy {n}") for n in range(2)]
    finally:
        is_over.set()
        player.join()

    assert copies[0].sequence < copies[1].sequence, "somebody played meanwhile"
    for copy in copies:
        assert copy.state == state_digest(state_at(house, copy.sequence))
    place = place_in(tmp_path / "restored", server.new_database())
    assert restore(tmp_path / "copy 1", place) == copies[1]
    room = open_room(place, pins=PINS)
    assert state_digest(room.state) == copies[1].state
    assert room.journal.head().hash == copies[1].head
    room.close()


def test_a_copy_is_for_the_rooms_user_alone_and_holds_the_folder(
    house: House, tmp_path: Path
) -> None:
    made = back_up(house.place, tmp_path / "copy")

    names = [name for name, _ in made.files]
    assert names[0] == DUMP
    assert {"room.key", "seeds/t1-1.seed"} <= set(names)
    assert (tmp_path / "copy" / DUMP).stat().st_mode & 0o777 == 0o600


def test_a_copy_is_restored_into_a_folder_where_there_is_no_postgresql(
    house: House, tmp_path: Path
) -> None:
    made = back_up(house.place, tmp_path / "copy")
    place = place_in(tmp_path / "restored")

    assert restore(tmp_path / "copy", place) == made
    assert (place.folder / DATABASE).stat().st_mode & 0o777 == 0o600
    assert not (place.folder / DUMP).exists()
    room = open_room(place, pins=PINS)
    assert state_digest(room.state) == made.state
    room.close()


def test_copies_are_made_checked_and_restored_from_the_command_line(
    house: House, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    copy = str(tmp_path / "copy")
    made = CommandDesk(house.place.folder, plain(house.place.url)).json(
        "room", "backup", "--out", copy
    )
    # Nobody needs the server to check a copy.
    checked = CommandDesk(tmp_path).json("room", "check-backup", copy)
    url = server.new_database()
    again = CommandDesk(tmp_path / "again", plain(url))
    words = ("room", "restore", copy, *SIGNED)
    refused = again.refused(*words, by="tech-1", second="tech-1")
    assert refused.startswith("same-person: ")
    assert not tables_in(url)
    assert list((tmp_path / "again").iterdir()) == []

    restored = again.json(*words, by="tech-1", second="exec-1")
    assert {one["state"] for one in (made, checked, restored)} == {made["state"]}
    assert again.json("audit", "verify")["ok"]
    again.run("room", "shuffle", "t1", by="deal-1")
    assert again.refused(*words, by="tech-1", second="exec-1").startswith("room-exists: ")
    elsewhere = replace(again, folder=tmp_path / "elsewhere")
    refused = elsewhere.refused(*words, by="tech-1", second="exec-1")
    assert refused.endswith("already has tables: name an empty database")


def test_two_do_not_restore_into_one_database_at_once(
    house: House, server: Server, tmp_path: Path
) -> None:
    back_up(house.place, tmp_path / "copy")
    first = place_in(tmp_path / "first", server.new_database())
    with made_at(first) as made:
        put_back(tmp_path / "copy", made)
        with pytest.raises(RoomRefused, match="name an empty database"):
            restore(tmp_path / "copy", replace(first, folder=tmp_path / "second"))
    assert tables_in(first.url), "what the other refused attempt left alone"

    third = place_in(tmp_path / "third", server.new_database())
    with made_at(third), pytest.raises(RoomRefused, match="somebody else is creating a room"):
        restore(tmp_path / "copy", replace(third, folder=tmp_path / "fourth"))


def test_every_byte_of_the_archive_is_checked(house: House, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    back_up(house.place, copy)
    content = bytearray((copy / DUMP).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / DUMP).write_bytes(content)

    with pytest.raises(RoomRefused, match=r"room\.pgdump has changed since it was copied"):
        check_backup(copy)
    (copy / DUMP).unlink()
    with pytest.raises(RoomRefused, match=r"room\.pgdump has changed since it was copied"):
        check_backup(copy)


def test_a_room_that_somebody_changed_gives_no_good_copy(house: House, tmp_path: Path) -> None:
    with house.room.journal.engine.begin() as connection:
        for act in (
            "ALTER TABLE entries DISABLE TRIGGER USER",
            "UPDATE entries SET body = replace(body, 'StartGame', 'StartGane')",
            "ALTER TABLE entries ENABLE TRIGGER USER",
        ):
            connection.exec_driver_sql(act)

    with pytest.raises(RoomRefused, match="its content does not match its hash"):
        back_up(house.place, tmp_path / "copy")


def test_the_password_is_on_no_command_line(
    house: House, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "pg_dump").write_text(
        f'#!/bin/sh\necho "$0 $*" >> "{seen}"\necho "secret $PGPASSWORD" >> "{seen}.environment"\n'
        f'exec "{server.binaries}/pg_dump" "$@"\n'
    )
    (tools / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    url = make_url(house.place.url).set(password="tulip & 113/")
    place = replace(house.place, url=url.render_as_string(hide_password=False))
    back_up(place, tmp_path / "copy")

    assert "tulip" not in seen.read_text()
    assert "dbname=" in seen.read_text()
    assert "secret tulip & 113/" in Path(f"{seen}.environment").read_text()
    for path in (tmp_path / "copy").rglob("*"):
        assert path.is_dir() or b"tulip & 113/" not in path.read_bytes()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo 'pg_dump (PostgreSQL) 9.6.24'", r"pg_dump is version 9\.6\.24 and the server is"),
        ("exit 1", "pg_dump does not run: it gave no reason"),
        (None, "pg_dump is not installed: install it: apt-get install postgresql-client-"),
    ],
)
def test_a_pg_dump_that_is_too_old_or_missing_is_refused_and_nothing_is_left(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None, said: str
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    if script is not None:
        (tools / "pg_dump").write_text(f"#!/bin/sh\n{script}\n")
        (tools / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", str(tools))

    with pytest.raises(RoomRefused, match=said) as refused:
        back_up(house.place, tmp_path / "copy")
    assert refused.value.code == "backup-not-allowed"
    assert not (tmp_path / "copy").exists()


def test_the_servers_own_role_may_copy_the_room(
    house: House, server: Server, tmp_path: Path
) -> None:
    name = make_url(house.place.url).database
    with psycopg.connect(server.dsn("postgres"), autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS copier")
        connection.execute("CREATE ROLE copier LOGIN")
    with house.room.journal.engine.begin() as granting:
        grant_to(granting, "copier")
    url = make_url(house.place.url).set(username="copier").render_as_string()
    made = back_up(replace(house.place, url=url), tmp_path / "copy")
    house.close()
    with psycopg.connect(server.dsn(str(name)), autocommit=True) as connection:
        connection.execute("DROP OWNED BY copier")
        connection.execute("DROP ROLE copier")

    assert made == check_backup(tmp_path / "copy")


def test_a_room_of_an_earlier_version_is_copied_as_it_is_and_restored(
    server: Server, tmp_path: Path
) -> None:
    old = unpacked_postgres("0.1.0-postgresql", tmp_path / "old", server)
    made = back_up(old, tmp_path / "copy")
    place = place_in(tmp_path / "restored", server.new_database())
    restore(tmp_path / "copy", place)
    room = open_room(place, pins=PINS, any_software=True)

    assert room.sequence > made.sequence
    with room.journal.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    assert found == NEWEST
    room.close()
