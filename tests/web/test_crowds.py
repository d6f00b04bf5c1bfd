"""A crowd of strangers cannot keep the staff waiting: a real server, real sockets, a dealer's keys.

With UPCARD_FAULTS=full the crowds come at their full size, and the keys are held to their time; run
that on a machine that does nothing else.
"""

import http.client
import json
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import httpx
import pytest

from tests.faults.counts import IS_FULL, count
from tests.web.houses import TABLE, Guest, Record
from tests.web.processes import QUICK, Server, served
from upcard.room.demo import make_demo
from upcard.room.room_openings import FirstMember, Place
from upcard.web.access.callers import Who
from upcard.web.access.tokens import Screen, Tokens, key_in
from upcard.web.server_settings import SCREENS

PROJECT: Final = Path(__file__).parents[2]
FILES: Final = 1024
"""What Debian lets a process open unless it asks for more."""
KEYS: Final = count(40, 1000)
PAUSE_SECONDS: Final = 0.02
P99_MS: Final = 150.0
GENEROUS_MS: Final = 5000.0
"""For half of the keys on a machine that does a lot beside; alone it is about 6 ms."""

IDLE: Final = count(1100, 2000)
SLOW: Final = count(100, 500)
LISTENERS: Final = 520
DISPLAYS: Final = 512
TOGETHER: Final = {"idle": IDLE, "slow": SLOW, "lab": LISTENERS, "display": DISPLAYS}
BUSY: Final = {"hammer": 200, "heavy": 100, "play": 300, "entry": 200}
"""Strangers who ask for something all the time: pages, odds, solo tables, to be let in."""
FROM_FAR: Final = 250
"""Addresses that a crowd comes from, where it comes from more than one."""


@dataclass(slots=True)
class Tables:
    """A server with a demonstration room, and what the test needs to get in."""

    server: Server
    dealer: FirstMember
    token: str


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A room that is served as Debian would."""
    folder = tmp_path_factory.mktemp("crowded") / "room"
    room, people = make_demo(Place.at(folder), pins=QUICK)
    badge = room.state.tables[TABLE].dealer
    room.close()
    token = Tokens(key_in(folder)).made_for(Screen(kind="table", table=TABLE))
    with served(folder, files=FILES) as server:
        yield Tables(server, next(one for one in people if one.badge == badge), token)


@contextmanager
def crowd(tables: Tables, people: dict[str, int], addresses: int) -> Iterator[Record]:
    """Strangers in a process of their own; at the end, what the server said to them."""
    url = httpx.URL(tables.server.origin)
    asked: Record = {
        "host": url.host,
        "port": url.port,
        "token": tables.token,
        "table": TABLE,
        "addresses": addresses,
        "people": people,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.crowds", json.dumps(asked)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    report: Record = {}
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "here"
        yield report
        told, _ = process.communicate("go\n", timeout=60)
        report.update(json.loads(told))
    finally:
        process.kill()
        process.communicate()


class Console:
    """A dealer's console: presses keys and takes the time, every fourth on a new connection."""

    def __init__(self, guest: Guest) -> None:
        url = httpx.URL(guest.origin)
        self._line = http.client.HTTPConnection(url.host, url.port or 80, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in guest.client.cookies.items())
        self._headers = {**guest.headers, "cookie": cookies, "content-type": "application/json"}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def press(self, keys: int) -> list[float]:
        """The milliseconds that each of so many keys took; each must be carried out."""
        return [self._press(number) for number in range(keys)]

    def _press(self, number: int) -> float:
        time.sleep(PAUSE_SECONDS)
        command: dict[str, Any] = {"kind": "LiftWager", "spot": 3, "wager": "main"}
        if number % 2 == 0:
            command = {**command, "kind": "PlaceWager", "amount": 1000}
        wish = {"kind": "Operate", "table": TABLE, "command": command}
        body = json.dumps({"id": secrets.token_hex(16), "wish": wish})
        if number % 4 == 0:
            self._line.close()
        began = time.perf_counter()
        self._line.request("POST", "/api/orders", body, self._headers)
        answer = self._line.getresponse()
        text = answer.read()
        took = 1000 * (time.perf_counter() - began)
        assert answer.status == 200, text
        return took


def check_times(what: str, times: list[float]) -> None:
    """Print the times, and hold them to what was promised."""
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{what}: {len(times)} keys, p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, "
        f"longest {max(times):.1f} ms"
    )
    assert cuts[49] < GENEROUS_MS
    if IS_FULL:
        assert cuts[98] < P99_MS, what


def check_staff(tables: Tables, guest: Guest) -> None:
    """Somebody signs in anew, and a console's screen opens and shows its frame."""
    with Guest(tables.server.origin) as another:
        another.client.timeout = 60
        another.sign_in(tables.dealer)
        assert another.get("/api/session")["badge"] == tables.dealer.badge
    with guest.live(f"/api/tables/{TABLE}/live") as screen:
        assert json.loads(screen.recv(timeout=60))["audience"] == "dealer"


MOST: Final = {"lab": SCREENS[Who.GUEST].in_all, "display": SCREENS[Who.DISPLAY].each}
"""How many of a crowd may watch something."""
FULL_ONLY: Final = pytest.mark.skipif(not IS_FULL, reason="takes minutes: set UPCARD_FAULTS=full")
CROWDS: Final = [
    pytest.param(TOGETHER, 1, id="together"),
    pytest.param(TOGETHER, FROM_FAR, id="together-from-everywhere"),
    *(pytest.param({kind: many}, 1, id=kind, marks=FULL_ONLY) for kind, many in TOGETHER.items()),
    *(
        pytest.param({kind: many}, FROM_FAR, id=kind, marks=FULL_ONLY)
        for kind, many in BUSY.items()
    ),
]


@pytest.mark.parametrize(("people", "addresses"), CROWDS)
def test_a_dealer_s_keys_are_answered_while_strangers_crowd_the_room(
    people: dict[str, int], addresses: int, tables: Tables
) -> None:
    with Guest(tables.server.origin) as guest, Console(guest.sign_in(tables.dealer)) as console:
        console.press(8)
        with crowd(tables, people, addresses) as report:
            times = console.press(KEYS)
            check_staff(tables, guest)

    check_times(f"{people} from {addresses} addresses", times)
    print(report)
    for kind, places in MOST.items():
        assert report["watching"].get(kind, 0) <= 2 * places  # Some are on their way out.
