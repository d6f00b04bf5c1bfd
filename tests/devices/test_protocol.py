"""The protocol of devices over real sockets: signed, numbered, acknowledged, resumed."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.devices.device_houses import (
    COIN,
    KEYPAD,
    RAIL,
    UNLIMITED,
    WAGER,
    coin,
    connected,
    enrolled,
    game_round,
    new_tables,
    served,
)
from tests.room.houses import House
from tests.web.houses import until
from upcard.commands.output import Failed
from upcard.commands.software_devices import SoftwareDevice
from upcard.room.clocks import now
from upcard.room.device_orders import RevokeDevice
from upcard.room.device_wire import DEVICE, ROOM, mac_of, sealed, unsealed
from upcard.room.enrolled_devices import DeviceKind
from upcard.room.table_orders import Operate, VoidRound
from upcard.table.commands import StartGame
from upcard.table.views import Audience, Viewer
from upcard.web.access.device_sessions import DeviceSessions
from upcard.web.refusals import WebRefused
from upcard.web.server_settings import Rate, RequestLimits


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Hand-dealt tables, the same for every test here."""
    made = new_tables(tmp_path_factory.mktemp("room"))
    yield made
    made.close()


@pytest.fixture
def house(whole: House) -> Iterator[House]:
    """The tables without a round on them, and without devices when the test is over."""
    yield whole
    for device in whole.room.state.devices:
        whole.done("tech-1", RevokeDevice(device, "the test is over"), "sup-1")
    for name, table in whole.room.state.tables.items():
        if table.round is not None:
            whole.done("sup-1", VoidRound(name, "the test is over"))


@pytest.fixture
def rail(house: House) -> bytes:
    """The key of a board with a rail and a keypad at the first table."""
    return enrolled(house, "rail-1", RAIL, KEYPAD)


@pytest.fixture(scope="module")
def origin(whole: House) -> Iterator[str]:
    """Where the house is served."""
    with served(whole) as (found, _):
        yield found


def session_of(origin: str, name: str = "rail-1") -> str:
    """A new session."""
    answer = httpx.post(f"{origin}/api/devices/{name}/session", timeout=60)
    assert answer.status_code == 200
    session: str = answer.json()["session"]
    return session


def live(origin: str, key: bytes, session: str, name: str = "rail-1") -> ClientConnection:
    """A device's socket, bare."""
    mac = mac_of(key, session, DEVICE, "")
    path = f"/api/devices/{name}/live?session={session}&mac={mac}"
    return connect(origin.replace("http", "ws", 1) + path)


def closed_with(socket: ClientConnection) -> tuple[int, str]:
    """How the server closes a socket."""
    try:
        while True:
            socket.recv(timeout=60)
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")


def posted(origin: str, key: bytes, session: str, text: str | bytes) -> httpx.Response:
    """A message over HTTP."""
    mac = mac_of(key, session, DEVICE, "")
    where = f"{origin}/api/devices/rail-1/messages"
    return httpx.post(where, params={"session": session, "mac": mac}, content=text, timeout=60)


def test_a_round_over_a_socket_is_acknowledged_from_the_journal(
    house: House, rail: bytes, origin: str
) -> None:
    before = house.room.state.tables["t1"].rounds
    with connected(origin, "rail-1", rail) as device:
        assert device.standing["number"] == 0
        answers = device.play("t1", game_round(3, 5))

    assert [one["number"] for one in answers] == list(range(1, 7))
    assert not any("code" in one or one["repeated"] for one in answers)
    assert house.room.state.tables["t1"].rounds == before + 1
    (entry,) = house.room.entries(answers[0]["entry"], answers[0]["entry"])
    assert entry.by == "device rail-1"


def test_after_a_cut_the_room_says_where_to_go_on(house: House, rail: bytes, origin: str) -> None:
    with connected(origin, "rail-1", rail) as device:
        device.play("t1", [coin(3)])
        device._cut()
        assert device.connect()["number"] == 1
        device.play("t1", [coin(5)])

    assert [wager.spot for wager in house.round_on("t1").wagers] == [3, 5]


