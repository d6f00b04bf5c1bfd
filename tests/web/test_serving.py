"""`upcard serve` as a process: what it refuses, and that a killed server resumes the hand."""

import json
import os
import random
import secrets
import signal
import socket
import statistics
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from typer.testing import CliRunner

from tests.certificates import certificate
from tests.web.houses import TABLE, Guest, Record, play_on
from tests.web.processes import QUICK, Server, served
from upcard.cli import app
from upcard.room.demo import make_demo
from upcard.room.events import RoomKind
from upcard.room.fairness import verify_shoe
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember, Place, make_room
from upcard.web.access.tokens import KEY_FILE, Screen, Tokens, key_in
from upcard.web.server_settings import ServerSettings

KILLS: Final = 50 if os.environ.get("UPCARD_FAULTS") == "full" else 3
SEED: Final = 11
READY_SECONDS: Final = 2.0 if os.environ.get("UPCARD_FAULTS") == "full" else 6.0
"""Processor time of a start: two seconds are asked of a quiet machine, and three times as much of
one whose cores are shared with other tests."""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--host", "0.0.0.0"], "tls-needed"),
        (["--host", "192.168.7.7"], "tls-needed"),
        (["--tls-cert", "cert.pem"], "tls"),
        (["--tls-cert", "no.pem", "--tls-key", "no.key"], "tls"),
        (["--data", "no-such-folder"], "room-unknown"),
    ],
)
def test_what_the_server_will_not_start_with(
    arguments: list[str], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["serve", *arguments, "--json"])

    assert result.exit_code == 1, result.output
    assert json.loads(result.output)["error"]["code"] == code


def test_a_server_behind_a_proxy_tells_the_address_that_browsers_reach() -> None:
    alone = ServerSettings(host="127.0.0.1", port=8021)

    assert alone.address == "http://127.0.0.1:8021"
    behind = replace(alone, is_tls=True, public_url="https://cards.example")
    assert behind.address == "https://cards.example"


def test_the_key_of_screens_is_for_the_server_alone(tmp_path: Path) -> None:
    key = key_in(tmp_path)

    assert key_in(tmp_path) == key
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(app, ["serve", "--port", port, "--json"])

    assert result.exit_code == 1
    assert json.loads(result.output)["error"]["code"] == "address"


def test_a_live_room_is_no_demonstration(tmp_path: Path) -> None:
    people = [
        FirstMember(badge=badge, name="Eve", role=Role.EXECUTIVE, pin="135790")
        for badge in ("E100", "E101")
    ]
    make_room(
        Place.at(tmp_path),
        name="Live",
        location="here",
        kind=RoomKind.LIVE,
        day_starts_at=6,
        members=people,
        pins=QUICK,
    ).close()
    arguments = ["serve", "--data", str(tmp_path), "--demo", "--port", "0", "--json"]
    result = CliRunner().invoke(app, arguments)

    assert result.exit_code == 1
    assert json.loads(result.output)["error"]["code"] == "room-is-live"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to read times")
def test_a_server_killed_in_mid_hand_resumes_at_the_same_card(tmp_path: Path) -> None:
    room, people = make_demo(Place.at(tmp_path / "room"), pins=QUICK)
    dealer = room.state.tables[TABLE].dealer
    room.close()
    rng, player = random.Random(SEED), Player(next(p for p in people if p.badge == dealer))
    seconds = []
    port = "0"
    for _ in range(KILLS):
        # At the same address: a page comes back by itself, and is still signed in.
        with served(tmp_path / "room", "--port", port) as server:
            port = server.origin.rpartition(":")[2].rstrip("/")
            seconds.append(server.seconds)
            player.come_back(server)
            player.play(rng.randrange(2, 9))
            player.press_while(server.kill, rng.random() * 0.02)
    with served(tmp_path / "room", "--port", port) as server:
        player.come_back(server)
        of = {person.role: person for person in people}
        shoe = player.finish(server, of[Role.REGULATOR], of[Role.SUPERVISOR])

    assert verify_shoe.problems(shoe) == []
    print(f"seconds of processor time until ready: {sorted(seconds)}")
    # Half of the starts: a neighbour on the machine makes any single one slower.
    assert statistics.median(seconds) < READY_SECONDS, seconds


def test_a_server_stops_within_seconds_though_screens_are_open(tmp_path: Path) -> None:
    room, _ = make_demo(Place.at(tmp_path / "room"), pins=QUICK)
    room.close()
    tokens = Tokens(key_in(tmp_path / "room"))
    table = tokens.made_for(Screen(kind="table", table=TABLE))
    jackpot = tokens.made_for(Screen(kind="jackpot", progressive="bahama"))
    with (
        served(tmp_path / "room") as server,
        Guest(server.origin) as guest,
        guest.live(f"/api/tables/{TABLE}/live?token={table}") as ws,
        guest.client.stream("GET", f"/api/progressives/bahama/live?token={jackpot}") as sse,
    ):
        ws.recv(timeout=60)
        next(sse.iter_lines())
        server.process.terminate()
        code = server.process.wait(timeout=60)

    assert code in (0, -signal.SIGTERM)


