"""Devices: enrolled and revoked by two people, and allowed what their kind is for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.devices.device_houses import COIN, KEYPAD, RAIL, READER, WAGER, enrolled, new_tables, say
from tests.journal.journals import fresh_url
from tests.room.houses import PINS, House
from upcard.cards import read_cards
from upcard.money import Cents
from upcard.room.care.audits import audit_room
from upcard.room.device_orders import EnrolDevice, RevokeDevice
from upcard.room.device_watches import DeviceWatch
from upcard.room.enrolled_devices import DeviceBack, DeviceLost, DeviceSpoke
from upcard.room.orders import Wish
from upcard.room.room_openings import open_room
from upcard.room.table_events import KeyPressed
from upcard.room.table_orders import CloseTable, OpenTable, Operate
from upcard.table.commands import (
    Command,
    Deal,
    EndGame,
    LiftWager,
    PlaceWager,
    PressHandButton,
    StartGame,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """Hand-dealt tables, on either database."""
    url = None if request.param == "sqlite" else fresh_url("postgresql", tmp_path)
    made = new_tables(tmp_path / "room", url)
    yield made
    made.close()


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[House]:
    """The same, where the database does not matter."""
    made = new_tables(tmp_path)
    yield made
    made.close()


def test_a_technician_and_a_supervisor_enrol_and_revoke_a_device(house: House) -> None:
    key = enrolled(house, "rail-1", RAIL)
    assert len(key) == 32

    house.done("tech-1", RevokeDevice("rail-1", "broken cable"), "sup-1")

    assert not house.room.state.devices
    assert say(house, "rail-1", 1, COIN).code == "device-unknown"
    assert enrolled(house, "rail-1", RAIL) != key, "a new enrolment has a new key"


def test_the_key_is_stored_nowhere(tables: House) -> None:
    key = enrolled(tables, "rail-1", RAIL)
    tables.close()

    files = [path for path in tables.place.folder.rglob("*") if path.is_file()]
    stored = b"".join(path.read_bytes() for path in files)
    assert stored
    assert key not in stored
    assert key.hex().encode() not in stored


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (EnrolDevice("Rail 1", (RAIL,), "t1"), "device-not-allowed"),
        (EnrolDevice("rail-2", (), "t1"), "device-not-allowed"),
        (EnrolDevice("rail-2", (RAIL, RAIL), "t1"), "device-not-allowed"),
        (EnrolDevice("rail-1", (RAIL,), "t1"), "device-not-allowed"),
        (EnrolDevice("rail-2", (RAIL,), "t9"), "table-unknown"),
        (RevokeDevice("rail-2", "why"), "device-unknown"),
        (RevokeDevice("rail-1", " "), "reason-missing"),
    ],
)
def test_what_cannot_be_enrolled_or_revoked_is_refused(
    tables: House, wish: Wish, code: str
) -> None:
    enrolled(tables, "rail-1", RAIL)

    assert tables.refused("tech-1", wish, "sup-1").startswith(f"{code}:")


def test_one_person_alone_enrols_nothing(tables: House) -> None:
    wish = EnrolDevice("rail-1", (RAIL,), "t1")

    assert tables.refused("tech-1", wish).startswith("second-person-needed")
    assert tables.refused("sup-1", wish, "sup-2").startswith("role-not-enough")
    assert tables.refused("tech-1", wish, "acct-1").startswith("role-not-enough")


def test_a_round_by_devices_is_recorded_with_the_dealer_on_duty(house: House) -> None:
    enrolled(house, "rail-1", RAIL)
    enrolled(house, "keys-1", KEYPAD)
    before = house.level().display

    assert not say(house, "rail-1", 1, COIN).is_refused
    started = say(house, "keys-1", 1, StartGame())
    assert not say(house, "rail-1", 2, LiftWager(3, WAGER)).is_refused
    assert not say(house, "keys-1", 2, EndGame()).is_refused

    assert house.level().display > before
    (entry,) = house.room.entries(started.sequence, started.sequence)
    assert entry.by == "device keys-1"
    assert DeviceSpoke("keys-1", 1, "deal-1") in entry.events
    assert KeyPressed("t1", "deal-1") in entry.events
    assert audit_room(house.room.journal).fault is None


def test_a_message_sent_twice_counts_once_and_a_later_one_waits(house: House) -> None:
    enrolled(house, "rail-1", RAIL)
    first = say(house, "rail-1", 1, COIN)
    again = say(house, "rail-1", 1, COIN)

    assert (again.sequence, again.is_repeated) == (first.sequence, True)
    head = house.room.sequence
    assert say(house, "rail-1", 3, COIN).code == "device-number"
    assert "send message 2 next" in say(house, "rail-1", 3, COIN).message
    assert say(house, "rail-1", 1, LiftWager(3, WAGER)).code == "command-differs"
    assert house.room.sequence == head, "nothing of this is recorded"
    assert not say(house, "rail-1", 2, LiftWager(3, WAGER)).is_refused


def test_what_the_table_refuses_is_recorded_and_the_device_goes_on(house: House) -> None:
    enrolled(house, "rail-1", RAIL, KEYPAD)
    say(house, "rail-1", 1, StartGame())
    late = say(house, "rail-1", 2, COIN)

    assert late.code == "wagers-closed"
    assert late.sequence == house.room.sequence
    assert say(house, "rail-1", 2, COIN).is_repeated
    assert house.room.state.devices["rail-1"].number == 2
    assert not say(house, "rail-1", 3, EndGame()).is_refused


def test_a_device_does_what_its_kind_is_for_at_its_own_table(tables: House) -> None:
    enrolled(tables, "rail-1", RAIL)
    enrolled(tables, "keys-1", KEYPAD)
    head = tables.room.sequence

    assert say(tables, "rail-1", 1, StartGame()).code == "device-not-allowed"
    assert say(tables, "keys-1", 1, COIN).code == "device-not-allowed"
    main = PlaceWager(3, "main", Cents(1000))
    assert say(tables, "rail-1", 1, main).code == "device-not-allowed"
    assert say(tables, "rail-1", 1, COIN, table="t2").code == "device-elsewhere"
    assert tables.room.sequence == head


def test_a_keypad_presses_the_hand_button(tables: House) -> None:
    enrolled(tables, "board-1", RAIL, KEYPAD)
    keys: tuple[Command, ...] = (COIN, StartGame(), LiftWager(3, WAGER))
    for number, command in enumerate(keys, start=1):
        assert not say(tables, "board-1", number, command).is_refused
    line = PressHandButton(3, WAGER, tables.game.outcome)

    assert not say(tables, "board-1", 4, line).is_refused
    (award,) = tables.round_on("t1").awards
    assert award.outcome == tables.game.outcome
    (claim,) = tables.level().waiting
    assert claim.by.name == "Dan", "the dealer on duty claims, and so cannot confirm"


def test_a_reader_tells_cards_to_tables_that_take_them(tables: House) -> None:
    enrolled(tables, "reader-1", READER)

    (card,) = read_cards("9s")
    assert say(tables, "reader-1", 1, Deal(card)).code == "not-by-hand"


def test_a_closed_table_takes_no_message(tables: House) -> None:
    enrolled(tables, "rail-1", RAIL)
    tables.done("sup-1", CloseTable("t1"))

    assert say(tables, "rail-1", 1, COIN).code == "table-is-closed"
    assert tables.room.state.devices["rail-1"].number == 1


def is_lost(house: House) -> bool:
    """Whether the rail is lost."""
    return house.room.state.devices["rail-1"].is_lost


def test_a_table_does_not_open_before_its_devices_answer(house: House) -> None:
    enrolled(house, "rail-1", RAIL)
    house.room.note(DeviceLost("rail-1", ""))
    house.done("sup-1", CloseTable("t1"))

    assert house.refused("sup-1", OpenTable("t1", "deal-1")) == (
        "opening-check-failed: t1 cannot open, devices check: Rail rail-1 has not connected yet: "
        "switch it on, or revoke it with a second person"
    )
    house.room.note(DeviceBack("rail-1"))
    house.done("sup-1", OpenTable("t1", "deal-1"))


@pytest.fixture
def other(house: House) -> Iterator[House]:
    """The same room in another server, with a rail at the first table."""
    enrolled(house, "rail-1", RAIL)
    again = House(open_room(house.place, pins=PINS), house.place, house.game, house._ids)
    yield again
    again.close()


def test_a_silent_device_is_lost_once_whichever_server_looks(house: House, other: House) -> None:
    clock = [1000.0]
    watches = [DeviceWatch(one.room, 15.0, lambda: clock[0]) for one in (house, other)]
    rail = house.room.state.devices["rail-1"]
    for watch in watches:
        watch.look()
    clock[0] += 14
    watches[0].heard(rail)
    clock[0] += 14
    for watch in watches:
        watch.look()
    assert not is_lost(house)
    clock[0] += 2
    for watch in watches:
        watch.look()
    assert is_lost(house)
    assert is_lost(other)

    refused = other.refused("deal-1", Operate("t1", COIN))
    assert refused.startswith("device-lost")
    assert "Rail rail-1 has not answered since 00:16:54 UTC" in refused
    other.key("t1", StartGame())
    other.key("t1", EndGame())
    for watch in watches:
        watch.heard(rail)
    assert not is_lost(house)
    events = [event for entry in house.room.entries() for event in entry.events]
    assert sum(isinstance(one, DeviceLost) for one in events) == 1
    assert sum(isinstance(one, DeviceBack) for one in events) == 1
    assert not say(house, "rail-1", 1, COIN).is_refused


def test_any_server_of_a_room_takes_a_device_s_next_message(house: House, other: House) -> None:
    first = say(house, "rail-1", 1, COIN)

    assert say(other, "rail-1", 1, COIN).sequence == first.sequence
    assert not say(other, "rail-1", 2, LiftWager(3, WAGER)).is_refused
    assert say(house, "rail-1", 2, LiftWager(3, WAGER)).is_repeated
    assert not say(house, "rail-1", 3, COIN).is_refused
    assert say(other, "rail-1", 5, COIN).code == "device-number"


def test_a_start_knows_the_devices_from_its_snapshot(house: House) -> None:
    enrolled(house, "rail-1", RAIL)
    say(house, "rail-1", 1, COIN)
    again = house.reopened()

    assert again.room.state.devices["rail-1"].number == 1
    assert say(again, "rail-1", 1, COIN).is_repeated
