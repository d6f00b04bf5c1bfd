"""deploy/nginx.conf as it is, in a real nginx with TLS, in front of a real `upcard serve`."""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.certificates import certificate
from tests.deploy.processes import DEPLOY, Process, serving
from tests.tools import tool_or_skip
from tests.web.houses import TABLE, until
from tests.web.processes import QUICK
from upcard.room.demo import make_demo
from upcard.room.device_wire import DEVICE, ROOM, mac_of, sealed, unsealed
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember, Place
from upcard.web.access.callers import COOKIE
from upcard.web.access.tokens import Screen, Tokens, key_in
from upcard.web.server_settings import RequestLimits

NAME: Final = "cards.example"
NEAR, FAR = "127.0.0.2", "127.0.0.3"
"""Two addresses of this machine that are not the proxy's."""
CALCULATIONS: Final = RequestLimits().heavy.burst
"""What an address may have worked out at once."""

MAIN: Final = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


@dataclass(frozen=True, slots=True)
class Front:
    """A server behind nginx, and how to reach it."""

    server: Process
    folder: Path
    http_port: int
    port: int
    people: list[FirstMember]
    tokens: Tokens

    @property
    def host(self) -> str:
        """What a browser sends as Host."""
        return f"{NAME}:{self.port}"

    @property
    def origin(self) -> str:
        """What a browser sends as Origin."""
        return f"https://{self.host}"

    @property
    def context(self) -> ssl.SSLContext:
        """Trusts the certificate of this test and no other."""
        return ssl.create_default_context(cafile=str(self.folder / "cert.pem"))

    def ask(
        self, path: str, *, client: str = NEAR, method: str = "GET", name: str = NAME, **more: Any
    ) -> httpx.Response:
        """A request from one of the addresses of this machine."""
        headers = {"host": f"{name}:{self.port}", **more.pop("headers", {})}
        transport = httpx.HTTPTransport(verify=self.context, local_address=client)
        with httpx.Client(transport=transport, timeout=60) as sender:
            return sender.request(
                method,
                f"https://127.0.0.1:{self.port}{path}",
                headers=headers,
                extensions={"sni_hostname": name},
                **more,
            )

    def sign_in(self, **headers: str) -> httpx.Response:
        """A supervisor's sign-in."""
        sam = next(one for one in self.people if one.role is Role.SUPERVISOR)
        body = {"badge": sam.badge, "pin": sam.pin}
        return self.ask("/api/session", method="POST", json=body, headers=headers)

    @contextmanager
    def live(self, path: str, origin: str, **headers: str) -> Iterator[ClientConnection]:
        """A WebSocket."""
        line = socket.create_connection(("127.0.0.1", self.port), source_address=(NEAR, 0))
        with connect(
            f"wss://{self.host}{path}",
            sock=line,
            ssl=self.context,
            origin=Origin(origin),
            additional_headers=headers,
        ) as found:
            yield found

    def logged(self, id_: str) -> dict[str, Any]:
        """The server's line about a request; it is written after the answer."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for line in list(self.server.log):
                found: dict[str, Any] = json.loads(line)
                if found["id"] == id_ and found["message"] == "request":
                    return found
            time.sleep(0.01)
        raise AssertionError(f"the log has no request {id_}")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def site(folder: Path, http_port: int, port: int, server_port: str) -> str:
    """The example with this test's ports and files in place of the usual ones."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    cert, key = certificate(folder, NAME)
    for usual, here in {
        "listen 80": f"listen 127.0.0.1:{http_port}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "127.0.0.1:8021": f"127.0.0.1:{server_port}",
        "/etc/upcard/tls/fullchain.pem": str(cert),
        "/etc/upcard/tls/privkey.pem": str(key),
        "/var/log/nginx/upcard.log": f"{folder}/access.log",
    }.items():
        assert usual in text
        text = text.replace(usual, here)
    return text


@contextmanager
def nginx_in(folder: Path, port: int) -> Iterator[None]:
    """nginx with the files in *folder*, until the block ends."""
    user = "user root;" if os.geteuid() == 0 else ""
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder, user=user), "utf-8")
    process = subprocess.Popen(
        [tool_or_skip("nginx"), "-c", str(main), "-p", str(folder)], stderr=subprocess.PIPE
    )
    try:
        while True:
            assert process.poll() is None, process.communicate()[1].decode()
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=60)


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """A demonstration room behind nginx."""
    tool_or_skip("nginx")
    folder, place = tmp_path_factory.mktemp("nginx"), tmp_path_factory.mktemp("room")
    room, people = make_demo(Place.at(place), pins=QUICK)
    room.close()
    http_port, port = free_port(), free_port()
    options = ("--data", str(place), "--trusted-proxy", "127.0.0.1", "--log-format", "json")
    with serving(*options, is_behind_a_proxy=True) as server:
        text = site(folder, http_port, port, server.origin.rpartition(":")[2])
        (folder / "site.conf").write_text(text, "utf-8")
        with nginx_in(folder, port):
            yield Front(server, folder, http_port, port, list(people), Tokens(key_in(place)))


def test_a_browser_is_sent_to_https_and_told_to_stay_there(front: Front) -> None:
    plain = httpx.get(
        f"http://127.0.0.1:{front.http_port}/solo?x=1", headers={"host": NAME}, timeout=60
    )
    secure = front.ask("/")

    assert (plain.status_code, plain.headers["location"]) == (308, f"https://{NAME}/solo?x=1")
    assert secure.status_code == 200
    assert secure.headers["strict-transport-security"] == "max-age=31536000"
    assert f"connect-src 'self' wss://{front.host}" in secure.headers["content-security-policy"]
    assert "server" not in secure.headers or secure.headers["server"] == "nginx"


