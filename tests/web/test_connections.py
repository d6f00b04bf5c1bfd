"""Connections: what a client takes too long for, and whose place is whose."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.certificates import certificate
from tests.web.houses import NO_LIMITS, TABLE, Guest, House, house_in, running, until
from tests.web.processes import QUICK, served
from upcard.room.demo import make_demo
from upcard.room.room_openings import Place
from upcard.web.access.callers import Who
from upcard.web.access.gates import TOO_MUCH_SECONDS
from upcard.web.access.places import Share
from upcard.web.server_settings import (
    CONNECTIONS,
    SCREENS,
    Patience,
    Rate,
    RequestLimits,
    ServerSettings,
)

SOON: Patience = Patience(head=0.8, body=0.8, idle=0.8, staff_idle=60.0, reading=0.8)
FEW: RequestLimits = replace(
    NO_LIMITS,
    connections={
        **CONNECTIONS,
        Who.UNKNOWN: Share(in_all=6, each=4, when_full=CONNECTIONS[Who.UNKNOWN].when_full),
        Who.GUEST: Share(in_all=6, each=3),
    },
    screens={
        Who.GUEST: Share(in_all=2, each=1),
        Who.DISPLAY: Share(in_all=3, each=2, when_full=SCREENS[Who.DISPLAY].when_full),
        Who.STAFF: Share(in_all=3, each=2, when_full=SCREENS[Who.STAFF].when_full),
    },
)
WAIT = 60.0
PATH = f"/api/tables/{TABLE}/live"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    """A house that waits for nobody."""
    limits = replace(NO_LIMITS, patience=SOON)
    with (
        house_in(tmp_path_factory.mktemp("impatient"), ServerSettings(limits=limits)) as house,
        running(house) as origin,
    ):
        yield house, origin


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    """A house with few places."""
    with (
        house_in(tmp_path_factory.mktemp("small"), ServerSettings(limits=FEW)) as house,
        running(house) as origin,
    ):
        yield house, origin


@contextmanager
def line(origin: str) -> Iterator[socket.socket]:
    """A connection without a browser."""
    url = httpx.URL(origin)
    with socket.create_connection((url.host, url.port or 80), timeout=WAIT) as made:
        yield made


def rest_of(made: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    pieces = []
    try:
        while piece := made.recv(65536):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


def refusal_in(answer: bytes) -> tuple[int, str]:
    """The status and the code of an answer as it came over the wire."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["error"]["code"]


def closed_with(screen: ClientConnection) -> tuple[int, str]:
    """The code and the reason that a socket is closed with."""
    try:
        while True:
            screen.recv(timeout=WAIT)
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")


def test_a_connection_that_says_nothing_is_closed(impatient: tuple[House, str]) -> None:
    house, origin = impatient
    with line(origin) as made:
        assert rest_of(made) == b""
    until(lambda: not house.site.connections.places.count(Who.UNKNOWN), WAIT)


def test_a_header_that_takes_too_long_is_refused(impatient: tuple[House, str]) -> None:
    with line(impatient[1]) as made:
        made.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ")
        assert refusal_in(rest_of(made)) == (408, "too-slow")


