"""`upcard serve` as a process: what it refuses, and that a killed server resumes the hand."""

import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from argon2 import PasswordHasher
from typer.testing import CliRunner

from tests.web.houses import TABLE, Guest, Record, play_on
from upcard.cli import app
from upcard.room import verify_shoe
from upcard.room.demo import make_demo
from upcard.room.opening import FirstMember, Place
from upcard.room.roles import Role
from upcard.room.staff import ArgonPins
from upcard.web.tokens import KEY_FILE

KILLS: Final = 50 if os.environ.get("UPCARD_FAULTS") == "full" else 3
SEED: Final = 11
READY_SECONDS: Final = 2.0
QUICK: Final = ArgonPins(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


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


def test_the_key_of_screens_is_for_the_server_alone(tmp_path: Path) -> None:
    from upcard.web.tokens import key_in

    key = key_in(tmp_path)

    assert key_in(tmp_path) == key
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


class Server:
    """A real server process."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "upcard", "serve", "--data", str(folder), "--port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.seconds = self._ready()

    def _ready(self) -> float:
        """The processor time it took until it answered: other processes do not count."""
        while True:
            assert self.process.poll() is None, "the server stopped"
            try:
                if httpx.get(f"{self.origin}/api/room").status_code == 200:
                    return self._cpu_seconds()
            except httpx.TransportError:
                time.sleep(0.01)

    def _cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=10)


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server that is killed at the end in any case."""
    server = Server(folder)
    try:
        yield server
    finally:
        server.kill()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to read times")
def test_a_server_killed_in_mid_hand_resumes_at_the_same_card(tmp_path: Path) -> None:
    room, people = make_demo(Place.at(tmp_path / "room"), pins=QUICK)
    dealer = room.state.tables[TABLE].dealer
    room.close()
    rng, player = random.Random(SEED), Player(next(p for p in people if p.badge == dealer))
    seconds = []
    for _ in range(KILLS):
        with served(tmp_path / "room") as server:
            seconds.append(server.seconds)
            player.come_back(server)
            player.play(rng.randrange(2, 9))
            player.press_while(server.kill, rng.random() * 0.02)
    with served(tmp_path / "room") as server:
        player.come_back(server)
        shoe = player.finish(server, next(p for p in people if p.role is Role.REGULATOR))

    assert verify_shoe.problems(shoe) == []
    assert max(seconds) < READY_SECONDS, seconds


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
        """Sign in again: the table is where it was, or one order further."""
        self.guest = Guest(server.origin).sign_in(self.person)
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

    def finish(self, server: Server, reader: FirstMember) -> Record:
        """Play the round to its end, end the shoe, and give it back to be checked."""
        assert self.guest is not None
        while self._look()["round"]:
            self.play(1)
        shoe = self._look()["shoe"]["number"]
        self._send(self._order({"kind": "ShuffleShoe", "table": TABLE, "reason": "the end"}))
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