def test_no_other_name_is_answered(front: Front) -> None:
    with pytest.raises(httpx.TransportError):
        front.ask("/api/room", name="elsewhere.example")
    with pytest.raises(httpx.TransportError):
        front.ask("/api/room", headers={"host": "elsewhere.example"})


def test_the_cookie_is_for_https_and_only_pages_of_this_name_may_sign_in(front: Front) -> None:
    right = front.sign_in(origin=front.origin)
    wrong = [
        front.sign_in(origin=origin).json()["error"]["code"]
        for origin in (f"http://{front.host}", "https://elsewhere.example")
    ]
    cookies = right.headers.get_list("set-cookie")

    assert right.status_code == 200
    assert len(cookies) == 2
    assert all("Secure" in one and "HttpOnly" in one for one in cookies)
    assert wrong == ["origin-wrong", "origin-wrong"]


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"x-forwarded-for": "203.0.113.7"},
        {"forwarded": "for=203.0.113.7;proto=http"},
        {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http"},
        {"x-request-id": "made-up-by-a-client"},
    ],
)
def test_the_server_knows_the_client_and_nobody_can_forge_it(
    forged: dict[str, str], front: Front
) -> None:
    answer = front.ask("/api/room", client=FAR, headers=forged)
    id_ = answer.headers["x-request-id"]

    assert re.fullmatch("[0-9a-f]{32}", id_), "nginx has named it"
    assert front.logged(id_)["client"] == FAR
    line = f"{id_} {FAR} GET /api/room 200"  # nginx writes it after the answer.
    until(lambda: line in (front.folder / "access.log").read_text())


def test_each_client_has_limits_of_its_own(front: Front) -> None:
    def tries(client: str, many: int) -> list[int]:
        headers = {"origin": front.origin}
        found = [
            front.ask("/api/witness", client=client, method="POST", headers=headers, content="é")
            for _ in range(many)
        ]
        return [answer.status_code for answer in found]

    assert 429 in tries(FAR, CALCULATIONS + 2)
    assert tries(NEAR, 1) == [422]


def test_a_websocket_passes_and_only_from_a_page_of_this_name(front: Front) -> None:
    signed = front.sign_in(origin=front.origin)
    cookie = f"{COOKIE}={signed.cookies[COOKIE]}"
    path = f"/api/tables/{TABLE}/live"
    with front.live(path, front.origin, cookie=cookie) as line:
        frame = json.loads(line.recv(timeout=60))
    with (
        front.live(path, "https://elsewhere.example", cookie=cookie) as line,
        pytest.raises(ConnectionClosed) as closed,
    ):
        line.recv(timeout=60)

    assert (frame["type"], frame["table"]) == ("table", TABLE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def test_a_screen_s_link_is_in_no_log(front: Front) -> None:
    token = front.tokens.made_for(Screen(kind="table", table=TABLE))
    with front.live(f"/api/tables/{TABLE}/live?token={token}", front.origin) as line:
        line.recv(timeout=60)
    answer = front.ask(f"/api/tables/{TABLE}?token={token}")
    front.logged(answer.headers["x-request-id"])
    logs = "".join(front.server.log) + "".join(
        (front.folder / name).read_text() for name in ("access.log", "error.log")
    )

    assert answer.status_code == 200
    assert token not in logs


def enrolled(front: Front) -> bytes:
    """A lamp at a table, enrolled by two people over the wire; its key."""
    signed = front.sign_in(origin=front.origin)
    tom, sam = (
        next({"badge": one.badge, "pin": one.pin} for one in front.people if one.role is role)
        for role in (Role.TECHNICIAN, Role.SUPERVISOR)
    )
    wish = {"kind": "EnrolDevice", "device": "lamp-1", "kinds": ["lamps"], "table": TABLE}
    answer = front.ask(
        "/api/orders",
        method="POST",
        json={"id": "0" * 32, "wish": wish, "by": tom, "second": sam},
        headers={
            "origin": front.origin,
            "x-csrf-token": signed.json()["csrf"],
            "cookie": f"{COOKIE}={signed.cookies[COOKIE]}",
        },
    )
    return bytes.fromhex(answer.json()["answer"]["key"])


def test_a_device_passes_and_what_it_signs_is_in_no_log(front: Front) -> None:
    key = enrolled(front)
    session = front.ask("/api/devices/lamp-1/session", method="POST").json()["session"]
    mac = mac_of(key, session, DEVICE, "")
    path = f"/api/devices/lamp-1/live?session={session}&mac={mac}"
    with front.live(path, front.origin) as line:
        hello = unsealed(key, session, ROOM, str(line.recv(timeout=60)))
        line.send(sealed(key, session, DEVICE, {"kind": "Heartbeat"}))
        alive = unsealed(key, session, ROOM, str(line.recv(timeout=60)))
    logs = "".join(front.server.log) + "".join(
        (front.folder / name).read_text() for name in ("access.log", "error.log")
    )

    assert isinstance(hello, dict)
    assert isinstance(alive, dict)
    assert (hello["kind"], alive["kind"]) == ("hello", "alive")
    assert mac not in logs


def test_health_and_metrics_are_not_for_the_world(front: Front) -> None:
    assert [front.ask(path).status_code for path in ("/health/ready", "/metrics")] == [404, 404]
    assert front.server.get("/health/ready").status_code == 200
    assert front.server.get("/metrics").status_code == 403
