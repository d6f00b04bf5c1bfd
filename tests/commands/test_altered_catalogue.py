"""A catalogue file changes on the disk: rooms open, and tables play the rules in their journal."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import upcard
from tests.commands.desks import CommandDesk, won_desk
from tests.room.houses import PIN
from tests.rooms.test_stored import STORED


@dataclass(frozen=True, slots=True)
class Program:
    """A copy of the program with changed files, and a room that it is used on."""

    package: Path
    room: Path

    def json(self, *words: str, code: int = 0) -> Any:
        """The one JSON document that it prints."""
        done = subprocess.run(
            [sys.executable, "-m", "upcard", *words, "--data", str(self.room), "--json"],
            env={
                **os.environ,
                "PYTHONPATH": str(self.package.parent),
                "UPCARD_PIN": PIN,
                "UPCARD_SECOND_PIN": PIN,
            },
            cwd=self.package.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return json.loads(done.stdout)

    def signed(self, *words: str, code: int = 0) -> Any:
        """The same, signed by a technician and an executive."""
        return self.json(*words, "--as", "tech-1", "--second", "exec-1", code=code)

    def refused(self, *words: str) -> str:
        """A refusal's code and sentence."""
        error = self.json(*words, code=1)["error"]
        return f"{error['code']}: {error['message']}"

    def tables(self) -> dict[str, Any]:
        """Every table's record by name."""
        return {one["table"]: one for one in self.json("room", "tables", "list")}


def changed_program(folder: Path, room: Path, file: str, before: str, after: str) -> Program:
    """The program with a game of the catalogue changed, accepted by two people."""
    package = folder / "copy" / "upcard"
    # Compiled modules come along: they save each process a second.
    ignored = shutil.ignore_patterns("kernels-*", "gpu-*")
    shutil.copytree(Path(upcard.__file__).parent, package, ignore=ignored)
    path = package / "catalogue" / "games" / f"{file}.toml"
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))
    program = Program(package, room)
    program.signed("room", "accept-software", "--reason", "a new version")
    return program


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandDesk:
    """A room of this version with two open tables on a progressive, and one that is closed."""
    desk = won_desk(tmp_path / "room", monkeypatch)
    desk.run("room", "tables", "add", "t3", "--rules", "bahama-wsgc", by="tech-1", second="exec-1")
    return desk


def test_a_room_plays_on_by_its_own_rules_and_says_what_the_catalogue_has_newer(
    desk: CommandDesk, tmp_path: Path
) -> None:
    program = changed_program(
        tmp_path, desk.folder, "bahama-wsgc", "hands_max = 4", "hands_max = 3"
    )

    newer = {"splitting.hands_max": ["4", "3"]}
    shown = program.tables()
    assert {name: one["newer_rules"] for name, one in shown.items()} == dict.fromkeys(shown, newer)
    assert {one["rules_fault"] for one in shown.values()} == {""}
    program.json("room", "key", "t1", "bet", "1", "main", "10", "--as", "deal-1")

    # Two people put a table on newer rules, and its game is no other table's matter.
    program.signed("room", "tables", "change", "t3")
    shown = program.tables()
    assert [shown[name]["newer_rules"] for name in ("t1", "t2", "t3")] == [newer, newer, None]
    # A program that never had the change opens the room as well, and sees t3 the other way round.
    desk.run("room", "accept-software", "--reason", "back again", by="tech-1", second="exec-1")
    said = desk.run("room", "tables", "show", "t3").stdout
    assert "the catalogue's bahama-wsgc differs: splitting.hands_max is 4 (t3 plays 3)" in said


def test_rules_of_the_room_s_own_stay_what_was_approved_when_the_game_they_extend_changes(
    desk: CommandDesk, tmp_path: Path
) -> None:
    two: dict[str, Any] = {"by": "tech-1", "second": "exec-1"}
    file = tmp_path / "own.toml"
    file.write_text('extends = "blackjack"\nname = "own"\n')
    desk.run("room", "rules", "approve", str(file), "--name", "own", **two)
    desk.run("room", "tables", "add", "t4", "--rules", "own", **two)
    program = changed_program(
        tmp_path, desk.folder, "blackjack", 'soft_17 = "hit"', 'soft_17 = "stand"'
    )
    program.signed("room", "tables", "add", "t5", "--rules", "own")

    shown = program.tables()
    assert [shown[name]["newer_rules"] for name in ("t4", "t5")] == [None, None]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """The stored room of version 0.2, whose tables recorded fingerprints alone."""
    with tarfile.open(STORED / "0.2.0-sqlite.tar.xz") as archive:
        archive.extractall(tmp_path / "room", filter="data")
    return tmp_path / "room"


def test_an_older_room_opens_and_only_tables_whose_rules_are_lost_stop(
    stored: Path, tmp_path: Path
) -> None:
    # King's Bounty extends it.
    program = changed_program(tmp_path, stored, "blackjack", "hands_max = 4", "hands_max = 3")

    faults = {name: one["rules_fault"] for name, one in program.tables().items()}
    assert faults.pop("bahama-1") == ""
    assert set(faults) == {"bounty-1", "bounty-2"}
    assert faults["bounty-1"] == (
        "kings-bounty has changed since bounty-1 was set up, and the version that set it up did "
        "not record its rules: two people must give bounty-1 today's rules with `upcard room "
        "tables change bounty-1`"
    )
    bet = ("bet", "1", "main", "10", "--as")
    assert program.refused("room", "key", "bounty-1", *bet, "deal-2").startswith(
        "rules-altered: bounty-1 has stopped: kings-bounty has changed since bounty-1 was set up"
    )
    program.json("room", "key", "bahama-1", "stand", "--as", "deal-1")

    # The mending: with today's rules the table still fits the progressive that it is on.
    program.json("room", "close", "bounty-1", "--as", "sup-1")
    program.signed("room", "tables", "change", "bounty-1")
    program.json("room", "open", "bounty-1", "--dealer", "deal-2", "--as", "sup-1")


def test_a_table_on_a_progressive_changes_only_to_what_still_fits_it(desk: CommandDesk) -> None:
    two: dict[str, Any] = {"by": "tech-1", "second": "exec-1"}
    change = ("room", "tables", "change", "t1")
    desk.run("room", "close", "t1", by="sup-1")

    desk.run(*change, "--cut-card", "150", **two)
    assert desk.refused(*change, "--paytable", "bahama-progressive=PT1", **two) == (
        "link-not-allowed: t1 plays Bahama Bonus Progressive PT1, but the link "
        "is for Bahama Bonus Progressive PT3"
    )
