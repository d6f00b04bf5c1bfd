"""The files of a room belong to the room's user alone, whatever the machine's usual mask is."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.room.houses import PINS, new_house, place_in
from tests.room.test_procedures import GAMES
from upcard.room.care.backups import back_up
from upcard.room.files import write_private
from upcard.room.orders import ReportMalfunction
from upcard.room.room_openings import open_room


@pytest.fixture
def no_mask() -> Iterator[None]:
    """A machine on which new files are anybody's unless a program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_nobody_else_reads_a_room_or_its_backup(tmp_path: Path, no_mask: None) -> None:
    house = new_house(place_in(tmp_path / "room"), GAMES["bahama"])
    house.done("sup-1", ReportMalfunction("sensor", "stays lit"))
    folder = house.place.folder
    back_up(house.place, tmp_path / "copy")
    while_open = modes(folder) | modes(tmp_path / "copy")
    house.close()
    open_room(house.place, pins=PINS).close()
    modes_after = modes(folder)

    assert len(while_open) > 8
    assert {path: mode for path, mode in (while_open | modes_after).items() if mode & 0o077} == {}


def test_a_file_that_is_written_anew_loses_what_others_had(tmp_path: Path) -> None:
    path = tmp_path / "slip.pdf"
    path.write_bytes(b"old")
    path.chmod(0o666)
    write_private(path, b"new")

    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes() == b"new"


def modes(folder: Path) -> dict[str, int]:
    """The permissions of a folder and of everything in it."""
    return {str(path): path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}