def test_under_tls_everything_is_https(tmp_path: Path) -> None:
    room, people = make_demo(Place.at(tmp_path / "room"), pins=QUICK)
    room.close()
    cert, key = certificate(tmp_path)
    person = next(one for one in people if one.role is Role.EXECUTIVE)
    body = {"badge": person.badge, "pin": person.pin}
    with (
        served(tmp_path / "room", "--tls-cert", str(cert), "--tls-key", str(key)) as server,
        httpx.Client(base_url=server.origin, verify=False, timeout=60) as client,
    ):
        own = {"origin": server.origin}
        answer = client.post("/api/session", json=body, headers=own)
        csrf = {"x-csrf-token": answer.json()["csrf"]}
        plain = server.origin.replace("https", "http")
        wrong = client.delete("/api/session", headers={"origin": plain, **csrf})
        right = client.delete("/api/session", headers={**own, **csrf})

    assert server.origin.startswith("https://")
    assert "Secure" in answer.headers["set-cookie"]
    assert "wss://" in answer.headers["content-security-policy"]
    assert (wrong.status_code, right.status_code) == (403, 200)


class Player:
    """A dealer who goes on after every crash, and knows what was acknowledged."""

    def __init__(self, person: FirstMember) -> None:
        self.person = person
        self.guest: Guest | None = None
        self.frame: Record | None = None
        self.open: Record | None = None
        """An order that was sent and not acknowledged."""
        self.acknowledged = 0
        """The last entry that the server said was durable."""

    def come_back(self, server: Server) -> None:
        """Go on with the same session: the table is where it was, or one order further."""
        before, self.guest = self.guest, Guest(server.origin)
        if before is None:
            self.guest.sign_in(self.person)
        else:
            self.guest.client.cookies.update(before.client.cookies)
            self.guest.csrf = before.csrf
        found = self._look()
        assert found["sequence"] >= self.acknowledged
        if self.frame is not None:
            if self.open is None or found["version"] == self.frame["version"]:
                assert found["view"] == self.frame["view"]
                assert found["shoe"] == self.frame["shoe"]
        if self.open is not None:
            self._send(self.open)
            self.open = None
        self.frame = self._look()

    def play(self, keys: int) -> None:
        """Press some keys, each acknowledged."""
        assert self.guest is not None
        for _ in range(keys):
            self._send(self._next())
            self.frame = self._look()

    def press_while(self, kill: Any, after: float) -> None:
        """Press a key at about the moment the server is killed."""
        order = self._next()
        self.open = order
        killer = threading.Timer(after, kill)
        killer.start()
        try:
            self._send(order)
            self.open = self.frame = None
            self.frame = self._look()
        except httpx.TransportError:
            pass
        killer.join()
        assert self.guest is not None
        self.guest.client.close()

    def finish(self, server: Server, reader: FirstMember, supervisor: FirstMember) -> Record:
        """Play the round to its end, end the shoe, and give it back to be checked."""
        assert self.guest is not None
        while self._look()["round"]:
            self.play(1)
        shoe = self._look()["shoe"]["number"]
        by = {"badge": supervisor.badge, "pin": supervisor.pin}
        wish = {"kind": "AbandonShoe", "table": TABLE, "reason": "the end"}
        self._send({**self._order(wish), "by": by})
        with Guest(server.origin) as guest:
            guest.sign_in(reader)
            while True:
                found: Record = guest.get(f"/api/shoes/{TABLE}/{shoe}")
                if found["seed"]:
                    break
                time.sleep(0.02)
        self.guest.client.close()
        return found

    def _look(self) -> Record:
        assert self.guest is not None
        found: Record = self.guest.get(f"/api/tables/{TABLE}")
        return found

    def _order(self, wish: Record) -> Record:
        return {"id": secrets.token_hex(16), "wish": wish}

    def _next(self) -> Record:
        """The key that is next, as an order."""
        assert self.frame is not None
        if self.frame["next"]["key"] == "start-game" and self.frame["next"]["reason"]:
            command = {"kind": "PlaceWager", "spot": 3, "wager": "main", "amount": 1000}
            return self._order({"kind": "Operate", "table": TABLE, "command": command})
        taken: list[Record] = []
        play_on(_Taker(taken), TABLE, self.frame)  # type: ignore[arg-type]
        return self._order(taken[0])

    def _send(self, order: Record) -> None:
        assert self.guest is not None
        answer = self.guest.client.post("/api/orders", json=order, headers=self.guest.headers)
        assert answer.status_code == 200, answer.text
        self.acknowledged = answer.json()["sequence"]


class _Taker:
    """Takes the wish that `play_on` would send."""

    def __init__(self, taken: list[Record]) -> None:
        self._taken = taken

    def order(self, wish: Record) -> None:
        """Keep it."""
        self._taken.append(wish)

    def press(self, table: str, kind: str, **fields: Any) -> None:
        """Keep the key as an order."""
        command = {"kind": kind, **fields}
        self.order({"kind": "Operate", "table": table, "command": command})
