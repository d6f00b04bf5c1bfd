"""Where a server finds its room, and that it needs to write nowhere else."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

import upcard
from tests.commands.desks import CommandDesk
from tests.deploy.processes import Environment, Process, serving
from tests.postgres import postgres_or_skip
from tests.web.processes import QUICK
from upcard.commands.serve import served_place
from upcard.room.events import RoomKind
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember, Place, make_room


def live_room(folder: Path) -> None:
    """A room for real money, with two people."""
    people = [
        FirstMember(badge=f"exec-{n}", name=f"Executive {n}", role=Role.EXECUTIVE, pin="482913")
        for n in (1, 2)
    ]
    make_room(
        Place.at(folder),
        name="North room",
        location="Main Street 1",
        kind=RoomKind.LIVE,
        day_starts_at=6,
        members=people,
        pins=QUICK,
    ).close()


def test_a_server_serves_the_room_that_the_environment_names(tmp_path: Path) -> None:
    live_room(tmp_path / "north")
    with serving(variables={"UPCARD_DATA": str(tmp_path / "north")}) as server:
        assert server.first_line.endswith("(North room)")


def test_a_demonstration_is_never_made_in_the_room_that_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    with ExitStack() as leaving:
        asked = served_place(None, True, leaving)
        named = served_place(str(tmp_path / "demo"), True, leaving)
        real = served_place(None, False, leaving)

    assert (asked.is_demo, asked.is_temporary) == (True, True)
    assert asked.place.folder != tmp_path
    assert (named.is_demo, named.place.folder) == (True, tmp_path / "demo")
    assert (real.is_demo, real.place.folder) == (False, tmp_path)


@pytest.mark.parametrize(("options", "asked"), [((), "north"), (("--data", "south"), "south")])
def test_a_room_that_is_not_there_is_not_made_and_an_option_counts_first(
    options: tuple[str, ...], asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = CommandDesk(tmp_path, url="north")
    refused = desk.refused("serve", "--port", "0", *options)

    assert refused.startswith(f"room-unknown: {asked} has no room")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "folder"),
    [
        ("serve --port 0", ""),
        ("room init --name North --location here", ""),
        ("room show", ""),
        ("room show", "keys"),
    ],
)
def test_a_room_on_postgresql_needs_its_folder_before_anything_is_made(
    words: str, folder: str, tmp_path: Path
) -> None:
    url = postgres_or_skip().new_database()
    named = str(tmp_path / folder) if folder else ""
    desk = CommandDesk(tmp_path, url=url)
    refused = desk.refused(
        *words.split(), variables={"UPCARD_FOLDER": named, "HOME": str(tmp_path)}
    )
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        tables = connection.execute(
            "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
        ).fetchone()

    assert refused.startswith("folder-needed: UPCARD_FOLDER is ")
    assert tables == (0,)
    assert list(tmp_path.iterdir()) == []


def test_a_room_command_without_a_room_is_wrong_usage(tmp_path: Path) -> None:
    desk = CommandDesk(tmp_path)

    assert "--data" in desk.run("room", "init", code=2, variables={"UPCARD_DATA": ""}).stderr
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def installed() -> Iterator[Environment]:
    """The package where its user can write nothing, and a user without a home."""
    folder = Path(tempfile.mkdtemp(prefix="upcard-read-only-"))
    here = Path(upcard.__file__).parent
    shutil.copytree(here, folder / "upcard", ignore=shutil.ignore_patterns("__pycache__"))
    everything = [folder, *folder.rglob("*")]
    for path in everything:
        path.chmod(0o555 if path.is_dir() else 0o444)
    # Root may write anything, unless it gives the right to do so away.
    drop = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    home = str(folder / "no-home")
    yield Environment(
        before=drop, variables={"PYTHONPATH": str(folder), "HOME": home, "XDG_CACHE_HOME": home}
    )
    for path in everything:
        path.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_installation_without_a_home_serves_a_demonstration_and_says_so(
    installed: Environment, tmp_path: Path
) -> None:
    code = (
        "from upcard.odds.play.kernels import reach_kernels;"
        "from upcard.simulation.kernels import lane_shoe_blocks;"
        "import upcard; print(upcard.__file__)"
    )
    loaded = subprocess.run(
        [*installed.before, sys.executable, "-c", code],
        env={**os.environ, **installed.variables},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    doctor = Process.ended("doctor", environment=installed)
    with serving(environment=installed) as server:
        room = server.get("/api/room")

    assert loaded.returncode == 0, loaded.stderr
    assert loaded.stdout.startswith(installed.variables["PYTHONPATH"])
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr
    assert "no writable folder" in doctor.stdout
    assert room.status_code == 200
    assert server.first_line.endswith("no real money; deleted when the server stops)")