def test_so_is_the_header_of_a_second_request(impatient: tuple[House, str]) -> None:
    with line(impatient[1]) as made:
        made.sendall(b"HEAD /api/room HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert made.recv(65536).startswith(b"HTTP/1.1 405")
        made.sendall(b"GET /api/room HT")
        assert b"408 Request Timeout" in rest_of(made)


def test_a_body_that_takes_too_long_is_refused(impatient: tuple[House, str]) -> None:
    with line(impatient[1]) as made:
        made.sendall(
            b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            b"content-length: 100\r\n\r\n{"
        )
        assert refusal_in(rest_of(made)) == (408, "too-slow")


def test_the_rest_of_a_refused_body_is_not_waited_for(impatient: tuple[House, str]) -> None:
    with line(impatient[1]) as made:
        made.sendall(
            b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 70000\r\n\r\n{"
        )
        assert refusal_in(rest_of(made)) == (413, "too-large")


@pytest.mark.parametrize("piece", [b"x-more: x\r\n", b"x"])
def test_a_header_without_end_is_refused(piece: bytes, impatient: tuple[House, str]) -> None:
    begin = b"GET /api/room HTTP/1.1\r\nhost: 127.0.0.1\r\nx: x\r\n"
    most = RequestLimits().head_bytes
    with line(impatient[1]) as made:
        made.sendall((begin + piece * most)[: most + 1])
        assert refusal_in(rest_of(made)) == (431, "header-too-large")


def test_a_guest_s_idle_connection_is_closed_and_a_dealer_s_is_kept(
    impatient: tuple[House, str],
) -> None:
    house, origin = impatient
    with Guest(origin) as guest, line(origin) as theirs, line(origin) as ours:
        guest.sign_in(house.dealer_of(TABLE))
        cookie = f"cookie: upcard_session={guest.client.cookies['upcard_session']}\r\n".encode()
        for made, more in ((theirs, b""), (ours, cookie)):
            made.sendall(b"GET /api/room HTTP/1.1\r\nhost: 127.0.0.1\r\n" + more + b"\r\n")
        assert rest_of(theirs).startswith(b"HTTP/1.1 200")
        ours.recv(65536)
        time.sleep(2 * SOON.idle)
        ours.sendall(b"GET /api/room HTTP/1.1\r\nhost: 127.0.0.1\r\n" + cookie + b"\r\n")
        assert ours.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_screen_that_does_not_read_is_dropped(impatient: tuple[House, str]) -> None:
    house, origin = impatient
    token = house.token(kind="table", table=TABLE)
    url = httpx.URL(origin)
    with Guest(origin) as guest, socket.socket() as deaf:
        guest.sign_in(house.dealer_of(TABLE))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((url.host, url.port or 80))
        deaf.sendall(
            f"GET {PATH}?token={token} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\n"
            "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        until(lambda: house.site.screens.count(Who.DISPLAY, token) == 1, WAIT)
        end = time.monotonic() + WAIT
        while house.site.screens.count(Who.DISPLAY, token):
            assert time.monotonic() < end, "it is still there"
            guest.press(TABLE, "PlaceWager", spot=3, wager="main", amount=1000)
            guest.press(TABLE, "LiftWager", spot=3, wager="main")


def test_idle_connections_make_way_for_new_ones(small: tuple[House, str]) -> None:
    house, origin = small
    with ExitStack() as crowd:
        idle = [crowd.enter_context(line(origin)) for _ in range(20)]
        assert [rest_of(made) for made in idle[:16]] == [b""] * 16
        with Guest(origin) as guest:
            assert guest.get("/api/room")["tables"]
        assert house.site.connections.places.count(Who.UNKNOWN) <= 4
    until(lambda: not house.site.connections.places.count(Who.UNKNOWN), WAIT)


def test_guests_are_refused_where_the_staff_still_gets_in(small: tuple[House, str]) -> None:
    house, origin = small
    ask = b"GET /api/room HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with ExitStack() as crowd:
        for _ in range(3):
            made = crowd.enter_context(line(origin))
            made.sendall(ask)
            assert made.recv(65536).startswith(b"HTTP/1.1 200")
        one_more = crowd.enter_context(line(origin))
        one_more.sendall(ask)
        answer = rest_of(one_more)
        dealer = crowd.enter_context(Guest(origin)).sign_in(house.dealer_of(TABLE))
        frame = dealer.get(f"/api/tables/{TABLE}")

    assert refusal_in(answer) == (429, "too-many")
    assert b"retry-after: 5\r\n" in answer
    assert frame["audience"] == "dealer"


def test_whoever_hammers_waits_for_each_refusal_and_the_staff_does_not(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, client=Rate(0.001, 3))
    with (
        house_in(tmp_path, ServerSettings(limits=limits)) as house,
        running(house) as origin,
        Guest(origin) as dealer,
        Guest(origin) as stranger,
    ):
        dealer.sign_in(house.dealer_of(TABLE))
        for guest in (dealer, stranger):
            while guest.client.get("/api/room").status_code == 200:
                pass
        began = time.monotonic()
        assert dealer.client.get("/api/room").status_code == 429
        soon = time.monotonic()
        assert stranger.client.get("/api/room").status_code == 429
        late = time.monotonic()

    assert late - soon >= TOO_MUCH_SECONDS / 2 > soon - began


def test_requests_sent_at_once_are_answered_one_after_another(small: tuple[House, str]) -> None:
    ask = b"GET /api/room HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    with line(small[1]) as made:
        made.sendall(ask + b"\r\n" + ask + b"\r\n" + ask + b"connection: close\r\n\r\n")
        assert rest_of(made).count(b"HTTP/1.1 200 OK") == 3


def test_a_link_opened_once_too_often_takes_the_place_of_its_oldest_screen(
    small: tuple[House, str],
) -> None:
    house, origin = small
    path = f"{PATH}?token={house.token(kind='table', table=TABLE)}"
    with Guest(origin) as guest, ExitStack() as stack:
        screens = [stack.enter_context(guest.live(path)) for _ in range(3)]
        assert closed_with(screens[0])[0] == 4409
        for screen in screens[1:]:
            assert json.loads(screen.recv(timeout=WAIT))["audience"] == "display"


def test_a_jackpot_display_that_loses_its_place_is_told(small: tuple[House, str]) -> None:
    house, origin = small
    path = (
        f"/api/progressives/bahama/live?token={house.token(kind='jackpot', progressive='bahama')}"
    )
    with Guest(origin) as guest, ExitStack() as stack:
        streams = [stack.enter_context(guest.client.stream("GET", path)) for _ in range(3)]
        lines = [line for line in streams[0].iter_lines() if line]

    assert lines[-2] == "event: closed"
    assert json.loads(lines[-1].removeprefix("data: "))["code"] == "screen-elsewhere"


def test_where_displays_and_guests_have_every_place_a_console_still_opens(
    small: tuple[House, str],
) -> None:
    house, origin = small
    tokens = [house.token(kind="player", table=TABLE, spots=(spot,)) for spot in range(1, 5)]
    with Guest(origin) as guest, ExitStack() as stack:
        guest.sign_in(house.dealer_of(TABLE))
        anybody = stack.enter_context(Guest(origin))
        for token in tokens[:3]:
            stack.enter_context(anybody.live(f"{PATH}?token={token}")).recv(timeout=WAIT)
        one_more = stack.enter_context(anybody.live(f"{PATH}?token={tokens[3]}"))
        code, reason = closed_with(one_more)
        console = stack.enter_context(guest.live(PATH))
        frame = json.loads(console.recv(timeout=WAIT))

    assert (code, reason.partition(":")[0]) == (4429, "full")
    assert frame["audience"] == "dealer"


def test_one_guest_listens_to_few_experiments(small: tuple[House, str]) -> None:
    house, origin = small
    body = {"game": "blackjack", "settings": {}, "decks": 6, "rounds": 100_000_000, "seed": 1}
    with Guest(origin) as guest:
        id_ = guest.client.post("/api/lab", json=body).json()["id"]
        with guest.client.stream("GET", f"/api/lab/{id_}/live") as first:
            second = guest.client.get(f"/api/lab/{id_}/live")
            newer = guest.client.post("/api/lab", json=body | {"rounds": 1000}).json()["id"]
            last = [line for line in first.iter_lines() if line][-1]
        until(lambda: not house.site.screens.count(Who.GUEST), WAIT)
        done = guest.client.get(f"/api/lab/{newer}/live").text

    assert first.status_code == 200
    assert (second.status_code, second.json()["error"]["code"]) == (429, "too-many")
    assert second.headers["retry-after"] == "5"
    assert json.loads(last.removeprefix("data: "))["error"] == (
        "you have started another experiment"
    )
    assert '"is_done":true' in done


def test_signing_in_does_not_wait_for_others_who_sign_in_slowly(tmp_path: Path) -> None:
    with (
        house_in(tmp_path, ServerSettings(limits=NO_LIMITS)) as house,
        running(house) as origin,
        ExitStack() as crowd,
    ):
        for _ in range(12):
            made = crowd.enter_context(line(origin))
            made.sendall(
                b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 50\r\n"
                b"content-type: application/json\r\n\r\n{"
            )
        until(lambda: house.site.connections.places.count(Who.ENTRY) == 12, WAIT)
        began = time.monotonic()
        crowd.enter_context(Guest(origin)).sign_in(house.dealer_of(TABLE))
        took = time.monotonic() - began

    assert took < Patience().body


def test_a_connection_counts_before_it_speaks_tls(tmp_path: Path) -> None:
    room, _ = make_demo(Place.at(tmp_path / "room"), pins=QUICK)
    room.close()
    cert, key = certificate(tmp_path)
    each = CONNECTIONS[Who.UNKNOWN].each
    with (
        served(tmp_path / "room", "--tls-cert", str(cert), "--tls-key", str(key)) as server,
        ExitStack() as crowd,
    ):
        plain = server.origin.replace("https", "http")
        idle = [crowd.enter_context(line(plain)) for _ in range(each + 5)]
        assert rest_of(idle[0]) == b""  # It had to make way, though nobody has shaken hands yet.
        assert httpx.get(f"{server.origin}/api/room", verify=False, timeout=60).status_code == 200
        broken = crowd.enter_context(line(plain))
        broken.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert not rest_of(broken).startswith(b"HTTP")
