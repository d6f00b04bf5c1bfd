"""From a card that a reader tells to the frame on every display, at tables with read cards.

Alone, with a duration of your own: python -m benchmarks.readers_bench 300.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.web_bench import (
    CONNECT_SECONDS,
    QUICK,
    SPOTS,
    WARM_UP_SECONDS,
    Found,
    Served,
    Watched,
    ordered,
    percentiles,
    screen,
    serving,
)
from tests.devices.test_read_rounds import read_keys
from tests.every_game.players import play_at_random
from upcard.catalogue_games import game
from upcard.plain import Decoded, tagged
from upcard.room.device_orders import EnrolDevice
from upcard.room.device_wire import DEVICE, ROOM, mac_of, sealed, unsealed
from upcard.room.enrolled_devices import DeviceKind
from upcard.room.events import RoomKind
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember, Place, make_room
from upcard.room.table_events import TableSpec
from upcard.room.table_orders import AddTable, OpenTable, ShuffleShoe
from upcard.table.commands import Deal, TakeSeat
from upcard.table.games import CardSource
from upcard.web.access.tokens import Tokens, key_in

TABLES = 20
SECONDS = 60.0
CARD_SECONDS = 0.35
RULES = "blackjack"
SEED = 2026


def run(seconds: float = SECONDS) -> None:
    """Print p50 and p99 from the reader to the displays, and what the server takes."""
    print(
        f"readers, {TABLES} tables with {len(SPOTS)} displays each, a message every "
        f"{CARD_SECONDS:g} s at each, {seconds:g} s, seed {SEED}:"
    )
    with tempfile.TemporaryDirectory() as folder:
        place = Place.at(folder)
        keys = _room_in(place)
        with serving(place) as server:
            found = asyncio.run(_play(server, keys, Tokens(key_in(Path(folder))), seconds))
    print(f"  a card to its answer      {percentiles(found.answers_ms)}")
    print(f"  a card to each display    {percentiles(found.frames_ms)}")
    print(f"  {len(found.answers_ms)} cards read")


def _room_in(place: Place) -> list[bytes]:
    """A room of tables with read cards, each with a board; the keys of the boards."""
    executive = FirstMember(badge="E100", name="Eve", role=Role.EXECUTIVE, pin="135790")
    technician = FirstMember(badge="T100", name="Tom", role=Role.TECHNICIAN, pin="135791")
    accounting = FirstMember(badge="A100", name="Ann", role=Role.ACCOUNTING, pin="135793")
    dealers = [
        FirstMember(badge=f"D{100 + n}", name=f"Dealer {n}", role=Role.DEALER, pin="135792")
        for n in range(TABLES)
    ]
    room = make_room(
        place,
        name="Bench",
        location="here",
        kind=RoomKind.DEMO,
        day_starts_at=6,
        members=[executive, technician, accounting, *dealers],
        pins=QUICK,
    )
    keys = []
    for number, dealer in enumerate(dealers):
        name = f"bench-{number}"
        spec = TableSpec(
            table=name,
            rules=RULES,
            decks=6,
            pack=None,
            cards=CardSource.READ,
            is_machine_shuffled=True,
        )
        ordered(room, AddTable(spec), technician, executive)
        ordered(room, OpenTable(name, dealer.badge), executive)
        ordered(room, ShuffleShoe(name, "the room opens"), dealer)
        kinds = (DeviceKind.RAIL, DeviceKind.KEYPAD, DeviceKind.READER)
        ordered(room, EnrolDevice(f"board-{number}", kinds, name), technician, executive)
        keys.append(room.device_key(room.state.devices[f"board-{number}"].enrolment))
    room.close()
    return keys


async def _play(server: Served, keys: Sequence[bytes], tokens: Tokens, seconds: float) -> Found:
    found, watched = Found(), [Watched() for _ in keys]
    async with asyncio.TaskGroup() as group:
        screens = []
        for number in range(TABLES):
            for spot in SPOTS:
                shown = screen(server.host, tokens, number, spot, watched[number])
                screens.append(group.create_task(shown))
                await asyncio.sleep(CONNECT_SECONDS / len(SPOTS) / TABLES)
        while any(len(one.shown) < len(SPOTS) for one in watched):
            await asyncio.sleep(0.05)
        end = time.perf_counter() + WARM_UP_SECONDS + seconds
        boards = [
            group.create_task(_board(server.host, number, key, watched[number], end, found))
            for number, key in enumerate(keys)
        ]
        await asyncio.gather(*boards)
        for task in screens:
            task.cancel()
    return found


async def _board(
    host: str, number: int, key: bytes, watched: Watched, end: float, found: Found
) -> None:
    """One table's board: rounds of random legal play, told as they are dealt."""
    chance, name = random.Random(f"{SEED} {number}"), f"board-{number}"
    path = f"{host}/api/devices/{name}"
    asked = f"http://{path}/session?mac={mac_of(key, '', DEVICE, '')}"
    session: str = httpx.post(asked).raise_for_status().json()["session"]
    query = urlencode({"session": session, "mac": mac_of(key, session, DEVICE, "")})
    warm_at = time.perf_counter() + WARM_UP_SECONDS
    await asyncio.sleep(CARD_SECONDS * number / TABLES)
    async with connect(f"ws://{path}/live?{query}") as line:
        board = _Line(line, key, session, f"bench-{number}", watched, found, warm_at)
        await board.heard("hello")
        while time.perf_counter() < end:
            played = play_at_random(game(RULES, decks=6), chance)
            for command in read_keys(played, reads_hole=True):
                if not isinstance(command, TakeSeat):
                    await board.tell(tagged(command), is_card=isinstance(command, Deal))
                    await asyncio.sleep(CARD_SECONDS)


class _Line:
    """A board on its connection."""

    def __init__(
        self,
        line: ClientConnection,
        key: bytes,
        session: str,
        table: str,
        watched: Watched,
        found: Found,
        warm_at: float,
    ) -> None:
        self._line, self._key, self._session = line, key, session
        self._table, self._watched, self._found, self._warm_at = table, watched, found, warm_at
        self._number = 0

    async def heard(self, kind: str) -> Decoded:
        """The next thing of that kind that the room says."""
        while True:
            said = unsealed(self._key, self._session, ROOM, str(await self._line.recv()))
            assert isinstance(said, dict)
            if said["kind"] == kind:
                return said
            assert said["kind"] == "state", said

    async def tell(self, command: Decoded, *, is_card: bool) -> None:
        """A message; for a card, how long it took to the answer and to each display."""
        self._number += 1
        said = {
            "kind": "Message",
            "number": self._number,
            "table": self._table,
            "command": command,
        }
        sent = time.perf_counter()
        await self._line.send(sealed(self._key, self._session, DEVICE, said))
        answer = await self.heard("ack")
        answered = time.perf_counter()
        assert "code" not in answer, json.dumps(answer)
        if not is_card or answered < self._warm_at:
            return
        self._found.answers_ms.append(1000 * (answered - sent))
        await asyncio.sleep(0.15)
        for shown in self._watched.shown.values():
            times = [at for entry, at in shown if entry >= answer["entry"]]
            self._found.frames_ms.append(1000 * (times[0] - sent) if times else float("inf"))


if __name__ == "__main__":
    run(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
