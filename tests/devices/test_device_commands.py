"""`upcard device`, and the devices on the desk."""

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.commands.desks import CommandDesk
from tests.devices.device_houses import RAIL, coin, enrolled, game_round, new_tables, served
from tests.room.houses import PIN, House, pretend
from tests.web.houses import Guest
from upcard.commands.output import Failed
from upcard.commands.software_devices import SoftwareDevice
from upcard.room.enrolled_devices import DeviceKind
from upcard.room.room_openings import FirstMember
from upcard.room.rooms import Room

HEAD = {"device": "board-1", "table": "t1"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Hand-dealt tables."""
    made = new_tables(tmp_path / "room")
    yield made
    made.close()


@pytest.fixture
def desk(house: House) -> CommandDesk:
    """The commands for them."""
    return CommandDesk(house.place.folder)


def script(folder: Path, *lines: object) -> str:
    """A file of JSON lines."""
    path = folder / "script.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return str(path)


def test_a_device_is_enrolled_played_listed_and_revoked(
    house: House, desk: CommandDesk, tmp_path: Path
) -> None:
    enrol = ("device", "enrol", "board-1", "--table", "t1", "--kind", "rail", "--kind", "keypad")
    made = desk.json(*enrol, "--id", "enrol 1", by="tech-1", second="sup-1")
    again = desk.json(*enrol, "--id", "enrol 1", by="tech-1", second="sup-1")
    assert len(made["key"]) == 64
    assert again["repeated"]
    assert "key" not in again, "the key is shown once"
    commands = [{"command": one} for one in game_round(3, 5)]
    file = script(tmp_path, HEAD, *commands, {"wait": 0.01}, *commands)
    house.room.catch_up()
    with served(house) as (origin, _):
        faults = ("--doubles", "0.5", "--cuts", "0.3", "--reorders", "0.5", "--seed", "7")
        key = ("--url", origin, "--key", made["key"])
        played = desk.json("device", "play", file, *key, *faults, "--repeat", "2")
        late = script(tmp_path, HEAD, {"command": {"kind": "StartGame"}}, {"command": coin(3)})
        told = desk.run("device", "play", late, *key)
        wrong = desk.refused("device", "play", file, "--url", origin, "--key", "ab" * 32)

    assert (played["sent"], played["number"], played["refused"]) == (24, 24, [])
    assert played["cuts"] > 0
    assert played["doubled"] > 0
    assert "message 26 refused" in told.stdout
    assert "[wagers-closed]" in told.stdout
    assert wrong.startswith("device-unknown: no device 'board-1' with that key")
    (listed,) = desk.json("device", "list")
    assert (listed["device"], listed["number"], listed["lost"]) == ("board-1", 26, False)
    desk.run("device", "revoke", "board-1", "--reason", "worn out", by="tech-1", second="sup-1")
    assert desk.json("device", "list") == []


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "begin with"),
        ([{"device": "board-1"}], "begin with"),
        ([HEAD, {"command": "StartGame"}], "line 2: write"),
        ([HEAD, {"wait": -1}], "line 2: write"),
        ([HEAD, {"command": {}, "more": 1}], "line 2: write"),
    ],
)
def test_a_script_that_cannot_be_read_is_refused_by_its_line(
    desk: CommandDesk, tmp_path: Path, lines: list[object], sentence: str
) -> None:
    where = ("--url", "http://127.0.0.1:1", "--key", "ab" * 32)

    said = desk.refused("device", "play", script(tmp_path, *lines), *where)
    assert said.startswith("script-wrong")
    assert sentence in said


def test_keys_and_addresses_that_cannot_be_are_refused(desk: CommandDesk, tmp_path: Path) -> None:
    file = script(tmp_path, HEAD)

    key_wrong = desk.refused("device", "play", file, "--url", "http://x", "--key", "12")
    url_wrong = desk.refused("device", "play", file, "--url", "ftp://x", "--key", "ab" * 32)
    assert key_wrong.startswith("key-wrong")
    assert url_wrong.startswith("url-wrong")


def test_a_server_that_is_killed_while_it_answers_is_tried_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer_half() -> None:
            line, _ = listener.accept()
            with line:
                line.recv(65536)
                line.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 97\r\n\r\n")

        thread = threading.Thread(target=answer_half)
        thread.start()
        device = SoftwareDevice(
            f"http://127.0.0.1:{listener.getsockname()[1]}", "rail-1", bytes(32), patience=0
        )
        with pytest.raises(Failed, match="cannot be reached") as refused:
            device.connect()
        thread.join()
    assert refused.value.code == "device-offline"


def test_the_desk_enrols_lists_and_raises_the_alarm_by_name(house: House) -> None:
    with served(house) as (origin, _), Guest(origin) as guest:
        guest.sign_in(_person(house.room, "sup-1"))
        wish = {"kind": "EnrolDevice", "device": "rail-2", "kinds": ["rail"], "table": "t1"}
        signed = {"by": {"badge": "tech-1", "pin": PIN}, "second": {"badge": "sup-1", "pin": PIN}}
        answer = guest.order(wish, **signed).json()["answer"]
        assert bytes.fromhex(answer["key"]) == house.room.device_key(
            house.room.state.devices["rail-2"].enrolment
        )
        (shown,) = guest.get("/api/desk")["devices"]
        assert (shown["device"], shown["is_lost"], shown["heard"]) == ("rail-2", False, "")
        state = house.room.state
        lost = replace(state.devices["rail-2"], is_lost=True)
        pretend(house.room, replace(state, devices=MappingProxyType({"rail-2": lost})))
        (alarm,) = guest.get("/api/desk")["alarms"]
        metrics = guest.client.get("/metrics").text

    assert alarm["code"] == "device-lost"
    assert alarm["message"].startswith("Rail rail-2 has not connected yet (t1).")
    assert 'upcard_devices{state="lost"} 1' in metrics


def test_the_report_of_significant_events_has_devices_with_code_and_time(
    house: House, desk: CommandDesk
) -> None:
    enrolled(house, "rail-1", RAIL)
    desk.run("device", "revoke", "rail-1", "--reason", "worn out", by="tech-1", second="sup-1")

    report = desk.json("room", "report", "significant", by="sup-1")
    found = {(one["code"], one["device"]) for one in report["events"]}
    assert {("device-enrolled", "rail-1"), ("device-revoked", "rail-1")} <= found


def _person(room: Room, badge: str) -> FirstMember:
    member = room.state.staff[badge]
    return FirstMember(badge=badge, name=member.name, role=member.role, pin=PIN)


def test_a_recorded_round_is_played_by_a_board_with_a_reader(tmp_path: Path) -> None:
    house = new_tables(tmp_path / "room", read=("t3",))
    kinds = (DeviceKind.RAIL, DeviceKind.KEYPAD, DeviceKind.READER)
    key = enrolled(house, "board-3", *kinds, table="t3")
    rounds = Path(__file__).parents[1] / "rounds" / "kings-bounty"
    split = rounds / "bounty_stays_won_after_a_split.round"
    file = script(tmp_path, {"device": "board-3", "table": "t3"}, {"round": str(split)})
    with served(house) as (origin, _):
        played = CommandDesk(house.place.folder).json(
            "device", "play", file, "--url", origin, "--key", key.hex()
        )

    assert played["refused"] == []
    assert house.room.state.tables["t3"].rounds == 1
    assert house.room.state.tables["t3"].round is None
    house.close()