def test_the_same_over_http_without_a_socket(house: House, rail: bytes, origin: str) -> None:
    session = session_of(origin)
    message = {"kind": "Message", "number": 1, "table": "t1", "command": coin(3)}
    text = sealed(rail, session, DEVICE, message)

    first, again = (posted(origin, rail, session, text) for _ in range(2))
    beat = posted(origin, rail, session, sealed(rail, session, DEVICE, {"kind": "Heartbeat"}))
    wrong = posted(origin, rail, session, sealed(rail, session, DEVICE, {**message, "number": 7}))

    told = [unsealed(rail, session, ROOM, one.text) for one in (first, again, beat, wrong)]
    assert [one.status_code for one in (first, again, beat, wrong)] == [200, 200, 200, 409]
    assert [one["kind"] for one in told if isinstance(one, dict)] == [
        "ack",
        "ack",
        "alive",
        "refused",
    ]
    assert isinstance(told[1], dict)
    assert told[1]["repeated"]
    assert isinstance(told[3], dict)
    assert (told[3]["code"], told[3]["expected"]) == ("device-number", 2)
    assert [wager.spot for wager in house.round_on("t1").wagers] == [3]


def test_a_wrong_key_a_revoked_device_and_an_old_session_connect_nowhere(
    house: House, rail: bytes, origin: str
) -> None:
    other = enrolled(house, "rail-2", RAIL, table="t2")
    session = session_of(origin)
    with live(origin, other, session) as socket:
        assert closed_with(socket)[0] == 4401
    with live(origin, rail, session, "rail-9") as socket:
        assert closed_with(socket)[1].startswith("device-unknown")
    with live(origin, rail, "made-up") as socket:
        assert closed_with(socket)[1].startswith("session-over")
    assert posted(origin, other, session, "{}").status_code == 401
    house.done("tech-1", RevokeDevice("rail-1", "gone"), "sup-1")
    with pytest.raises(Failed, match="no device 'rail-1'"):
        SoftwareDevice(origin, "rail-1", rail, patience=0).connect()


def test_revoking_a_device_closes_its_socket(house: House, rail: bytes, origin: str) -> None:
    with live(origin, rail, session_of(origin)) as socket:
        socket.recv(timeout=60)
        house.done("tech-1", RevokeDevice("rail-1", "gone"), "sup-1")
        assert closed_with(socket) == (4403, "device-unknown: the device was revoked")


def test_a_device_that_connects_again_takes_the_place_of_its_old_connection(
    rail: bytes, origin: str
) -> None:
    with live(origin, rail, session_of(origin)) as old:
        old.recv(timeout=60)
        with live(origin, rail, session_of(origin)) as new:
            new.recv(timeout=60)
            assert closed_with(old)[0] == 4409


def test_a_message_of_another_session_or_of_the_room_itself_is_not_taken(
    house: House, rail: bytes, origin: str
) -> None:
    session = session_of(origin)
    message = {"kind": "Message", "number": 1, "table": "t1", "command": coin(3)}
    with live(origin, rail, session) as socket:
        socket.recv(timeout=60)
        for text in (
            sealed(rail, session_of(origin), DEVICE, message),
            sealed(rail, session, ROOM, message),
        ):
            socket.send(text)
            said = unsealed(rail, session, ROOM, str(socket.recv(timeout=60)))
            assert isinstance(said, dict)
            assert said["code"] == "mac-wrong"
    assert house.room.state.devices["rail-1"].number == 0


def test_a_chattering_device_waits_and_loses_nothing(house: House, rail: bytes) -> None:
    slow = RequestLimits(device=Rate(20.0, 5))
    with served(house, limits=slow) as (origin, _), connected(origin, "rail-1", rail) as device:
        answers = device.play("t1", game_round(1, 2, 3) * 2)

    assert len(answers) == 16
    assert not any("code" in one for one in answers)


def lamp(device: SoftwareDevice, spot: int) -> str:
    """What the lamp of a spot shows."""
    lamps = device.heartbeat()["lamps"]
    return str(next(x["lamp"] for x in lamps if (x["spot"], x["wager"]) == (spot, WAGER)))


def test_the_lamps_follow_the_round(house: House, rail: bytes, origin: str) -> None:
    with connected(origin, "rail-1", rail) as device:
        assert [lamp(device, 3), lamp(device, 5)] == ["invite", "invite"]
        device.play("t1", [coin(3)])
        assert [lamp(device, 3), lamp(device, 5)] == ["placed", "invite"]
        device.play("t1", [{"kind": "StartGame"}])
        assert [lamp(device, 3), lamp(device, 5)] == ["locked", "off"]
        line = {"kind": "ClaimAward", "spot": 3, "wager": WAGER, "outcome": house.game.outcome}
        device.play("t1", [coin(3, "LiftWager"), line])
        assert [lamp(device, 3), lamp(device, 5)] == ["winner", "off"]
        device.play("t1", [line, {"kind": "EndGame"}])
        assert [lamp(device, 3), lamp(device, 5)] == ["invite", "invite"]


