"""Health: every part with its sentence, cheap, for anybody, and beside the places of everybody."""

import logging
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.houses import TABLE, Guest, House, QuickPins, house_in, play_on, running
from upcard.room.room_openings import Place, open_room
from upcard.web import health
from upcard.web.access.callers import Who
from upcard.web.server_settings import Rate, RequestLimits, ServerSettings

PARTS = ["database", "disk", "clock", "seeds", "witnesses"]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[House, str]]:
    """A room of the test's own, with a shoe on a table, served."""
    with house_in(tmp_path) as house, running(house) as origin, Guest(origin) as guest:
        guest.sign_in(house.dealer_of(TABLE))
        if house.room.state.tables[TABLE].shoe is None:
            play_on(guest, TABLE, guest.get(f"/api/tables/{TABLE}"))
        yield house, origin


def ready(origin: str) -> tuple[int, str, dict[str, Any]]:
    """The status, the word and the parts."""
    answer = httpx.get(f"{origin}/health/ready", timeout=60)
    found = answer.json()
    return answer.status_code, found["status"], {part["name"]: part for part in found["parts"]}


def test_a_server_that_is_well_says_so_part_by_part(origin: str) -> None:
    status, word, parts = ready(origin)

    assert httpx.get(f"{origin}/health/live", timeout=60).json() == {"ok": True, "status": "ok"}
    short = httpx.get(f"{origin}/health", timeout=60)
    assert (short.status_code, short.json()["ok"]) == (200, True)
    assert (status, word, list(parts)) == (200, "ok", PARTS)
    assert all(part["status"] == "ok" and part["says"].endswith(".") for part in parts.values())


def test_a_database_that_hangs_makes_the_server_unready_and_takes_no_thread_of_the_staff(
    own: tuple[House, str], tmp_path: Path
) -> None:
    house, origin = own
    house.site.health.patience = 0.2
    with sqlite3.connect(tmp_path / "room.sqlite", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        answers = [ready(origin) for _ in range(5)]
        alive = httpx.get(f"{origin}/health/live", timeout=60).status_code
        room = httpx.get(f"{origin}/api/room", timeout=60).status_code
        other.execute("ROLLBACK")
    other.close()

    assert {status for status, *_ in answers} == {503}
    assert "has not answered for" in answers[-1][2]["database"]["says"]
    assert (alive, room) == (200, 200)


def test_a_clock_behind_the_journal_makes_the_server_unready(
    own: tuple[House, str], caplog: pytest.LogCaptureFixture
) -> None:
    house, origin = own
    house.room.clock = lambda: datetime(2020, 1, 1, tzinfo=UTC)
    with caplog.at_level(logging.WARNING, "upcard.health"):
        status, word, parts = ready(origin)

    assert (status, word) == (503, "failing")
    assert httpx.get(f"{origin}/health", timeout=60).json()["ok"] is False
    assert "behind the journal's last entry" in parts["clock"]["says"]
    assert "health: clock is failing" in caplog.text


def test_a_full_disk_makes_the_server_unready(
    own: tuple[House, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FREE_MIN", 2**62)
    status, _, parts = ready(own[1])

    assert (status, parts["disk"]["status"]) == (503, "failing")
    assert parts["disk"]["says"].endswith("free some space before you deal.")


def test_a_lost_seed_is_named_by_its_table_and_the_others_play_on(own: tuple[House, str]) -> None:
    house, origin = own
    shoes = [name for name, table in house.room.state.tables.items() if table.shoe]
    assert len(shoes) > 1
    for path in (house.room.folder / "seeds").glob(f"{shoes[0]}*"):
        path.unlink()
    status, word, parts = ready(origin)

    assert (status, word) == (200, "warning")
    assert parts["seeds"]["says"].endswith(f"lost or wrong: {shoes[0]}.")


def test_a_witness_that_cannot_be_reached_is_told_without_its_address(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("in the way")
    with house_in(tmp_path / "room"):
        pass
    away = str(tmp_path / "a file" / "witness")
    room = open_room(Place.at(tmp_path / "room"), pins=QuickPins(), witnesses=[away])
    try:
        assert room.checkpointing is not None
        room.checkpointing.make()
        parts = {part.name: part for part in health.report_of(room).parts}
    finally:
        room.close()

    assert parts["witnesses"].status is health.Status.WARNING
    assert parts["witnesses"].says.startswith("1 of 2 witnesses cannot be reached")
    assert away not in str(parts)


def test_probes_are_not_counted_in_the_places_and_rates_of_guests(tmp_path: Path) -> None:
    limits = RequestLimits(client=Rate(0.001, 2), probe=Rate(0.001, 4))
    with (
        house_in(tmp_path, ServerSettings(limits=limits)) as house,
        running(house) as origin,
        httpx.Client(base_url=origin, timeout=60) as client,
    ):
        probes = [client.get("/health/live").status_code for _ in range(4)]
        counted = {who: house.site.connections.places.count(who) for who in Who}
        guests = [client.get("/api/room").status_code for _ in range(3)]
        probes += [client.get("/health/live").status_code]

    assert probes == [200] * 4 + [429]
    assert (counted[Who.PROBE], counted[Who.GUEST]) == (1, 0)
    assert guests == [200, 200, 429]


def test_somebody_signed_in_who_probes_takes_no_place_of_the_staff(
    house: House, supervisor: Guest
) -> None:
    places = house.site.connections.places
    supervisor.get("/health/ready")

    assert (places.count(Who.PROBE), places.count(Who.STAFF)) == (1, 0)
