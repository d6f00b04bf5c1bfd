"""Messages that no device should send: each is refused with a code, and nothing changes."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.devices.device_houses import KEYPAD, RAIL, coin, enrolled, new_tables, served
from tests.faults.counts import count
from upcard.room.device_wire import DEVICE, ROOM, mac_of, sealed, unsealed
from upcard.room.rooms import Room

MANY = count(400, 10_000)
NAME = "board-1"
CLOSED = {1008: "closed", 1009: "too-large"}
Frame = str | bytes


class Line:
    """One device and the ways to reach the room."""

    def __init__(self, room: Room, origin: str, key: bytes) -> None:
        self.room, self.origin, self.key = room, origin, key
        self.client = httpx.Client(base_url=origin, timeout=60)
        self.session = self.client.post(f"/api/devices/{NAME}/session").json()["session"]
        self.socket: ClientConnection | None = None

    @property
    def asked(self) -> dict[str, str]:
        """What proves who connects."""
        return {"session": self.session, "mac": mac_of(self.key, self.session, DEVICE, "")}

    def said(self, data: object, key: bytes | None = None) -> str:
        """*data* as a message that is signed."""
        body = json.dumps(data)
        mac = mac_of(key or self.key, self.session, DEVICE, body)
        return json.dumps({"body": body, "mac": mac})

    def code_over_socket(self, frame: Frame) -> str:
        """How the socket refuses *frame*."""
        if self.socket is None:
            path = f"/api/devices/{NAME}/live?{httpx.QueryParams(self.asked)}"
            self.socket = connect(self.origin.replace("http", "ws", 1) + path).__enter__()
            self.socket.recv(timeout=60)
        try:
            self.socket.send(frame)
            answer = self.socket.recv(timeout=60)
        except ConnectionClosed as closed:
            self.socket = None
            return CLOSED[closed.rcvd.code if closed.rcvd else 0]
        return self._code(str(answer))

    def code_over_http(self, frame: Frame) -> str:
        """How the route refuses *frame*."""
        answer = self.client.post(f"/api/devices/{NAME}/messages", params=self.asked, content=frame)
        assert 400 <= answer.status_code < 500, answer.text
        if answer.status_code != 409:
            return str(answer.json()["error"]["code"])
        return self._code(answer.text)

    def _code(self, text: str) -> str:
        said = unsealed(self.key, self.session, ROOM, text)
        assert isinstance(said, dict)
        assert said["kind"] == "refused"
        assert said["message"]
        return str(said["code"])

    def close(self) -> None:
        """Leave."""
        self.client.close()
        if self.socket is not None:
            self.socket.close()


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    """A board at the first table, and another one at the second."""
    house = new_tables(tmp_path)
    key = enrolled(house, NAME, RAIL, KEYPAD)
    enrolled(house, "other-1", RAIL, table="t2")
    with served(house, lost_seconds=3600) as (origin, _):
        made = Line(house.room, origin, key)
        yield made
        made.close()
    house.close()


def message(**changed: object) -> dict[str, object]:
    """A good message, with something changed."""
    return {"kind": "Message", "number": 1, "table": "t1", "command": coin(3), **changed}


def malformed(line: Line, chance: random.Random) -> tuple[Frame, set[str]]:
    """Something wrong, and the codes that may answer it."""
    wrong: list[tuple[Frame, set[str]]] = [
        (line.said(message(), key=chance.randbytes(32)), {"mac-wrong"}),
        (sealed(line.key, f"{line.session}x", DEVICE, message()), {"mac-wrong"}),
        (sealed(line.key, line.session, ROOM, message()), {"mac-wrong"}),
        (line.said(message(table=chance.choice(["t2", "t9", ""]))), {"device-elsewhere"}),
        (line.said(message(number=chance.randrange(2, 2**53))), {"device-number"}),
        (line.said(message(number=chance.choice([0, -1, 2**53, 2**70]))), {"fields-wrong"}),
        (line.said(message(number=chance.choice(["1", 1.5, True, None, []]))), {"fields-wrong"}),
        (line.said(message(more=1)), {"fields-wrong"}),
        (line.said(message(command={**coin(3), "more": 1})), {"fields-wrong"}),
        (
            line.said(message(command={"kind": "TakeSeat", "player": "x", "spots": [1]})),
            {"device-not-allowed"},
        ),
        (line.said(message(command={"kind": "Deal", "card": "9s"})), {"device-not-allowed"}),
        (line.said(message(command={"kind": "Deal", "card": "10s"})), {"fields-wrong"}),
        (line.said(message(command={**coin(3), "wager": "main"})), {"device-not-allowed"}),
        (line.said(message(command={**coin(3), "wager": "\x00"})), {"fields-wrong"}),
        (line.said(message(command={**coin(3), "wager": "\ud800"})), {"fields-wrong", "mac-wrong"}),
        (line.said(message(command={**coin(3), "amount": 5.0})), {"fields-wrong"}),
        (
            line.said(message(command=chance.choice([None, 1, "StartGame", [], {}]))),
            {"fields-wrong"},
        ),
        (line.said(chance.choice([None, 1, "x", [], {}, {"kind": "Nothing"}])), {"fields-wrong"}),
        (line.said({"kind": "Heartbeat", "number": 1}), {"fields-wrong"}),
        (line.said(message(command=json.loads("[" * 40 + "]" * 40))), {"fields-wrong"}),
        (line.said(message())[:-1], {"not-json"}),
        ("[" * 4000, {"not-json"}),
        (json.dumps({"body": 1, "mac": 2}), {"not-understood"}),
        (json.dumps({"body": "{}", "mac": "", "more": 1}), {"not-understood"}),
        (json.dumps([1, 2]), {"not-understood"}),
        ("", {"not-json"}),
        ("x" * chance.randrange(4097, 200_000), {"too-large"}),
        (b"\xff\xfe" + chance.randbytes(chance.randrange(0, 2000)), {"not-text"}),
    ]
    return chance.choice(wrong)


def test_malformed_messages_are_refused_with_a_code_and_change_nothing(line: Line) -> None:
    chance = random.Random(20261116)
    before, head = line.room.state, line.room.sequence
    seen: set[str] = set()
    for _ in range(MANY):
        frame, codes = malformed(line, chance)
        tell = chance.choice([line.code_over_socket, line.code_over_http])
        code = tell(frame)
        assert code in codes | {"closed"}, (frame[:200], code)
        seen.add(code)

    assert len(seen) >= 9, seen
    assert line.room.sequence == head
    assert line.room.state is before
    good = line.client.post(
        f"/api/devices/{NAME}/messages", params=line.asked, content=line.said(message())
    )
    assert good.status_code == 200, "the right message is still taken"
