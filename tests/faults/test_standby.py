"""The primary dies in mid-play and its standby is promoted: nothing acknowledged is lost."""

from __future__ import annotations

import random
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.faults.counts import IS_FULL, count
from tests.faults.replicas import promote, standby_of
from tests.faults.scripts import BLAZING, Script
from tests.faults.test_room_faults import check_end, keys_of
from tests.postgres import Server, own_server
from tests.room.houses import PINS, new_house, place_in
from upcard.journal import Journal, JournalError, StartRefused
from upcard.room.room_openings import Place, open_room
from upcard.room.rooms import Room

SEED = "standby 2026"
Receipts = dict[str, int]
"""The entry of each order that somebody was told is done."""


def play_until_killed(
    room: Room, scripts: dict[str, Script], primary: Server, after: int
) -> Receipts:
    """Two tables play until the primary dies, which is after so many answers."""
    receipts: Receipts = {}

    def play(one: Script) -> None:
        for order in one.orders:
            try:
                answer = room.submit(order)
            except JournalError:
                return
            assert not answer.is_refused, answer.message
            assert answer.sequence is not None
            receipts[order.id] = answer.sequence

    threads = [threading.Thread(target=play, args=(one,)) for one in scripts.values()]
    for thread in threads:
        thread.start()
    while len(receipts) < after and any(thread.is_alive() for thread in threads):
        time.sleep(0.001)
    primary.kill()
    for thread in threads:
        thread.join()
    return receipts


def lost(journal: Journal, receipts: Receipts) -> list[str]:
    """The orders that were acknowledged and are not in the journal where they were said to be."""
    found = {entry.command_id: entry.sequence for entry in journal.entries()}
    return [id_ for id_, sequence in receipts.items() if found.get(id_) != sequence]


def at(place: Place, server: Server) -> Place:
    """The same room on another server."""
    return replace(place, url=server.url(str(make_url(place.url).database)))


def test_what_was_acknowledged_is_on_the_standby_when_the_primary_is_killed(
    tmp_path: Path,
) -> None:
    kills, keys = count(1, 10), count(24, 60)  # As many keys as a shoe has cards for.
    print(f"seed {SEED}, {kills} primaries killed with -9")
    rng = random.Random(SEED)
    with ExitStack() as stack:
        primary = stack.enter_context(own_server())
        house = new_house(place_in(tmp_path, primary.new_database()), BLAZING)
        place, room = house.place, house.room
        scripts = keys_of(house, keys)
        told: Receipts = {}
        for _ in range(kills):
            standby = stack.enter_context(standby_of(primary))
            with pytest.raises(StartRefused, match="in_hot_standby is on: it must be off"):
                open_room(at(place, standby), pins=PINS)
            after = len(told) + rng.randrange(1, 2 * keys // kills)
            told |= play_until_killed(room, scripts, primary, after)
            room.close()
            promote(standby)
            place, primary = at(place, standby), standby
            room = open_room(place, pins=PINS)

            assert told
            assert lost(room.journal, told) == []
        for one in scripts.values():
            for order in one.orders:
                assert not room.submit(order).is_refused
        check_end(room, scripts)
        room.close()


@pytest.mark.skipif(not IS_FULL, reason="only with UPCARD_FAULTS=full")
def test_control_a_standby_that_nobody_waits_for_loses_what_was_acknowledged(
    tmp_path: Path,
) -> None:
    with own_server() as primary, standby_of(primary) as standby:
        house = new_house(place_in(tmp_path, primary.new_database()), BLAZING)
        scripts = keys_of(house, 24)
        primary.do("ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()")
        standby.stop("fast")
        told = play_until_killed(house.room, scripts, primary, 24)
        house.close()
        standby.start()
        promote(standby)
        room = open_room(at(house.place, standby), pins=PINS)

        assert lost(room.journal, told) == list(told)
        room.close()
