"""Two processes on one journal: what one records, the other knows."""

import time
from pathlib import Path

import pytest

from tests.faults.scripts import BLAZING
from tests.postgres import postgres_or_skip
from tests.room.houses import PINS, House, new_house, place_in
from upcard.money import Cents
from upcard.room.followers import Following
from upcard.room.room_openings import open_room
from upcard.table.commands import PlaceWager


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_room_knows_what_another_process_records(database: str, tmp_path: Path) -> None:
    url = postgres_or_skip().new_database() if database == "postgresql" else None
    house = new_house(place_in(tmp_path, url), BLAZING)
    other = House(open_room(house.place, pins=PINS), house.place, house.game)
    other._ids = house._ids
    told: list[int] = []
    stop = other.room.watch(lambda: told.append(other.room.sequence))
    with Following(other.room):
        house.key("t1", PlaceWager(1, "main", Cents(1000)))
        until = time.monotonic() + 60
        while told[-1:] != [house.room.sequence] and time.monotonic() < until:
            time.sleep(0.01)
        assert told[-1:] == [house.room.sequence]
        assert other.room.state == house.room.state
        # And the other way round: an order decided on what the first one has just recorded.
        other.key("t1", PlaceWager(1, "main", Cents(2500)))
    house.room.catch_up()
    assert [one.amount for one in house.round_on("t1").wagers] == [2500]
    stop()
    house.close()
    other.close()
