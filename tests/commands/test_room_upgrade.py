"""`upcard room upgrade`: rooms of earlier versions brought to this one, and newer ones refused."""

from __future__ import annotations

import json
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.commands.desks import CommandDesk, Typing, quick_pins, won_desk
from tests.postgres import postgres_or_skip
from tests.rooms.test_stored import STORED, unpacked_postgres
from upcard import __version__
from upcard.journal.migrations.steps import NEWEST
from upcard.room.room_openings import DATABASE

UPGRADE = ("room", "upgrade")
TWO: dict[str, Any] = {"by": "tech-1", "second": "exec-1"}


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """The stored room of version 0.1: no seals, no rules in its journal, an older database."""
    with tarfile.open(STORED / "0.1.0-sqlite.tar.xz") as archive:
        archive.extractall(tmp_path / "room", filter="data")
    quick_pins(monkeypatch)
    return CommandDesk(tmp_path / "room")


def revision(desk: CommandDesk) -> str:
    """The revision of the database in the room's folder."""
    with closing(sqlite3.connect(desk.folder / DATABASE)) as database:
        found: str = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    return found


def test_an_older_room_is_backed_up_migrated_accepted_and_checked(
    old: CommandDesk, tmp_path: Path
) -> None:
    record = old.json(*UPGRADE, "--backup", str(tmp_path / "kept"), **TWO)

    plan = record["plan"]
    assert plan["from"] == {"version": "0.1.0", "revision": "r0001"}
    assert plan["migrations"][0] == {
        "revision": "r0002",
        "brings": "seals marks and checkpoints",
    }
    assert (plan["seals"], plan["accept_software"], plan["to"]) == (True, True, __version__)
    assert plan["rules"] == ["bahama-wsgc", "kings-bounty"]
    assert (plan["stopped"], plan["open_tables"]) == ({}, ["bahama-1", "bounty-1", "bounty-2"])
    assert revision(old) == NEWEST
    assert old.json("audit", "verify")["head"] == record["head"]
    assert old.json("room", "software")["accepted"]

    # The backup is the room of before: a good copy, whose database nobody touched.
    copy = old.json("room", "check-backup", str(tmp_path / "kept"))
    assert copy["entries"] < record["entries"]
    assert revision(CommandDesk(tmp_path / "kept")) == "r0001"
    words = ("room", "restore", str(tmp_path / "kept"), "--reason", "the upgrade went wrong")
    restored = CommandDesk(tmp_path / "again")
    restored.run(*words, **TWO)
    assert restored.json("audit", "verify")["ok"]

    assert old.json(*UPGRADE)["upgraded"] is False
    assert "nothing to do" in old.run(*UPGRADE).stdout


def test_nothing_changes_before_two_people_are_named_and_somebody_says_yes(
    old: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (old.folder / DATABASE).read_bytes()
    assert old.refused(*UPGRADE) == (
        f"second-person-needed: two people must accept Upcard {__version__} here: name them "
        "with --as and --second"
    )
    monkeypatch.setattr("sys.stdin", Typing("n\n"))
    said = old.run(*UPGRADE, code=1, **TWO).stderr

    assert "  - back the room up to " in said
    assert "  - migrate the database to r0002: seals marks and checkpoints\n" in said
    assert f"  - accept Upcard {__version__} as the room's program (until now 0.1.0)" in said
    assert "  WARNING still open: bahama-1, bounty-1, bounty-2; close them" in said
    assert "you said no: nothing has changed [not-confirmed]" in said
    assert (old.folder / DATABASE).read_bytes() == before
    assert [path.name for path in old.folder.parent.iterdir()] == ["room"]


def test_a_room_on_postgresql_is_backed_up_and_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    place = unpacked_postgres("0.1.0-postgresql", tmp_path / "beside", postgres_or_skip())
    url = place.url.replace("postgresql+psycopg:", "postgresql:")
    desk = CommandDesk(place.folder, url)
    done = desk.run(*UPGRADE, **TWO)

    assert f"  - back the room up to {tmp_path / 'beside'}.before-upgrade-" in done.stderr
    assert f"Stored room is at Upcard {__version__}: " in done.stdout
    assert desk.json("audit", "verify")["ok"]
    (copy,) = tmp_path.glob("beside.before-upgrade-*")
    assert desk.json("room", "check-backup", str(copy))["entries"] > 0


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room of this version."""
    return won_desk(tmp_path / "room", monkeypatch)


def test_a_database_that_a_newer_version_made_is_refused_by_name(desk: CommandDesk) -> None:
    with closing(sqlite3.connect(desk.folder / DATABASE)) as database:
        database.execute("UPDATE alembic_version SET version_num = 'r9999'")
        database.commit()

    refusal = (
        f"schema-unknown: the database is at revision r9999: Upcard {__version__} knows revisions "
        f"up to {NEWEST}; a newer version made it: use that version, or restore an "
        "older backup"
    )
    assert {desk.refused(*words) for words in (UPGRADE, ("room", "show"), ("audit", "verify"))} == {
        refusal
    }


def test_records_of_a_newer_version_are_refused_with_its_name(
    desk: CommandDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from upcard.room import room_records

    known = {name: kind for name, kind in room_records._EVENTS.items() if name != "SlipIssued"}
    monkeypatch.setattr("upcard.room.room_records._EVENTS", known)

    for words in (UPGRADE, ("room", "show")):
        refusal = desk.refused(*words)
        assert refusal.startswith(
            f"schema-unknown: Upcard {__version__} cannot read the room's records "
            "(kind is 'SlipIssued': write one of "
        )
        assert refusal.endswith(
            f"they were written by Upcard {__version__}; use that version, or restore an "
            "older backup"
        )


def test_a_copy_that_another_version_digested_otherwise_is_still_a_good_copy(
    desk: CommandDesk, tmp_path: Path
) -> None:
    desk.run("room", "backup", "--out", str(tmp_path / "copy"))
    path = tmp_path / "copy" / "backup.json"
    summary = json.loads(path.read_text())
    path.write_text(json.dumps({**summary, "state": "0" * 64}))
    assert desk.refused("room", "check-backup", str(tmp_path / "copy")).startswith("backup-broken:")

    # Version 0.2 named no form.
    path.write_text(json.dumps({**summary, "state": "0" * 64, "form": ""}))
    assert desk.json("room", "check-backup", str(tmp_path / "copy"))["state"] == "0" * 64
