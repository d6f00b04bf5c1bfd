"""Devices on a bad line, and a server that is killed: no wager is lost or counted twice."""

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.devices.device_houses import GAME, TABLES, WAGER, coin, enrolled, new_tables
from tests.devices.test_read_rounds import read_keys
from tests.every_game.players import play_at_random
from tests.faults.counts import IS_FULL, count
from tests.journal.journals import fresh_url
from tests.room.houses import PINS, House, spec
from tests.web.processes import Server
from upcard.catalogue_games import game
from upcard.commands.software_devices import LineFaults, SoftwareDevice
from upcard.jackpot import Jackpots
from upcard.plain import Decoded, JsonObject, kinds_of, tagged, untagged
from upcard.room.care.audits import audit_room
from upcard.room.device_orders import DeviceSignature
from upcard.room.enrolled_devices import DeviceKind
from upcard.room.orders import Order
from upcard.room.room_openings import open_room
from upcard.room.rooms import Room
from upcard.room.table_events import TableHappened
from upcard.room.table_orders import Operate
from upcard.table.commands import Command, TakeSeat
from upcard.table.events import WagerPlaced

ROUNDS = count(18, 1_002)
KILLS = count(1, 20)
CUTS = count(2, 200)
FAULTS = LineFaults(doubles=0.3, reorders=0.3, cuts=0.15)
OUTCOME = "three-7s-diamonds"
READ = ("t3",)
Script = list[list[JsonObject]]


def script_of(table: str, rounds: int) -> Script:
    """Rounds of one table: coins placed, taken back and placed again, and hand buttons."""
    chance = random.Random(f"script {table}")
    return [(_read_round if table in READ else _round)(chance) for _ in range(rounds)]


def _round(chance: random.Random) -> list[JsonObject]:
    spots = chance.sample(range(1, 8), chance.randrange(1, 4))
    placed: list[JsonObject] = [coin(spot) for spot in spots]
    if chance.random() < 0.3:
        placed += [coin(spots[0], "LiftWager"), coin(spots[0])]
    lifted = [coin(spot, "LiftWager") for spot in spots]
    button = {"kind": "ClaimAward", "spot": spots[0], "wager": WAGER, "outcome": OUTCOME}
    pressed = [button, button] if chance.random() < 0.2 else []
    return [*placed, {"kind": "StartGame"}, *lifted, *pressed, {"kind": "EndGame"}]


def _read_round(chance: random.Random) -> list[JsonObject]:
    """A round that is told card by card, by a shoe that reads the hole card or does not."""
    plain = spec("t3", GAME)
    game_ = game(plain.rules, decks=plain.decks, pack=plain.pack, paytables=dict(plain.paytables))
    while True:
        played = play_at_random(game_, chance)
        if not played.round.awards:  # No device swipes a badge.
            break
    reads_hole = chance.random() < 0.5
    return [
        tagged(one)
        for one in read_keys(played, reads_hole=reads_hole)
        if not isinstance(one, TakeSeat)
    ]


class Evening:
    """Three boards that play their scripts at once, each on a bad line."""

    def __init__(self, keys: dict[str, bytes], scripts: dict[str, Script], origin: str) -> None:
        self.devices = {
            table: SoftwareDevice(
                origin, f"board-{table}", key, FAULTS, random.Random(f"line {table}"), patience=120
            )
            for table, key in keys.items()
        }
        self.scripts = scripts
        self.answers: dict[str, list[Decoded]] = {table: [] for table in keys}
        self.rounds = 0
        self.trouble: list[Exception] = []
        self.threads = [threading.Thread(target=self._play, args=(table,)) for table in keys]

    def _play(self, table: str) -> None:
        device = self.devices[table]
        try:
            for one in self.scripts[table]:
                self.answers[table] += device.play(table, one)
                self.rounds += 1
        except Exception as error:
            self.trouble.append(error)
        finally:
            device.close()

    def run(self, server: Server, data: str) -> Server:
        """Play, and kill the server again and again in between; the last server."""
        for thread in self.threads:
            thread.start()
        total = sum(map(len, self.scripts.values()))
        for kill in range(KILLS):
            while self.rounds < total * (kill + 1) // (KILLS + 2) and not self.trouble:
                time.sleep(0.005)
            server.kill()
            server = Server(data)
            for device in self.devices.values():
                device.url = server.origin
        for thread in self.threads:
            thread.join()
        return server


