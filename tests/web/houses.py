"""A demonstration room behind a test client: one person for each role, PINs that are quick."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from upcard.room.demo import make_demo
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember, Place, open_room
from upcard.room.rooms import Room
from upcard.screens.wire_texts import as_json
from upcard.web.access.tokens import Screen, Tokens, key_in
from upcard.web.applications import make_app
from upcard.web.server_settings import Rate, RequestLimits, ServerSettings
from upcard.web.servers import listen, make_server, reserved_address
from upcard.web.sites import Site

Record = dict[str, Any]

OFTEN = Rate(1e9, 10**9)
NO_LIMITS = RequestLimits(
    client=OFTEN,
    guests=OFTEN,
    display=OFTEN,
    session=OFTEN,
    sign_in=OFTEN,
    heavy=OFTEN,
    probe=OFTEN,
)
ROLES = [role for role in Role if role is not Role.DISPLAY]
TABLE = "bahama-1"


class QuickPins:
    """PINs kept so that a test can check thousands."""

    def kept(self, pin: str) -> str:
        """A mark and the PIN."""
        return f"kept {pin}"

    def fits(self, kept: str, pin: str) -> bool:
        """Whether they are the same."""
        return kept == f"kept {pin}"

    def is_current(self, kept: str) -> bool:
        """There is one way only."""
        return True


class House:
    """A server with a demonstration room, and the people in it."""

    def __init__(self, room: Room, people: list[FirstMember], settings: ServerSettings) -> None:
        self.room = room
        self.people = people
        self.site = Site(settings=settings, room=room, tokens=Tokens(key_in(room.folder)))
        self.app = make_app(self.site)

    def person(self, role: Role) -> FirstMember:
        """The first of that role."""
        return next(one for one in self.people if one.role is role)

    def dealer_of(self, table: str) -> FirstMember:
        """Who deals there."""
        badge = self.room.state.tables[table].dealer
        return next(one for one in self.people if one.badge == badge)

    def token(self, **fields: Any) -> str:
        """A screen's token."""
        return self.site.tokens.made_for(Screen(**fields))


class Guest:
    """A browser, signed in or not, that does what the pages do."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        # Without certificates, which take longer to read than most of what is asked.
        self.client = httpx.Client(base_url=origin, timeout=60, verify=False)
        self.csrf = ""

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def sign_in(self, one: FirstMember) -> Guest:
        """Sign in as *one*."""
        body = {"badge": one.badge, "pin": one.pin}
        answer = self.client.post("/api/session", json=body, headers={"origin": self.origin})
        assert answer.status_code == 200, answer.text
        self.csrf = answer.json()["csrf"]
        return self

    @property
    def headers(self) -> dict[str, str]:
        """What every request that changes something carries."""
        return {"origin": self.origin, "x-csrf-token": self.csrf}

    def get(self, path: str) -> Any:
        """The answer as data."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def live(self, path: str, origin: str | None = None) -> ClientConnection:
        """A WebSocket with this browser's cookie."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return connect(
            self.origin.replace("http", "ws", 1) + path,
            origin=Origin(origin or self.origin),
            additional_headers={"cookie": cookies} if cookies else {},
            max_size=None,
            max_queue=None,
        )

    def order(self, wish: Record, **more: Any) -> Any:
        """Send an order."""
        body = {"id": secrets.token_hex(16), "wish": wish, **more}
        return self.client.post("/api/orders", json=body, headers=self.headers)

    def preview(self, wish: Record, **more: Any) -> Any:
        """What an order would change."""
        body = {"wish": wish, **more}
        return self.client.post("/api/orders/preview", json=body, headers=self.headers)

    def press(self, table: str, kind: str, **fields: Any) -> Any:
        """Press a key of a table."""
        command = {"kind": kind, **fields}
        return self.order({"kind": "Operate", "table": table, "command": command})


def as_page(told: object) -> Record:
    """*told* as a page gets it."""
    found: Record = json.loads(as_json(told))
    return found


@contextmanager
def house_in(folder: Path, settings: ServerSettings | None = None) -> Iterator[House]:
    """A new demonstration room in *folder*."""
    room, people = make_demo(Place.at(folder), pins=QuickPins())
    house = House(room, list(people), settings or ServerSettings(limits=NO_LIMITS))
    try:
        yield house
    finally:
        room.close()


@contextmanager
def house_again(house: House, folder: Path) -> Iterator[House]:
    """The same room, opened by another server."""
    room = open_room(Place.at(folder), pins=QuickPins())
    try:
        yield House(room, house.people, house.site.settings)
    finally:
        room.close()


def abandon_shoe(guest: Guest, house: House, table: str, reason: str = "asked for") -> Any:
    """The shoe on a table thrown away, as a supervisor does it at the dealer's console."""
    sam = house.person(Role.SUPERVISOR)
    wish = {"kind": "AbandonShoe", "table": table, "reason": reason}
    return guest.order(wish, by={"badge": sam.badge, "pin": sam.pin})


def play_round(
    guest: Guest, table: str, wagers: dict[tuple[int, str], int], keys_max: int = 80
) -> Record:
    """Play a round to its end, every hand standing; the last frame with a round in it."""
    frame: Record = guest.get(f"/api/tables/{table}")
    while frame["next"]["key"] in ("shuffle", "cut", "confirm-cut"):
        assert play_on(guest, table, frame).status_code == 200
        frame = guest.get(f"/api/tables/{table}")
    for (spot, wager), amount in wagers.items():
        placed = guest.press(table, "PlaceWager", spot=spot, wager=wager, amount=amount)
        assert placed.status_code == 200, placed.text
    for _ in range(keys_max):
        frame = guest.get(f"/api/tables/{table}")
        answer = play_on(guest, table, frame)
        assert answer.status_code == 200, answer.text
        if guest.get(f"/api/tables/{table}")["round"] is None:
            return frame
    raise AssertionError("the round does not end")


def until(met: Any, seconds: float = 60.0) -> None:
    """Wait until *met* says so."""
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


@contextmanager
def running(house: House) -> Iterator[str]:
    """The house's server on a free port, in a thread; its origin."""
    listener = reserved_address("127.0.0.1", 0)
    listen(listener)
    server = make_server(house.app, house.site)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server stopped before it began"
        time.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=60)
        listener.close()


def play_on(guest: Guest, table: str, frame: Record) -> Any:
    """Press the key that is next; hands stand, awards are claimed."""
    key, targets = frame["next"]["key"], frame["next"]["targets"]
    match key:
        case "start-game":
            return guest.press(table, "StartGame")
        case "lift":
            return guest.press(table, "LiftWager", **targets[0])
        case "deal":
            return guest.press(table, "PressDeal")
        case "decide":
            return guest.press(table, "Choose", decision="stand")
        case "claim":
            return guest.press(table, "ClaimAward", **targets[0])
        case "end-game":
            return guest.press(table, "EndGame")
        case "shuffle":
            return guest.order({"kind": "ShuffleShoe", "table": table, "reason": "cut card"})
        case "cut" if frame["shoe"]["parts"]:
            return guest.order({"kind": "CloseCut", "table": table})
        case "cut":
            return guest.order({"kind": "CutShoe", "table": table, "cut": "17 tulip"})
        case "confirm-cut":
            return guest.order({"kind": "ConfirmCut", "table": table})
        case other:
            raise AssertionError(f"nobody presses {other}")
