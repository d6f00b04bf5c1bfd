"""A real server for tests: `upcard serve` in a process of its own, and people who talk to it."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.request import urlopen

import httpx

from tests.web.processes import QUICK
from upcard.cards import Card, Deck
from upcard.money import Cents
from upcard.room.demo import make_demo
from upcard.room.fairness.cuts import DEALER
from upcard.room.fairness.fair_shuffles import CutPart, ShoeNumber, shuffled_shoe
from upcard.room.fairness.table_shoes import FileVault
from upcard.room.room_openings import Place
from upcard.web.refusals import TOO_OFTEN

READY_S = 60.0
CUTS_MAX = 400_000
Wanted = Callable[[Sequence[Card]], bool]


class Served(Protocol):
    """Where a room is served, and the badges of its people by name."""

    @property
    def base(self) -> str:
        """Its address."""

    @property
    def badges(self) -> dict[str, dict[str, str]]:
        """Badge, PIN and role of each person."""


@dataclass(slots=True)
class Server:
    """A demonstration room being served."""

    folder: Path
    port: int
    process: subprocess.Popen[str]
    badges: dict[str, dict[str, str]] = field(default_factory=dict)
    """By name."""
    url: str = ""
    """The room's database, where it is not in the folder."""

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End the process, gently or not."""
        self.process.send_signal(how)
        self.process.wait(timeout=60)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def room(self) -> dict[str, Any]:
        """What the server says of itself."""
        with urlopen(f"{self.base}/api/room", timeout=60) as answer:
            document: dict[str, Any] = json.load(answer)
        return document


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def demo_in(folder: Path, checklist_from: Cents | None = None, *, url: str = "") -> Path:
    """Make a demonstration room in *folder*, with its badges beside it and PINs that are quick."""
    folder.mkdir(parents=True, exist_ok=True)
    database = f"postgresql+psycopg:{url.partition(':')[2]}" if url else Place.at(folder).url
    place = Place(url=database, folder=folder)
    room, people = make_demo(place, pins=QUICK, checklist_from=checklist_from)
    room.close()
    badges = {one.name: {"badge": one.badge, "pin": one.pin, "role": one.role} for one in people}
    (folder / "badges.json").write_text(json.dumps(badges))
    return folder


def serve(
    folder: Path, port: int = 0, *, demo: bool = True, url: str = "", set_up: bool = False
) -> Server:
    """
    Start the server on *folder*; without *demo* the room must be there.

    With *set_up* it need not: the server prints a link to make one. *url* is the room's
    PostgreSQL database, where it is not in the folder.
    """
    port, data = port or free_port(), url or str(folder)
    options = ["--data", data, "--port", str(port), "--json", *(["--demo"] if demo else [])]
    options += ["--set-up"] if set_up else []
    folder.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "upcard", "serve", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={
            **os.environ,
            "PYTHONUNBUFFERED": "1",
            **({"UPCARD_FOLDER": str(folder)} if url else {}),
        },
    )
    server = Server(folder, port, process, url=url)
    try:
        document = _answered(server)
    except BaseException:
        server.stop(signal.SIGKILL)  # Nobody has the server yet who could stop it.
        raise
    if document["demo"] and document["demo"]["badges"]:
        server.badges = {one["name"]: one for one in document["demo"]["badges"]}
        (folder / "badges.json").write_text(json.dumps(server.badges))
    elif (folder / "badges.json").exists():
        server.badges = json.loads((folder / "badges.json").read_text())
    return server


def _answered(server: Server) -> dict[str, Any]:
    until = time.monotonic() + READY_S
    while True:
        try:
            return server.room()
        except OSError:
            assert server.process.poll() is None, "the server ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)


class Somebody:
    """Somebody signed in, who sends orders without a page."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.me = server.badges[name]
        # Without certificates, which take longer to read than most of what is asked.
        self.http = httpx.Client(
            base_url=server.base, headers={"Origin": server.base}, timeout=60, verify=False
        )
        self.http.headers["X-CSRF-Token"] = self._sign_in().raise_for_status().json()["csrf"]

    def _sign_in(self) -> httpx.Response:
        """Sign in; where others have just done so too often, when the server says."""
        body = {"badge": self.me["badge"], "pin": self.me["pin"]}
        until = time.monotonic() + READY_S
        while (answer := self.http.post("/api/session", json=body)).status_code == TOO_OFTEN:
            assert time.monotonic() < until, "the server lets nobody in"
            time.sleep(int(answer.headers["retry-after"]))
        return answer

    def order(self, wish: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Send an order; it must be carried out."""
        body = {"id": secrets.token_hex(16), "wish": wish, "pin": self.me["pin"], **more}
        answer = self.http.post("/api/orders", json=body)
        assert answer.status_code == 200, answer.text
        document: dict[str, Any] = answer.json()
        return document

    def frame(self, table: str) -> dict[str, Any]:
        """The table as the dealer sees it."""
        answer = self.http.get(f"/api/tables/{table}", params={"audience": "dealer"})
        document: dict[str, Any] = answer.raise_for_status().json()
        return document

    def close(self) -> None:
        """Hang up."""
        self.http.close()

    def __enter__(self) -> Somebody:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def cut_for(folder: Path, table: str, shoe: int, deck: Deck, decks: int, wanted: Wanted) -> str:
    """
    What the dealer types as the whole cut, so that the shoe begins as *wanted*.

    Nothing is rigged: the seed is the room's own, which only its owner can read, and nobody else
    cuts. A house that knows the seed and cuts alone can do what this test does: see
    docs/fairness.md.
    """
    number = ShoeNumber(table=table, number=shoe)
    seed = FileVault(folder / "seeds").get(number)
    for attempt in range(CUTS_MAX):
        part = CutPart(who=DEALER, cut=f"17 word {attempt}")
        if wanted(shuffled_shoe(seed, number, (part,), deck, decks)[:30]):
            return part.cut
    raise AssertionError("no cut gives such a shoe: ask for something less rare")


def shoe_with(
    dealer: Somebody, table: str, deck: Deck, wanted: Wanted, reason: str = "test"
) -> None:
    """A new shoe on a table, cut so that the next round begins as *wanted*."""
    new_shoe(dealer, table, reason)
    number = dealer.frame(table)["shoe"]["number"]
    cut = cut_for(dealer.server.folder, table, number, deck, 6, wanted)
    cut_alone(dealer, table, cut)


def cut_alone(dealer: Somebody, table: str, cut: str = "17 tulip") -> None:
    """The whole cut, typed by the dealer: every screen says so."""
    dealer.order({"kind": "CutShoe", "table": table, "cut": cut})
    for kind in ("CloseCut", "ConfirmCut"):
        dealer.order({"kind": kind, "table": table})


def new_shoe(dealer: Somebody, table: str, reason: str = "test") -> None:
    """The shoe on a table thrown away, as a supervisor does it at the dealer's console."""
    wish = {"kind": "AbandonShoe", "table": table, "reason": reason}
    supervisor = dealer.server.badges["Sam"]
    dealer.order(wish, by={"badge": supervisor["badge"], "pin": supervisor["pin"]})
