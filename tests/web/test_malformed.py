"""Malformed requests and frames: a clear 4xx, no fault of ours, and nothing has changed."""

import json
import os
import random
import socket as sockets
import string
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.web.houses import TABLE, Guest, House, Record
from upcard.room.people.roles import Role

FULL: Final = os.environ.get("UPCARD_FAULTS") == "full"
REQUESTS: Final = 10_000 if FULL else 600
FRAMES: Final = 400 if FULL else 24
SEED: Final = 20_261_115

WISH: Final = {
    "kind": "Operate",
    "table": TABLE,
    "command": {"kind": "PlaceWager", "spot": 3, "wager": "main", "amount": 1000},
}
GOOD: Final[dict[str, Record]] = {
    "/api/orders": {"id": "a" * 32, "wish": WISH, "seen": 5},
    "/api/session": {"badge": "D1", "pin": 123456},
    "/api/displays": {"kind": "player", "table": TABLE, "spots": [3]},
    "/api/rules/check": {"name": "blackjack", "settings": {"dealer.soft_17": "hit"}, "decks": 6},
    "/api/rules/odds": {"name": "no-such-game", "settings": {"dealer.soft_17": "hit"}, "decks": 6},
    "/api/lab": {"game": "no-such-game", "settings": {}, "decks": 6, "rounds": 10, "seed": 1},
    "/api/solo": {"game": "blackjack", "decks": 6, "seed": 4},
}
ODD: Final[list[Any]] = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**25,
    -(10**400),
    2**63,
    "",
    " ",
    "x" * 3000,
    "\u0000",
    "\ud800",
    "٣",
    "１２",
    "³",
    "NaN",
    "Infinity",
    "1e9",
    "null",
    "'; DROP TABLE entries;--",
    "../../etc/passwd",
    "<script>",
    [],
    {},
    [[]],
    {"kind": []},
    [None] * 200,
    "\u202e",
    "🂡",
    {"kind": "Deal", "card": "As"},
    {"kind": "ConfirmAward", "spot": 1, "wager": "a", "amount": 9},
]
RAW: Final = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b"NaN",
    b'{"a": NaN}',
    b'{"id": 1e999}',
    b'{"a":' * 5000,
    b'"' + b"\\ud800" * 10 + b'"',
    b"1" * 5000,
    b'{"id": "a", "id": "b"}',
    '{"pin": "١٢٣٤٥٦"}'.encode(),
    b"\x00" * 100,
    b'{"a": ' + b"9" * 6000 + b"}",
]
QUERIES: Final = [
    "/api/tables/{}",
    "/api/rounds/{}/1",
    "/api/rounds/bahama-1/{}",
    "/api/shoes/{}/{}",
    "/api/reports/{}",
    "/api/reports/meters?first={}",
    "/api/reports/meters?format={}",
    "/api/rounds?limit={}",
    "/api/rounds?before={}",
    "/api/rounds?day={}",
    "/api/slips/{}.pdf",
    "/api/charts/{}.svg",
    "/api/rules/{}",
    "/api/solo/{}",
    "/api/lab/{}/live",
    "/api/progressives/{}/live",
    "/api/progressives/bahama/live?token={}",
    "/{}",
    "/assets/{}",
    "/api/tables/bahama-1?audience={}",
    "/api/tables/bahama-1?token={}",
]


