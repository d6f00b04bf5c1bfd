"""From a key press to the frame on a display, in peace, beside a crowd and in a large room.

Alone, with a duration of your own: python -m benchmarks.web_bench 3600. The large room alone:
python -m benchmarks.web_bench 60 large, or with fewer tables: … 60 large 50.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher

from benchmarks.wires import Posts, watch
from tests.postgres import postgres_or_skip
from upcard.room.events import RoomKind
from upcard.room.orders import Order, Signature, Wish
from upcard.room.people.roles import Role
from upcard.room.people.staff import ArgonPins
from upcard.room.room_openings import FirstMember, Place, make_room
from upcard.room.rooms import Room
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, CloseCut, ConfirmCut, CutShoe, OpenTable, ShuffleShoe
from upcard.web.access.tokens import Screen, Tokens, key_in

SPOTS = range(1, 8)
SECONDS = 60.0
WARM_UP_SECONDS = 5.0
CONNECT_SECONDS = 2.0
LATE_SECONDS = 2.0
"""A frame that has not come so long after the answer is counted as one that never came."""
CROWD = {"idle": 2000, "slow": 500, "lab": 520, "display": 512}
CROWDED_SECONDS = 20.0
QUICK = ArgonPins(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hall:
    """How large a room is, and what serves it."""

    tables: int = 20
    round_seconds: float = 5.0
    servers: int = 1
    """Server processes: a table's dealer and displays share one, as a proxy sends them that goes
    by the table. Of every tenth table one display is at the other."""
    is_postgresql: bool = False

    def __str__(self) -> str:
        database = "PostgreSQL" if self.is_postgresql else "SQLite"
        return (
            f"{self.tables} tables with {len(SPOTS)} displays each, a round every "
            f"{self.round_seconds:g} s, {self.servers} server(s) on {database}"
        )


USUAL = Hall()
LARGE = Hall(tables=100, round_seconds=8.0, servers=2, is_postgresql=True)


def run(seconds: float = SECONDS) -> None:
    """Print p50 and p99 from the press to the frame, in peace and beside a crowd of strangers."""
    print(f"web, {USUAL}, {seconds:g} s:")
    _print(_measured(USUAL, seconds, {}))
    crowded = min(seconds, CROWDED_SECONDS)
    print(f"the same for {crowded:g} s beside {CROWD}:")
    _print(_measured(USUAL, crowded, CROWD))
    run_large(seconds)


def run_large(seconds: float, tables: int = LARGE.tables) -> None:
    """The same in a large room, which two servers share."""
    hall = replace(LARGE, tables=tables)
    print(f"web, {hall}, {seconds:g} s:")
    _print(_measured(hall, seconds, {}))


def _measured(hall: Hall, seconds: float, people: dict[str, int]) -> Found:
    """Play in a room of its own, while *people* crowd the server."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        url = postgres_or_skip().new_database() if hall.is_postgresql else None
        place = Place(url=url, folder=Path(folder)) if url else Place.at(folder)
        dealers = _room_in(place, hall)
        tokens = Tokens(key_in(Path(folder)))
        servers = [stack.enter_context(serving(place)) for _ in range(hall.servers)]
        stack.enter_context(_crowd(servers[0].port, tokens, people))
        return asyncio.run(_play(hall, servers, dealers, tokens, seconds))


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs."""

    port: int
    pid: int

    @property
    def host(self) -> str:
        """Its address."""
        return f"127.0.0.1:{self.port}"


@contextmanager
def serving(place: Place) -> Iterator[Served]:
    """A server of the room at *place*, in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = str(place.folder) if place.is_sqlite else place.url
    process = subprocess.Popen(
        [sys.executable, "-m", "upcard", "serve", "--data", data, "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "UPCARD_FOLDER": str(place.folder)},
    )
    try:
        _wait_for(port)
        yield Served(port, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=20)


@contextmanager
def _crowd(port: int, tokens: Tokens, people: dict[str, int]) -> Iterator[None]:
    """Strangers in a process of their own, who come once the displays are connected."""
    token = tokens.made_for(Screen(kind="table", table="bench-0"))
    asked = {
        "host": "127.0.0.1",
        "port": port,
        "token": token,
        "table": "bench-0",
        "people": people,
        "after": CONNECT_SECONDS,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.crowds", json.dumps(asked)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.communicate(b"go\n", timeout=60)


def _room_in(place: Place, hall: Hall) -> list[FirstMember]:
    """A room of tables, each open with a dealer and a cut shoe."""
    executive = FirstMember(badge="E100", name="Eve", role=Role.EXECUTIVE, pin="135790")
    technician = FirstMember(badge="T100", name="Tom", role=Role.TECHNICIAN, pin="135791")
    dealers = [
        FirstMember(badge=f"D{100 + n}", name=f"Dealer {n}", role=Role.DEALER, pin="135792")
        for n in range(hall.tables)
    ]
    accounting = FirstMember(badge="A100", name="Ann", role=Role.ACCOUNTING, pin="135793")
    people = [executive, technician, accounting, *dealers]
    room = make_room(
        place,
        name="Bench",
        location="here",
        kind=RoomKind.DEMO,
        day_starts_at=6,
        members=people,
        pins=QUICK,
    )
    for number, dealer in enumerate(dealers):
        name = f"bench-{number}"
        spec = TableSpec(table=name, rules="bahama-wsgc", decks=6, pack="match", cut_card=216)
        ordered(room, AddTable(spec), technician, executive)
        ordered(room, OpenTable(name, dealer.badge), executive)
        ordered(room, ShuffleShoe(name, "the room opens"), dealer)
        for wish in (CutShoe(name, "17 tulip"), CloseCut(name), ConfirmCut(name)):
            ordered(room, wish, dealer)
    room.close()
    return dealers


def ordered(room: Room, wish: Wish, by: FirstMember, second: FirstMember | None = None) -> None:
    """Let the room carry an order out."""
    other = Signature(second.badge, second.pin) if second else None
    by_ = Signature(by.badge, by.pin)
    answer = room.submit(Order(id=secrets.token_hex(16), by=by_, wish=wish, second=other))
    assert not answer.code, answer.message


def _wait_for(port: int) -> None:
    while True:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/api/room").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)


@dataclass(slots=True)
class Found:
    """What was measured."""

    frames_ms: list[float] = field(default_factory=list)
    elsewhere_ms: list[float] = field(default_factory=list)
    """Of these, the frames of displays at another server than their dealer's."""
    answers_ms: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    cpu_percent: list[float] = field(default_factory=list)
    """Of each server, and then of whoever presses the keys and looks at the displays."""


@dataclass(slots=True)
class Watched:
    """When each display of a table showed each state of the room."""

    shown: dict[int, list[tuple[int, float]]] = field(default_factory=lambda: defaultdict(list))
    elsewhere: set[int] = field(default_factory=set)
    """The spots whose display is at another server than the dealer."""


async def _play(
    hall: Hall,
    servers: Sequence[Served],
    people: Sequence[FirstMember],
    tokens: Tokens,
    seconds: float,
) -> Found:
    found, watched = Found(), [Watched() for _ in range(hall.tables)]
    hosts = [one.host for one in servers]
    async with asyncio.TaskGroup() as group:
        screens = []
        for number, spot in itertools.product(range(hall.tables), SPOTS):
            is_elsewhere = len(hosts) > 1 and number % 10 == 0 and spot == 1
            if is_elsewhere:
                watched[number].elsewhere.add(spot)
            host = hosts[(number + is_elsewhere) % len(hosts)]
            shown = screen(host, tokens, number, spot, watched[number])
            screens.append(group.create_task(shown))
            await asyncio.sleep(CONNECT_SECONDS / len(SPOTS) / hall.tables)
        while any(len(one.shown) < len(SPOTS) for one in watched):
            await asyncio.sleep(0.05)
        end = time.perf_counter() + WARM_UP_SECONDS + seconds
        dealers = [
            group.create_task(
                _dealer(
                    hosts[number % len(hosts)], hall, person, number, watched[number], end, found
                )
            )
            for number, person in enumerate(people)
        ]
        meter = group.create_task(_memory(servers[0].pid, found))
        pids = [*(one.pid for one in servers), os.getpid()]
        began = [_cpu_seconds(pid) for pid in pids]
        await asyncio.gather(*dealers)
        lasted = WARM_UP_SECONDS + seconds
        found.cpu_percent = [
            100 * (_cpu_seconds(pid) - before) / lasted
            for pid, before in zip(pids, began, strict=True)
        ]
        for task in (*screens, meter):
            task.cancel()
    return found


async def screen(host: str, tokens: Tokens, number: int, spot: int, watched: Watched) -> None:
    """One player's display."""
    screen = Screen(kind="player", table=f"bench-{number}", spots=(spot,))
    path = f"/api/tables/bench-{number}/live?token={tokens.made_for(screen)}"

    def heard(frame: bytes) -> None:
        at = time.perf_counter()
        watched.shown[spot].append((_sequence_in(frame), at))
        del watched.shown[spot][:-40]

    # Limits are for each client.
    await watch(host, path, f"127.0.1.{number + 1}", heard)


def _sequence_in(frame: bytes) -> int:
    """The room's entry that a frame shows, found without reading all of it."""
    start = frame.index(b'"sequence":') + len(b'"sequence":')
    return int(frame[start : frame.index(b",", start)])


async def _dealer(
    host: str,
    hall: Hall,
    person: FirstMember,
    number: int,
    watched: Watched,
    end: float,
    found: Found,
) -> None:
    """One table's dealer, pressing keys so that a round takes its time."""
    # Each console has an address of its own, as it has in a room: limits are for each client.
    own = f"127.0.2.{number + 1}"
    posts = Posts(host, own)
    body = {"badge": person.badge, "pin": person.pin}
    status, head, session = await posts.post("/api/session", body)
    assert status == 200, session
    posts.sign_in(head, session["csrf"])
    warm_at = time.perf_counter() + WARM_UP_SECONDS
    keys = _Keys(posts, f"bench-{number}", watched, found, warm_at, hall.round_seconds)
    headers = f"Origin: http://{host}\r\n{posts.headers}"
    path = f"/api/tables/bench-{number}/live"
    console = asyncio.create_task(watch(host, path, own, keys.heard, headers))
    await asyncio.sleep(hall.round_seconds * number / hall.tables)
    while time.perf_counter() < end:
        await keys.play_round()
    console.cancel()


@dataclass(slots=True)
class _Keys:
    posts: Posts
    table: str
    watched: Watched
    found: Found
    counts_from: float
    """When it is warm: what was pressed before is not counted."""
    round_seconds: float
    frame: bytes = b""
    """The newest frame of the console."""
    answered: int = 0
    """The entry of the last key."""
    is_new: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self, frame: bytes) -> None:
        """A frame for the console."""
        self.frame = frame
        self.is_new.set()

    async def play_round(self) -> None:
        """Wagers, cards, decisions, END GAME, in about the time of a round."""
        began = time.perf_counter()
        for spot in SPOTS:
            await self._operate(
                {"kind": "PlaceWager", "spot": spot, "wager": "main", "amount": 1000}
            )
            await asyncio.sleep(self.round_seconds / 60)
        while True:
            frame = await self._shown()
            wish = _next_wish(self.table, frame)
            await self._press(wish)
            if frame["next"]["key"] == "end-game":
                break
            await asyncio.sleep(self.round_seconds / 60)
        await asyncio.sleep(max(0.0, self.round_seconds - (time.perf_counter() - began)))

    async def _shown(self) -> Record:
        """What the console shows after the last key."""
        while not self.frame or _sequence_in(self.frame) < self.answered:
            self.is_new.clear()
            await self.is_new.wait()
        frame: Record = json.loads(self.frame)
        return frame

    async def _operate(self, command: Record) -> None:
        await self._press({"kind": "Operate", "table": self.table, "command": command})

    async def _press(self, wish: Record) -> None:
        order = {"id": secrets.token_hex(16), "wish": wish}
        pressed = time.perf_counter()
        status, _, said = await self.posts.post("/api/orders", order)
        answered = time.perf_counter()
        assert status == 200, said
        self.answered = said["sequence"]
        if answered < self.counts_from:
            return
        self.found.answers_ms.append(1000 * (answered - pressed))
        asyncio.get_running_loop().call_later(LATE_SECONDS, self._note, self.answered, pressed)
        await asyncio.sleep(0.08)

    def _note(self, sequence: int, pressed: float) -> None:
        """How long it took each display to show this entry or a later one."""
        for spot, shown in self.watched.shown.items():
            times = [at for number, at in shown if number >= sequence]
            took = 1000 * (times[0] - pressed) if times else float("inf")
            self.found.frames_ms.append(took)
            if spot in self.watched.elsewhere:
                self.found.elsewhere_ms.append(took)


def _next_wish(table: str, frame: Record) -> Record:
    match frame["next"]["key"]:
        case "shuffle":
            return {"kind": "ShuffleShoe", "table": table, "reason": "cut card"}
        case "cut" if frame["shoe"]["parts"]:
            return {"kind": "CloseCut", "table": table}
        case "cut":
            return {"kind": "CutShoe", "table": table, "cut": "17 tulip"}
        case "confirm-cut":
            return {"kind": "ConfirmCut", "table": table}
        case "start-game":
            command: Record = {"kind": "StartGame"}
        case "deal":
            command = {"kind": "PressDeal"}
        case "decide":
            command = {"kind": "Choose", "decision": "stand"}
        case "end-game":
            command = {"kind": "EndGame"}
        case other:
            raise RuntimeError(f"nobody presses {other}")
    return {"kind": "Operate", "table": table, "command": command}


async def _memory(pid: int, found: Found) -> None:
    while True:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                found.memory_mb.append(int(line.split()[1]) / 1024)
        await asyncio.sleep(1)


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def percentiles(times: Sequence[float]) -> str:
    """How many there were, the middle and the ninety-ninth of a hundred; and those never seen."""
    late = sum(one == float("inf") for one in times)
    cuts = statistics.quantiles([one for one in times if one != float("inf")], n=100)
    return (
        f"{len(times):8,} p50 {cuts[49]:6.1f} ms  p99 {cuts[98]:6.1f} ms  "
        f"long after the answer: {late}"
    )


def _print(found: Found) -> None:
    for name, times in (
        ("to a display's frame", found.frames_ms),
        ("… at another server", found.elsewhere_ms),
        ("to the answer", found.answers_ms),
    ):
        if not times:
            continue
        print(f"  press {name:<21} {percentiles(times)}")
    memory = found.memory_mb
    *servers, players = (f"{one:.0f}%" for one in found.cpu_percent)
    print(
        f"  server: {' and '.join(servers)} of a core (keys and displays {players}); "
        f"memory {memory[0]:.0f} MB at first, {memory[len(memory) // 2]:.0f} half-way, "
        f"{memory[-1]:.0f} at the end"
    )


if __name__ == "__main__":
    duration = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    if "large" in sys.argv:
        run_large(duration, *map(int, sys.argv[3:]))
    else:
        run(duration)
