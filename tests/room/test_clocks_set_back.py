"""A clock that was set back is recorded, also where nobody was there to see it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.room.houses import PIN, PINS, new_room, place_in
from upcard.room.devices import ServerInterrupted
from upcard.room.events import ClockSteppedBack, RoomEvent
from upcard.room.orders import Order, ReportMalfunction, Signature
from upcard.room.room_openings import open_room
from upcard.room.rooms import Room
from upcard.room.snapshot_saves import save

AT = datetime(2026, 11, 15, 12, tzinfo=UTC)
BACK = ClockSteppedBack("2026-11-15T12:00:00.000Z", "2026-11-15T11:55:00.000Z")


def room_with_a_snapshot_at_its_head(folder: Path) -> None:
    """A room that starts without reading an entry."""
    room = new_room(place_in(folder), clock=lambda: AT)
    save(room)
    room.close()


def opened_five_minutes_earlier(folder: Path) -> Room:
    """The same room after a restart, by a clock that was set back."""
    return open_room(place_in(folder), pins=PINS, clock=lambda: AT - timedelta(minutes=5))


def last_events(room: Room) -> list[RoomEvent]:
    """What the last entry says."""
    (entry,) = room.entries(room.sequence)
    return list(entry.events)


def test_the_first_order_after_a_restart_records_it(tmp_path: Path) -> None:
    room_with_a_snapshot_at_its_head(tmp_path)
    room = opened_five_minutes_earlier(tmp_path)
    order = Order(id="1", by=Signature("sup-1", PIN), wish=ReportMalfunction("sensor", "stays lit"))
    assert not room.submit(order).is_refused
    first, _ = last_events(room)
    assert first == BACK
    room.close()


def test_what_the_room_itself_notes_records_it(tmp_path: Path) -> None:
    room_with_a_snapshot_at_its_head(tmp_path)
    room = opened_five_minutes_earlier(tmp_path)
    noted = ServerInterrupted("here", "2026-11-15T11:00:00.000Z")
    room.note(noted)
    assert last_events(room) == [BACK, noted]
    room.close()
