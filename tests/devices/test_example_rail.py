"""The rail in `examples/`, run as a board would run it, with its pins in the test's hand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from tests.devices.device_houses import RAIL, WAGER, enrolled, new_tables, served
from tests.room.houses import House
from upcard.table.commands import EndGame, StartGame

EXAMPLE = Path(__file__).parents[2] / "examples" / "rail.py"
LINES_MAX = 60


class Pin:
    """A pin that remembers its level; a sensor without a coin is pulled up."""

    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, *_: int) -> None:
        self.level = 1

    def value(self, level: int | None = None) -> int:
        """The level, or a new one."""
        if level is not None:
            self.level = int(level)
        return self.level


def post(url: str, data: str = "") -> httpx.Response:
    """`requests.post`, as MicroPython has it."""
    return httpx.post(url, content=data, timeout=60)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Hand-dealt tables."""
    made = new_tables(tmp_path)
    yield made
    made.close()


@pytest.fixture
def board(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The program of the board, connected to the first table."""
    stubs: dict[str, dict[str, object]] = {
        "machine": {"Pin": Pin},
        "requests": {"post": post},
        "network": {},
    }
    for name, parts in stubs.items():
        module = ModuleType(name)
        vars(module).update(parts)
        monkeypatch.setitem(sys.modules, name, module)
    key = enrolled(house, "rail-1", RAIL)
    program: dict[str, Any] = {"__name__": "rail"}
    exec(compile(EXAMPLE.read_text(), str(EXAMPLE), "exec"), program)
    with served(house) as (origin, _):
        program.update(URL=f"{origin}/api/devices/rail-1", TABLE="t1", KEY=key, WAGER=WAGER)
        yield program


def looker(board: dict[str, Any]) -> Callable[[], list[int]]:
    """One look of the board, in a session of its own; the lamps after the next."""
    session = post(f"{board['URL']}/session").json()["session"]

    def look() -> list[int]:
        for _ in range(2):
            board["step"](session)
        return [lamp.value() for lamp in board["LAMPS"]]

    return look


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= LINES_MAX


def test_the_example_places_lifts_and_shows_lamps(house: House, board: dict[str, Any]) -> None:
    look, sensor = looker(board), board["SENSORS"][2]
    assert look() == [0] * 7
    sensor.value(0)
    assert look() == [0, 0, 1, 0, 0, 0, 0]
    assert [wager.spot for wager in house.round_on("t1").wagers] == [3]
    sensor.value(1)
    assert look() == [0] * 7
    assert house.round_on("t1").wagers == ()
    sensor.value(0)
    look()
    house.key("t1", StartGame())
    assert look() == [0, 0, 1, 0, 0, 0, 0]
    sensor.value(1)
    look()
    assert all(wager.is_collected for wager in house.round_on("t1").wagers)
    house.key("t1", EndGame())
    assert look() == [0] * 7
    assert house.room.state.devices["rail-1"].number == 4, "nothing was sent twice"


def test_the_example_believes_nobody_but_its_room(house: House, board: dict[str, Any]) -> None:
    board["KEY"] = bytes(32)

    with pytest.raises(OSError, match="not our room"):
        looker(board)()
    assert house.room.state.devices["rail-1"].number == 0