def test_lamps_are_pushed_when_somebody_else_presses_a_key(
    house: House, rail: bytes, origin: str
) -> None:
    session = session_of(origin)
    with live(origin, rail, session) as socket:
        socket.recv(timeout=60)
        house.done("deal-1", Operate("t1", StartGame()))
        said = unsealed(rail, session, ROOM, str(socket.recv(timeout=60)))
    assert isinstance(said, dict)
    assert said["kind"] == "state"
    assert {one["lamp"] for one in said["lamps"]} == {"off"}


def test_a_display_gets_the_meters_and_says_nothing(house: House, origin: str) -> None:
    key = enrolled(house, "sign-1", DeviceKind.DISPLAY)
    with connected(origin, "sign-1", key) as device:
        meters = device.standing["meters"]
        assert [one["level"] for one in meters] == ["Mega", "Major", "Minor"]
        assert "lamps" not in device.standing
        house.key("t2", COIN, "deal-2")
        house.key("t2", StartGame(), "deal-2")
        after = device.heartbeat()["meters"]
        assert after[0]["display"] > meters[0]["display"], "another table has fed the meter"
        until(lambda: device.heartbeat() and device.standing["meters"] == after)
        with pytest.raises(Failed) as refused:
            device.play("t1", [coin(3)])
    assert refused.value.code == "device-not-allowed"


def test_three_devices_at_once_lose_nothing(house: House, origin: str) -> None:
    before = [table.rounds for table in house.room.state.tables.values()]
    keys = {name: enrolled(house, name, table=f"t{name[-1]}") for name in ("b-1", "b-2", "b-3")}

    def play(name: str) -> None:
        with connected(origin, name, keys[name]) as device:
            device.play(f"t{name[-1]}", game_round(1, 4, 7) * 5)

    threads = [threading.Thread(target=play, args=(name,)) for name in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    after = [table.rounds for table in house.room.state.tables.values()]
    assert [now - then for now, then in zip(after, before, strict=True)] == [5, 5, 5]
    assert {one.number for one in house.room.state.devices.values()} == {40}


def test_a_lost_device_is_an_alarm_and_is_back_when_it_speaks(house: House, rail: bytes) -> None:
    with served(house, lost_seconds=1.0) as (origin, site):
        with connected(origin, "rail-1", rail) as device:
            device.heartbeat()
        until(lambda: house.room.state.devices["rail-1"].is_lost)
        hub, (state, point) = site.the_hub(), house.room.as_of()
        viewer, past = Viewer(Audience.DEALER), hub.chronicle.past("t1")
        frame = json.loads(hub.frames.text(state, point.sequence, "t1", viewer, past))
        assert frame["notices"][0]["kind"] == "device"
        assert "Rail and keypad rail-1 has not answered since" in frame["notices"][0]["says"]
        assert not frame["meters"][0]["is_available"]
        with connected(origin, "rail-1", rail) as device:
            assert not house.room.state.devices["rail-1"].is_lost
            device.play("t1", game_round(3))


def test_a_crowd_of_guests_keeps_no_device_out(house: House, rail: bytes) -> None:
    none_for_guests = replace(UNLIMITED, guests=Rate(0.001, 1))
    with served(house, limits=none_for_guests) as (origin, _):
        path = f"{origin}/api/devices/rail-1/session"
        guests = [httpx.post(path, timeout=60).status_code for _ in range(2)]
        assert guests[-1] == 503
        with connected(origin, "rail-1", rail) as device:
            assert device.heartbeat()["kind"] == "alive"


@pytest.mark.parametrize(
    ("seconds", "code"), [(590, ""), (610, "session-over"), (-60, "session-over")]
)
def test_a_session_is_fresh_by_the_clock_of_the_server_that_is_asked(
    house: House, rail: bytes, monkeypatch: pytest.MonkeyPatch, seconds: int, code: str
) -> None:
    sessions = DeviceSessions(b"key")
    session = sessions.begin()
    later = now() + timedelta(seconds=seconds)
    monkeypatch.setattr("upcard.web.access.device_sessions.now", lambda: later)
    mac = mac_of(rail, session, DEVICE, "")

    try:
        assert sessions.device_of(house.room, "rail-1", session, mac).device == "rail-1"
        found = ""
    except WebRefused as refused:
        found = refused.code
    assert found == code
