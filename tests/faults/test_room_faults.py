"""A whole room killed, cut off from its database, out of disk: it goes on where it was."""

from __future__ import annotations

import itertools
import random
import shutil
import threading
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.faults.counts import count
from tests.faults.scripts import BLAZING, Script, script
from tests.faults.serving import serve_orders
from tests.faults.workers import context
from tests.postgres import postgres_or_skip
from tests.room.houses import PINS, House, new_house, place_in
from upcard.journal import Journal, JournalError, NotRecorded, verify
from upcard.journal.engines import engine_for
from upcard.room.care.audits import audit_room
from upcard.room.events import ClockSteppedBack
from upcard.room.fairness.fair_shuffles import ShoeNumber
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.keys import keys_in
from upcard.room.orders import Order, Signature
from upcard.room.room_openings import Place, open_room
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.room.table_orders import Operate
from upcard.table.commands import PlaceWager

SEED = "room faults 2026"


class ScriptVault:
    """The seeds of a room; shoes that a script shuffles get the seeds it was given."""

    def __init__(self, folder: Path) -> None:
        self._files = FileVault(folder)
        self._new: dict[ShoeNumber, bytes] = {}

    def put(self, shoe: ShoeNumber, seed: bytes) -> None:
        """Kept in memory: the room itself draws its own when its turn comes."""
        self._new[shoe] = seed

    def get(self, shoe: ShoeNumber) -> bytes:
        """The seed of a shoe."""
        return self._new.get(shoe) or self._files.get(shoe)

    def check(self) -> None:
        """As the room's own."""
        self._files.check()


def keys_of(house: House, keys: int) -> dict[str, Script]:
    """A script for each table, short enough for the shoe that lies there."""
    vault = ScriptVault(house.place.folder / "seeds")
    return {
        table: script(house, vault, table, dealer, keys, SEED)
        for table, dealer in (("t1", "deal-1"), ("t2", "deal-2"))
    }


def without_day(state: RoomState, table: str) -> Any:
    """A table without the gaming day, which no script knows."""
    at = state.tables[table]
    return replace(at, day=None, round=None), at.happened


@pytest.mark.parametrize(
    ("database", "little", "full"), [("sqlite", 6, 200), ("postgresql", 4, 100)]
)
def test_a_room_killed_in_mid_hand_goes_on_at_the_same_card(
    database: str, little: int, full: int, tmp_path: Path
) -> None:
    kills = count(little, full)
    print(f"seed {SEED}, {kills} kills on {database}")
    url = postgres_or_skip().new_database() if database == "postgresql" else None
    house = new_house(place_in(tmp_path, url), BLAZING)
    scripts = keys_of(house, count(40, 220))
    house.close()
    lives = Lives(house.place, {table: one.orders for table, one in scripts.items()})
    for life in range(kills):
        lives.one(("t1", "t2")[life % 2])
        audit_of(house.place)
    assert sum(lives.done.values()) > kills
    _finish(house.place, scripts)


def audit_of(place: Place) -> None:
    """The audit of a room that was just killed: snapshots and checkpoints included."""
    journal = Journal(engine_for(place.url), keys_in(place.folder).seals)
    found = audit_room(journal)
    journal.close()
    assert found.fault is None, str(found.fault)


class Lives:
    """Somebody who sends keys to a process that is killed, and sends again what had no answer."""

    def __init__(self, place: Place, orders: dict[str, tuple[Order, ...]]) -> None:
        self.place, self.orders = place, orders
        self.done = dict.fromkeys(orders, 0)
        """How many keys of each table were acknowledged."""
        self.rng = random.Random(SEED)

    def one(self, table: str) -> None:
        """One life of the process, ended in the middle of a key or between two."""
        pipe, other = context().Pipe()
        process: Any = context().Process(target=serve_orders, args=(self.place, other))
        process.start()
        other.close()
        pipe.recv()
        first = max(0, self.done[table] - self.rng.randrange(3))
        last = first + self.rng.randrange(2, 9)
        for number, order in enumerate(self.orders[table][first:last], start=first):
            pipe.send(order)
            if number + 1 == last:  # Killed with work under way, answered or not.
                pipe.poll(self.rng.random() * 0.006)
                break
            assert pipe.recv() == order.id
            self.done[table] = max(self.done[table], number + 1)
        process.kill()
        process.join()
        pipe.close()


def _finish(place: Place, scripts: dict[str, Script]) -> None:
    """What is missing is sent, everything else again; the room is what the scripts say."""
    room = open_room(place, pins=PINS)
    for one in scripts.values():
        for order in one.orders:
            answer = room.submit(order)
            assert not answer.is_refused, answer.message
    check_end(room, scripts)
    room.close()
    again = open_room(place, pins=PINS)
    assert again.state == room.state
    again.close()