@pytest.mark.parametrize("database", ["sqlite", *(["postgresql"] if IS_FULL else [])])
def test_cut_doubled_reordered_and_killed_the_meters_are_those_of_a_straight_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    url = fresh_url("postgresql", tmp_path) if database == "postgresql" else None
    data = url or str(tmp_path / "bad")
    monkeypatch.setenv("UPCARD_FOLDER", str(tmp_path / "bad"))
    house, keys = board_house(tmp_path / "bad", url)
    house.close()
    scripts = {table: script_of(table, ROUNDS // len(TABLES)) for table in TABLES}
    server = Server(data)
    evening = Evening(keys, scripts, server.origin)
    try:
        server = evening.run(server, data)
    finally:
        server.kill()

    assert not evening.trouble
    assert sum(device.cuts for device in evening.devices.values()) >= CUTS
    assert sum(device.doubled for device in evening.devices.values()) > CUTS
    assert not [one for all_ in evening.answers.values() for one in all_ if "code" in one]
    room = open_room(house.place, pins=PINS)
    try:
        check_nothing_lost(room, scripts)
        assert room.state.jackpots == replayed(room, tmp_path / "again")
        assert funds(room.state.jackpots) == funds(straight(scripts, tmp_path / "straight"))
        assert audit_room(room.journal).fault is None
    finally:
        room.close()


def board_house(folder: Path, url: str | None = None) -> tuple[House, dict[str, bytes]]:
    """Three tables, each with a board that is rail and keypad; the last one reads its cards."""
    house = new_tables(folder, url, read=READ)
    kinds = (DeviceKind.RAIL, DeviceKind.KEYPAD, DeviceKind.READER)
    return house, {
        table: enrolled(house, f"board-{table}", *kinds, table=table) for table in TABLES
    }


def check_nothing_lost(room: Room, scripts: dict[str, Script]) -> None:
    """Each coin of the scripts is in the journal, once."""
    expected = Counter(
        (table, one["spot"])
        for table, rounds in scripts.items()
        for messages in rounds
        for one in messages
        if one["kind"] == "PlaceWager"
    )
    found = Counter(
        (event.table, event.event.spot)
        for entry in room.entries()
        for event in entry.events
        if isinstance(event, TableHappened) and isinstance(event.event, WagerPlaced)
    )
    assert found == expected
    rounds = {table: state.rounds for table, state in room.state.tables.items()}
    assert rounds == {table: len(script) for table, script in scripts.items()}


def replayed(room: Room, folder: Path) -> Jackpots:
    """Every message of the journal, once and in its order, in a new room."""
    house, _ = board_house(folder)
    for entry in room.entries():
        if not entry.by.startswith("device ") or entry.wish is None:
            continue
        device = entry.by.removeprefix("device ")
        enrolment = house.room.state.devices[device].enrolment
        by = DeviceSignature(device, enrolment, int(entry.command_id.rpartition(" ")[2]))
        assert by.order_id == entry.command_id
        assert isinstance(entry.wish, Operate)
        answer = house.room.submit(Order(id=by.order_id, by=by, wish=entry.wish))
        assert not answer.is_refused
    house.close()
    return house.room.state.jackpots


def straight(scripts: dict[str, Script], folder: Path) -> Jackpots:
    """The same scripts, one table after the other, keyed by their dealers."""
    house, _ = board_house(folder)
    kinds = kinds_of(Command)
    for table, rounds in scripts.items():
        dealer = house.room.state.tables[table].dealer
        for messages in rounds:
            for one in messages:
                command: Command = untagged(one, kinds)
                house.key(table, command, dealer)
    house.close()
    return house.room.state.jackpots


def funds(jackpots: Jackpots) -> Sequence[object]:
    """What every level holds, to the sub-cent."""
    return [
        (name, level.balances, level.carried, level.due, level.counters, level.display)
        for name, level in jackpots.progressives["prog"].levels.items()
    ]