def spoilt(rng: random.Random, value: Any) -> Any:
    """*value* with one thing in it replaced, removed or added."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        copy = dict(value)
        key = rng.choice(list(copy))
        match rng.randrange(4):
            case 0:
                del copy[key]
            case 1:
                copy[rng.choice(["extra", "", "kind ", "__class__", "\ud801"])] = rng.choice(ODD)
            case _:
                copy[key] = spoilt(rng, copy[key])
        return copy
    return rng.choice(ODD)


def requests(rng: random.Random) -> Iterator[tuple[str, str, bytes, str]]:
    """Method, path, body and content type of requests that something is wrong with."""
    while True:
        path = rng.choice(list(GOOD))
        match rng.randrange(6):
            case 0:
                yield "POST", path, rng.choice(RAW), "application/json"
            case 1:
                body = json.dumps(GOOD[path]).encode()
                cut = rng.randrange(1, len(body))
                yield "POST", path, body[:cut] + rng.randbytes(3) + body[cut + 2 :], "text/plain"
            case 2:
                odd = rng.choice([*map(str, ODD), "".join(rng.choices(string.printable, k=30))])
                where = rng.choice(QUERIES).format(*[quote(odd, errors="replace")[:900]] * 2)
                yield "GET", where, b"", ""
            case 3:
                method = rng.choice(["PUT", "PATCH", "DELETE", "OPTIONS", "GET", "PROPFIND"])
                yield method, path + rng.choice(["", "/", "//", "/..", "?a=%00"]), b"", ""
            case _:
                body = json.dumps(spoilt(rng, GOOD[path])).encode()
                yield "POST", path, body, "application/json"


def test_malformed_requests_get_a_clear_refusal_and_change_nothing(
    house: House, origin: str
) -> None:
    rng = random.Random(SEED)
    with Guest(origin) as guest:
        guest.sign_in(house.person(Role.EXECUTIVE))
        before = _books(house)
        for _, (method, path, body, kind) in zip(range(REQUESTS), requests(rng), strict=False):
            answer = _sent(guest, method, path, body, kind)

            assert answer.status_code < 500, (method, path, body[:200], answer.text)
            if answer.status_code >= 400:
                _check_clear(answer)
            if answer.status_code == 400 and "signed" in answer.text:
                raise AssertionError("the session was lost")

    assert _books(house) == before


def _sent(guest: Guest, method: str, path: str, body: bytes, kind: str) -> httpx.Response:
    headers = {**guest.headers, **({"content-type": kind} if kind else {})}
    with guest.client.stream(method, path, content=body, headers=headers) as answer:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            return httpx.Response(answer.status_code)
        answer.read()
        return answer


def _check_clear(answer: httpx.Response) -> None:
    error = answer.json()["error"]
    assert set(error) - {"wait_s"} == {"code", "message"}
    assert error["code"]
    assert 3 < len(error["message"]) < 700
    assert "Traceback" not in error["message"]


def _books(house: House) -> tuple[object, ...]:
    state = house.room.state
    members = {badge: (one.role, one.pin) for badge, one in state.staff.items()}
    return state.tables, state.links, state.jackpots, state.slips, state.rules, members


@pytest.mark.parametrize("size", [65_537, 1_000_000])
def test_a_body_of_a_megabyte_is_refused_on_every_route(size: int, anybody: Guest) -> None:
    for path in GOOD:
        answer = anybody.client.post(path, content=b'{"a": "' + b"x" * size + b'"}')

        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


RAW_HTTP: Final = [
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"POST /api/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST /api/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /api/room HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: upcard_session=\xff\xfe\r\n\r\n",
    b"GET /api/desk HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + b"a=b; " * 3000 + b"\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
]


@pytest.mark.parametrize("number", range(len(RAW_HTTP)))
def test_bytes_that_are_no_http_do_not_stop_the_server(number: int, anybody: Guest) -> None:
    host, port = anybody.origin.removeprefix("http://").split(":")
    with sockets.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(RAW_HTTP[number])
        connection.shutdown(sockets.SHUT_WR)
        answer = connection.recv(4096)

    assert not answer.startswith(b"HTTP/1.1 5")
    assert anybody.client.get("/api/room").status_code == 200


def _binary(rng: random.Random) -> bytes:
    return rng.randbytes(rng.randrange(1, 200))


def _text(rng: random.Random) -> str:
    return rng.choice(["ping\n", "PING", '{"type": "subscribe"}', "x" * 9000, "🂡" * 50, "\x00"])


def _raw_frame(rng: random.Random) -> bytes:
    """A frame with a reserved opcode, a wrong length, or no mask."""
    return bytes([rng.randrange(256), rng.randrange(256)]) + rng.randbytes(rng.randrange(40))


SAYS: Final[list[Callable[[random.Random], str | bytes]]] = [_binary, _text]


def test_bad_frames_close_their_socket_and_nothing_else(house: House, origin: str) -> None:
    rng = random.Random(SEED)
    before = _books(house)
    with Guest(origin) as guest:
        guest.sign_in(house.dealer_of(TABLE))
        with guest.live(f"/api/tables/{TABLE}/live") as good:
            good.recv(timeout=60)
            for number in range(FRAMES):
                with guest.live(f"/api/tables/{TABLE}/live") as bad:
                    bad.recv(timeout=60)
                    if number % 3:
                        bad.send(rng.choice(SAYS)(rng))
                    else:
                        with suppress(OSError):  # The server may have had enough already.
                            bad.socket.sendall(_raw_frame(rng) * 3)
                            bad.socket.shutdown(sockets.SHUT_WR)
                    with pytest.raises((ConnectionClosed, WebSocketException, EOFError, OSError)):
                        _until_closed(bad)
            good.send("ping")
            assert good.recv(timeout=60) == "pong"

    assert _books(house) == before


def _until_closed(socket: Any) -> None:
    while True:
        socket.recv(timeout=60)
