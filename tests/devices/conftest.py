"""Hand-dealt rooms on both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.devices.hand_dealt_rooms import hand_dealt_house
from tests.postgres import postgres_or_skip
from tests.room.houses import Game, House, place_in

MakeHouse: TypeAlias = Callable[..., House]


@pytest.fixture(params=["sqlite", "postgresql"])
def make_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeHouse]:
    """Makes a room whose table t1 is dealt by hand, on SQLite and on PostgreSQL."""
    houses: list[House] = []

    def make(game: Game, **settings: Any) -> House:
        url = postgres_or_skip().new_database() if request.param == "postgresql" else None
        houses.append(hand_dealt_house(place_in(tmp_path, url), game, **settings))
        return houses[-1]

    yield make
    for house in houses:
        house.close()


@pytest.fixture
def quick_house(tmp_path: Path) -> Iterator[MakeHouse]:
    """Makes the same room on SQLite alone, for what no database changes."""
    houses: list[House] = []

    def make(game: Game, **settings: Any) -> House:
        houses.append(hand_dealt_house(place_in(tmp_path), game, **settings))
        return houses[-1]

    yield make
    for house in houses:
        house.close()
