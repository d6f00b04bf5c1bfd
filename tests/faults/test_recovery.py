"""The database recovered to a moment with its own tools: two people sign, and the room goes on."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.commands.desks import CommandDesk, quick_pins
from tests.faults.counts import IS_FULL
from tests.faults.replicas import base_backup, until
from tests.faults.scripts import BLAZING
from tests.postgres import Server, new_folder, own_server
from tests.room.houses import House, new_house, place_in
from upcard.money import Cents
from upcard.room.orders import SetWitnesses
from upcard.table.commands import PlaceWager

pytestmark = pytest.mark.skipif(not IS_FULL, reason="only with UPCARD_FAULTS=full")


@pytest.fixture
def archive() -> Iterator[Path]:
    """Where the server puts its WAL."""
    folder = new_folder()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def server(archive: Path) -> Iterator[Server]:
    """A server that archives its WAL."""
    command = f"test ! -f {archive}/%f && cp %p {archive}/%f"
    options = f"-c archive_mode=on -c archive_command='{command}'"
    with own_server(options=options) as server:
        yield server


def play(house: House, keys: int) -> None:
    """Chips on the first table."""
    for number in range(keys):
        house.key("t1", PlaceWager(1 + number % 7, "main", Cents(2500)))


def recover(made: Server, archive: Path, moment: str) -> None:
    """Start a base backup so that it plays back the archived WAL up to a moment."""
    data = made.folder / "data"
    with (data / "postgresql.auto.conf").open("a") as settings:
        settings.write(
            f"restore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n"
        )
    (data / "recovery.signal").touch()
    made.start()
    until(lambda: made.ask("SELECT pg_is_in_recovery()") == "False", "the server has recovered")


def test_a_room_recovered_to_a_moment_goes_on_when_two_people_have_signed(
    server: Server, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    house = new_house(place_in(tmp_path / "room", server.new_database()), BLAZING)
    house.done("exec-1", SetWitnesses((str(tmp_path / "witness"),)), "exec-2")
    play(house, 20)
    with base_backup(server) as made:
        play(house, 20)
        kept = house.room.sequence
        time.sleep(0.2)
        moment = server.ask("SELECT clock_timestamp()")
        time.sleep(0.2)
        play(house, 20)
        assert house.room.checkpointing is not None
        house.room.checkpointing.make()
        house.close()
        last = server.ask("SELECT pg_walfile_name(pg_switch_wal())")
        until((archive / last).exists, "the last WAL is archived")
        server.stop("fast")
        recover(made, archive, moment)

        name = str(make_url(house.place.url).database)
        url = made.url(name).replace("postgresql+psycopg:", "postgresql:")
        desk = CommandDesk(house.place.folder, url)
        assert desk.refused("room", "show").startswith("witness-disagrees: ")
        signed = desk.json(
            "room",
            "declare-restored",
            "--reason",
            "recovered to before the fault",
            by="tech-1",
            second="exec-1",
        )
        assert signed["entry"] == kept + 1
        assert desk.json("audit", "verify", "--witness", str(tmp_path / "witness"))["ok"]
        # The shoe that lay on the table is void; a new one is shuffled and played.
        assert desk.json("room", "tables", "show", "t1")["shoe"] is None
        desk.run("room", "shuffle", "t1", by="deal-1")
