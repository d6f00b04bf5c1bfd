"""The log of a real server: lines that parse, requests that can be found, and never a secret."""

import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.deploy.processes import serving
from tests.web.houses import TABLE, Guest, house_in, running
from tests.web.processes import QUICK
from upcard.room.demo import make_demo
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember, Place
from upcard.web.access.proxies import Proxies
from upcard.web.access.tokens import Screen, Tokens, key_in
from upcard.web.logs import REQUEST, LogFormat, formatter_for
from upcard.web.server_settings import ServerSettings

RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
METRICS_TOKEN = "metrics-token-0123456789"


def use(origin: str, folder: Path, people: list[FirstMember]) -> list[str]:
    """Do everything that has a secret in it; every secret."""
    sam = next(one for one in people if one.role is Role.SUPERVISOR)
    token = Tokens(key_in(folder)).made_for(Screen(kind="table", table=TABLE))
    with Guest(origin) as guest:
        wrong = {"badge": sam.badge, "pin": "918273"}
        guest.client.post("/api/session", json=wrong, headers={"origin": origin})
        guest.sign_in(sam)
        guest.order({"kind": "RecordBank", "balance": 1}, pin=sam.pin)
        guest.client.get(f"/api/tables/{TABLE}?token={token}")
        guest.client.get("/metrics", headers={"authorization": f"Bearer {METRICS_TOKEN}"})
        guest.client.post("/api/orders", content=f'{{"pin": "{sam.pin}"', headers=guest.headers)
        with guest.live(f"/api/tables/{TABLE}/live?token={token}") as socket:
            socket.recv(timeout=60)
        secrets = [guest.csrf, *guest.client.cookies.values()]
    seeds = [path.read_bytes() for path in (folder / "seeds").iterdir() if path.is_file()]
    keys = [path.read_bytes() for path in folder.glob("*.key")]
    assert seeds
    assert keys
    return [
        sam.pin,
        "918273",
        token,
        METRICS_TOKEN,
        *secrets,
        *(one.hex() for one in seeds + keys),
    ]


def test_lines_parse_and_never_have_a_secret_at_the_most_talkative_level(tmp_path: Path) -> None:
    room, people = make_demo(Place.at(tmp_path / "room"), pins=QUICK)
    room.close()
    (tmp_path / "token").write_text(METRICS_TOKEN)
    with serving(
        "--data",
        str(tmp_path / "room"),
        "--log-format",
        "json",
        "--log-level",
        "debug",
        "--metrics-token-file",
        str(tmp_path / "token"),
    ) as server:
        secrets = use(server.origin, tmp_path / "room", list(people))
        told = server.get("/api/room", x_request_id="made-up-by-a-stranger").headers["x-request-id"]
    lines = [json.loads(line) for line in server.log]
    requests = [line for line in lines if line["message"] == "request"]
    found = [(one["method"], one["route"], one["status"]) for one in requests]
    signed = next(one for one in requests if one["route"] == "/api/orders")

    assert all(RFC_3339.fullmatch(line["time"]) for line in lines)
    assert {line["level"] for line in lines} <= {"debug", "info", "warning", "error"}
    assert ("POST", "/api/session", 401) in found
    assert ("WEBSOCKET", "/api/tables/{table}/live", 101) in found
    assert ("GET", "/metrics", 200) in found
    assert signed["badge"]
    assert [secret for secret in secrets if secret in "".join(server.log)] == []
    assert told != "made-up-by-a-stranger"
    assert [one["route"] for one in requests if one["id"] == told] == ["/api/room"]


def test_every_line_of_a_traceback_has_its_time_level_request_and_badge() -> None:
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        record = logging.getLogger("upcard.faults").makeRecord(
            "upcard.faults", logging.ERROR, "", 0, "fault", (), sys.exc_info()
        )
    mark = REQUEST.set({"request_id": "4be1c8f09d2a7c35", "badge": "D1001"})
    try:
        text = formatter_for(LogFormat.TEXT).format(record).splitlines()
        (line,) = formatter_for(LogFormat.JSON).format(record).splitlines()
    finally:
        REQUEST.reset(mark)

    assert len(text) > 3
    assert all(RFC_3339.match(line) for line in text)
    assert all(" error   4be1c8f09d2a7c35 D1001 " in line for line in text)
    assert "ValueError: first" in json.loads(line)["exception"]


@pytest.mark.parametrize(
    ("told", "is_taken"),
    [("9f2c4b1e-proxy.1", True), ("short", False), ("a b" * 9, False), ("x" * 65, False)],
)
def test_a_trusted_proxy_names_a_request_if_its_name_is_a_plain_one(
    told: str, is_taken: bool, behind_a_proxy: str
) -> None:
    answer = httpx.get(f"{behind_a_proxy}/api/room", headers={"x-request-id": told}, timeout=60)

    assert (answer.headers["x-request-id"] == told) is is_taken
    assert re.fullmatch(r"[A-Za-z0-9._-]{8,64}", answer.headers["x-request-id"])


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that trusts this machine's proxy."""
    settings = ServerSettings(is_tls=True, proxies=Proxies.parse(["127.0.0.1"]))
    with house_in(tmp_path_factory.mktemp("room"), settings) as house, running(house) as origin:
        yield origin
