"""The power goes off at any moment: what was acknowledged is there, and nothing is half done."""

from __future__ import annotations

import pickle
import random
import shutil
import sqlite3
from collections import Counter
from pathlib import Path

from tests.faults.counts import count
from tests.faults.power import Disk, Step, lay_out, recorded
from tests.faults.scripts import BLAZING
from tests.faults.test_room_faults import keys_of
from tests.room.houses import PINS, new_house, place_in
from upcard.journal import open_journal
from upcard.room.room_openings import DATABASE, Place, open_room

SEED = "power 2026"


def played(tmp_path: Path, *pragmas: str) -> tuple[Path, list[Step]]:
    """A room as it was before, and everything that playing in it wrote."""
    folder = tmp_path / "room"
    house = new_house(place_in(folder), BLAZING)
    orders = keys_of(house, 24)["t1"].orders
    house.close()
    (tmp_path / "orders").write_bytes(pickle.dumps(orders))
    shutil.copytree(folder, tmp_path / "before")
    command = ["-m", "tests.faults.powered", str(folder), str(tmp_path / "orders"), *pragmas]
    steps = recorded(command, tmp_path / "log", folder)
    shutil.rmtree(folder)
    shutil.copytree(tmp_path / "before", folder)
    return folder, steps


def disk_before(folder: Path) -> Disk:
    """Everything there before is on the disk."""
    names = [DATABASE, f"{DATABASE}-journal"]
    files = {
        str(folder / name): bytearray((folder / name).read_bytes())
        for name in names
        if (folder / name).exists()
    }
    return Disk(files)


def losses(folder: Path, steps: list[Step], images: int, target: Path) -> Counter[str]:
    """What *images* power losses at random moments came to."""
    rng = random.Random(SEED)
    found: Counter[str] = Counter()
    moments = sorted(rng.randrange(len(steps) + 1) for _ in range(images))
    disk, taken = disk_before(folder), 0
    for moment in moments:
        for step in steps[taken:moment]:
            disk.take(step)
        taken = moment
        lay_out(disk.image(rng), folder, target)
        found[_verdict(target, disk.acknowledged)] += 1
    return found


def _verdict(folder: Path, acknowledged: list[str]) -> str:
    database = sqlite3.connect(folder / DATABASE)
    try:
        if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return "corrupt"
        ids = [row[0] for row in database.execute("SELECT command_id FROM entries")]
    except sqlite3.DatabaseError:
        return "corrupt"
    finally:
        database.close()
    if not set(acknowledged) <= set(ids):
        return "lost"
    try:
        open_journal(f"sqlite:///{folder / DATABASE}").close()  # Chain and balances.
    except Exception as error:
        return f"refused: {error}"
    return "whole"


def test_no_power_loss_loses_or_halves_anything(tmp_path: Path) -> None:
    images = count(60, 10_000)
    print(f"seed {SEED}, {images} images")
    folder, steps = played(tmp_path)
    found = losses(folder, steps, images, tmp_path / "image")

    assert found == {"whole": images}, f"95% bound {3 / images:.2g}"
    disk = disk_before(folder)
    for step in steps:
        disk.take(step)
    lay_out(disk.image(random.Random(1)), folder, tmp_path / "image")
    room = open_room(Place.at(tmp_path / "image"), pins=PINS)
    assert len(disk.acknowledged) == 24
    room.close()


def test_control_a_database_that_does_not_wait_for_the_disk_loses(tmp_path: Path) -> None:
    folder, steps = played(tmp_path, "synchronous=OFF")
    found = losses(folder, steps, 40, tmp_path / "image")

    assert found["whole"] < 40