def check_end(room: Room, scripts: dict[str, Script]) -> None:
    """Each key once, each table at the same card, the meter to the sub-cent, the chain whole."""
    times = Counter(entry.command_id for entry in room.journal.entries())
    ids = {order.id for one in scripts.values() for order in one.orders}
    assert {times[id_] for id_ in ids} == {1}
    for table, one in scripts.items():
        assert without_day(room.state, table) == without_day(one.end, table)
    starts = [one.end.jackpots.progressives["prog"] for one in scripts.values()]
    now = room.state.jackpots.progressives["prog"]
    for name, level in now.levels.items():
        seed = level.parameters.seed
        came = [each.levels[name] for each in starts]
        due = sum(one.display + one.carried.display - seed for one in came)
        assert level.display + level.carried.display - seed == due
    assert verify(room.journal).is_sound


def test_postgresql_stopped_at_once_during_play_and_the_room_resumes_by_itself(
    tmp_path: Path,
) -> None:
    stops = count(2, 20)
    print(f"seed {SEED}, {stops} immediate stops while two tables play")
    server = postgres_or_skip()
    house = new_house(place_in(tmp_path, server.new_database()), BLAZING)
    scripts = keys_of(house, 60)
    waits: list[float] = []
    ended = threading.Event()

    def play(one: Script) -> None:
        for order in itertools.cycle(one.orders):
            if ended.is_set():
                return
            _until_answered(house.room, order, waits)

    threads = [threading.Thread(target=play, args=(one,)) for one in scripts.values()]
    for thread in threads:
        thread.start()
    try:
        for _ in range(stops):
            time.sleep(0.3)
            server.stop("immediate")
            server.start()
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    for one in scripts.values():
        for order in one.orders:
            _until_answered(house.room, order, waits)
    check_end(house.room, scripts)
    house.close()
    print(f"longest wait for an answer {max(waits, default=0):.2f} s")
    assert max(waits, default=0) < 5 + 5


def _until_answered(room: Room, order: Order, waits: list[float]) -> None:
    began = time.monotonic()
    for _ in range(200):
        try:
            assert not room.submit(order).is_refused
        except JournalError:
            time.sleep(0.05)
            continue
        waits.append(time.monotonic() - began)
        return
    raise AssertionError(f"{order.id} was never answered")


def test_a_full_disk_stops_play_with_a_sentence_and_it_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    house = new_house(place_in(tmp_path), BLAZING)
    engine = house.room.journal.engine
    limit = {"pages": 0}

    @event.listens_for(engine, "begin")
    def full(connection: Any) -> None:
        if limit["pages"]:
            connection.exec_driver_sql(f"PRAGMA max_page_count={limit['pages']}")

    stopped = None
    with engine.connect() as connection:
        limit["pages"] = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    before = house.room.state
    for number in range(400):
        before = house.room.state
        try:
            house.key("t1", PlaceWager(1 + number % 7, "main", BLAZING_MAIN))
        except NotRecorded as error:
            stopped = error
            break
    assert "full" in str(stopped)
    assert house.room.state == before
    limit["pages"] = 1_000_000
    house.key("t1", PlaceWager(1, "main", BLAZING_MAIN))
    assert verify(house.room.journal).is_sound
    house.close()


BLAZING_MAIN: Any = 2500


def test_a_clock_set_back_is_recorded_and_changes_nothing_else(tmp_path: Path) -> None:
    house = new_house(place_in(tmp_path / "a"), BLAZING)
    scripts = keys_of(house, 30)
    house.close()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    rng = random.Random(SEED)
    base = datetime(2040, 11, 15, 12, tzinfo=UTC)  # After the room was set up, today.

    def wild() -> datetime:
        return base + timedelta(seconds=rng.choice([0, 0, 5, -3600, 86_400, -86_400 * 3]))

    states = []
    for name, clock in (("a", lambda: base), ("b", wild)):
        room = open_room(Place.at(tmp_path / name), pins=PINS, clock=clock)
        for order in itertools.chain.from_iterable(one.orders for one in scripts.values()):
            assert not room.submit(order).is_refused
        states.append(room.state)
        jumps = [
            event
            for entry in room.entries()
            for event in entry.events
            if isinstance(event, ClockSteppedBack)
        ]
        assert bool(jumps) is (name == "b")
        room.close()
    for table in scripts:
        assert without_day(states[0], table) == without_day(states[1], table)
    assert states[0].jackpots == states[1].jackpots


def test_eight_threads_press_at_once_and_every_key_counts_once(tmp_path: Path) -> None:
    house = new_house(place_in(tmp_path), BLAZING)
    orders = [
        Order(
            id=f"key {number % 60}",
            by=Signature("deal-1"),
            wish=Operate("t1", PlaceWager(1 + number % 60 % 7, "main", BLAZING_MAIN)),
        )
        for number in range(480)
    ]
    random.Random(SEED).shuffle(orders)
    answers: list[Any] = []

    def press(mine: list[Order]) -> None:
        answers.extend((order.id, house.room.submit(order).sequence) for order in mine)

    threads = [threading.Thread(target=press, args=(orders[n::8],)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 60
    times = Counter(entry.command_id for entry in house.room.journal.entries())
    assert {times[f"key {number}"] for number in range(60)} == {1}
    before = house.room.state
    assert house.reopened().room.state == before
    house.close()
