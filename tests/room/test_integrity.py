"""The program that a room runs on: hashed, accepted by two people, and refused when changed."""

import os
import site
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path

import pytest

from tests.commands.desks import CommandDesk, quick_pins
from tests.room.houses import MEMBERS, PINS, House, new_house, place_in, rig
from tests.room.test_procedures import GAMES
from upcard import __version__
from upcard.journal import StartRefused
from upcard.room.events import RoomKind
from upcard.room.integrity import MANIFEST, changed_files, manifest, software_hash
from upcard.room.orders import AcceptSoftware
from upcard.room.room_openings import Place, make_room, open_room


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two files in place of the real one."""
    folder = tmp_path / "package"
    (folder / "rules").mkdir(parents=True)
    (folder / "cards.py").write_text("RANKS = 13\n")
    (folder / "rules" / "blackjack.toml").write_text("decks = 6\n")
    monkeypatch.setattr("upcard.room.integrity.files", lambda _: folder)
    return folder


@pytest.fixture
def house(tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A live room made on that package."""
    rig(monkeypatch, GAMES["bahama"].hit)
    house = new_house(place_in(tmp_path / "room"), GAMES["bahama"])
    yield house
    house.close()


def reopening(place: Place) -> str:
    """How a start of the room is refused."""
    with pytest.raises(StartRefused) as refused:
        open_room(place, pins=PINS)
    assert refused.value.code == "software-changed"
    return str(refused.value)


def test_every_file_counts_and_compiled_copies_do_not(package: Path) -> None:
    before = manifest()
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "cards.pyc").write_bytes(b"\0")
    assert manifest() == before
    names = [line.split("  ")[1] for line in before.splitlines()]
    assert [name for name in names if not name.startswith("python: ")] == [
        "cards.py",
        "rules/blackjack.toml",
    ]

    (package / "rules" / "blackjack.toml").write_text("decks = 8\n")
    assert changed_files(before, manifest()) == ["rules/blackjack.toml"]
    assert software_hash(before) != software_hash()


def test_what_python_loads_before_the_program_counts_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages, elsewhere = tmp_path / "packages", tmp_path / "elsewhere"
    packages.mkdir()
    elsewhere.mkdir()
    monkeypatch.setattr(site, "getsitepackages", lambda: [str(packages)])
    monkeypatch.delenv("PYTHONPATH", raising=False)
    seen = [manifest()]
    (packages / "evil.pth").write_text("import os")
    seen.append(manifest())
    monkeypatch.setenv("PYTHONPATH", str(elsewhere))
    seen.append(manifest())
    (elsewhere / "json.py").write_text("loads = None")
    seen.append(manifest())

    changes = [changed_files(before, after) for before, after in pairwise(seen)]
    assert changes == [
        ["python: evil.pth"],
        ["python: PYTHONPATH"],
        ["python: PYTHONPATH json.py"],
    ]


def test_a_sitecustomize_module_changes_the_program(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import builtins")
    ask = "from upcard.room.integrity import loaded_first; print(dict(loaded_first()).keys())"
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    variables = [clean, {**clean, "PYTHONPATH": str(tmp_path)}]
    told = [
        subprocess.run(
            [sys.executable, "-c", ask], env=each, capture_output=True, text=True, check=True
        ).stdout
        for each in variables
    ]

    assert ["python: sitecustomize" in text for text in told] == [False, True]


def test_a_live_room_does_not_start_on_a_changed_program_until_two_people_accept_it(
    house: House, package: Path
) -> None:
    place = house.place
    (package / "cards.py").write_text("RANKS = 14\n")
    (package / "new.py").write_text("")
    house.close()
    assert "(cards.py, new.py): put it back, or accept it" in reopening(place)

    again = House(open_room(place, pins=PINS, any_software=True), place, house.game, count(100))
    wish = AcceptSoftware(version="2", hash=software_hash(), reason="update 2, ticket 17")
    assert "role-not-enough" in again.refused("sup-1", wish, "exec-1")
    assert "second-person-needed" in again.refused("tech-1", wish)
    assert "role-not-enough" in again.refused("tech-1", wish, "sup-1")
    again.order("tech-1", wish, "exec-1", id="accept")
    again.close()
    open_room(place, pins=PINS).close()


def test_a_program_put_back_needs_nobody(house: House, package: Path) -> None:
    place, before = house.place, (package / "cards.py").read_text()
    house.close()
    (package / "cards.py").write_text("RANKS = 14\n")
    reopening(place)
    (package / "cards.py").write_text(before)

    open_room(place, pins=PINS).close()


def test_only_the_program_that_runs_can_be_accepted_and_with_a_reason(house: House) -> None:
    other = AcceptSoftware(version="2", hash="0" * 64, reason="an update")
    silent = AcceptSoftware(version="2", hash=software_hash(), reason=" ")

    assert house.refused("tech-1", other, "exec-1").startswith("software-differs: ")
    assert house.refused("tech-1", silent, "exec-1").startswith("reason-missing: ")


def test_a_manifest_that_was_altered_too_does_not_help(house: House, package: Path) -> None:
    """The list of files names what changed; what decides is the hash in the journal."""
    house.close()
    (package / "cards.py").write_text("RANKS = 14\n")
    for text in (manifest(), "00  innocent.py\n"):
        (house.place.folder / MANIFEST).write_text(text)
        assert "was accepted: put it back" in reopening(house.place)


@pytest.mark.parametrize("kind", [RoomKind.DEMO, RoomKind.TRAINING])
def test_a_room_for_practice_starts_on_any_program(
    tmp_path: Path, package: Path, kind: RoomKind
) -> None:
    place = place_in(tmp_path / "room")
    make_room(
        place,
        name="Practice",
        location="here",
        kind=kind,
        day_starts_at=6,
        members=MEMBERS,
        pins=PINS,
    ).close()
    (package / "cards.py").write_text("RANKS = 14\n")

    open_room(place, pins=PINS).close()


def test_the_last_ten_programs_are_listed_with_who_accepted_them(
    house: House, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    house.close()
    desk = CommandDesk(house.place.folder)
    first = desk.json("room", "software")
    assert first["accepted"]
    assert [one["reason"] for one in first["changes"]] == ["the room was made"]
    for number in range(11):
        (package / "cards.py").write_text(f"RANKS = {number}\n")
        shown = desk.json("room", "software", code=1)
        assert (shown["accepted"], shown["changed"]) == (False, ["cards.py"])
        words = ("room", "accept-software", "--reason", f"update {number}")
        desk.json(*words, by="tech-1", second="exec-1")

    last = desk.json("room", "software")
    assert last["accepted"]
    assert [one["reason"] for one in last["changes"]] == [f"update {n}" for n in range(10, 0, -1)]
    assert {(one["by"], one["approved_by"]) for one in last["changes"]} == {("tech-1", "exec-1")}
    assert "update 10" in desk.run("room", "software").stdout


def test_a_change_of_program_is_in_the_reports(
    house: House, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pins(monkeypatch)
    first = software_hash()
    (package / "cards.py").write_text("RANKS = 14\n")
    wish = AcceptSoftware(version="2", hash=software_hash(), reason="update 2")
    house.done("tech-1", wish, "exec-1")
    house.close()

    told = CommandDesk(house.place.folder).json("room", "report", "significant", by="reg-1")
    assert [one["text"] for one in told["events"] if one["code"] == "software-accepted"] == [
        f"version {__version__}, hash {first[:12]}: the room was made",
        f"version 2, hash {wish.hash[:12]}: update 2",
    ]
    assert ("software", first, wish.hash) in {
        (one["thing"], one["old"], one["new"]) for one in told["changes"]
    }
