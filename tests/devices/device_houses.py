"""A room with hand-dealt tables on one progressive of three levels, and devices at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.room.houses import MEMBERS, Game, House, new_room, parameters, place_in, spec
from tests.room.test_procedures import GAMES
from tests.web.houses import NO_LIMITS, running
from tests.web.houses import House as WebHouse
from upcard.commands.software_devices import SoftwareDevice
from upcard.journal import Answer
from upcard.money import Cents
from upcard.room.device_orders import DeviceSignature, EnrolDevice
from upcard.room.device_watches import LOST_SECONDS
from upcard.room.enrolled_devices import DeviceKind
from upcard.room.money_events import Link
from upcard.room.money_orders import OpenProgressive
from upcard.room.orders import Order
from upcard.room.people.roles import Role
from upcard.room.staff_orders import AddMember
from upcard.room.table_orders import AddTable, OpenTable, Operate, ShuffleShoe
from upcard.table.commands import Command, PlaceWager
from upcard.table.games import CardSource
from upcard.web.server_settings import RequestLimits, ServerSettings
from upcard.web.sites import Site

GAME: Game = GAMES["blazing Mega"]
WAGER = GAME.wager
TABLES = ("t1", "t2", "t3")
DEALERS = {"t1": "deal-1", "t2": "deal-2", "t3": "deal-3"}
RAIL, KEYPAD, READER = DeviceKind.RAIL, DeviceKind.KEYPAD, DeviceKind.READER
COIN = PlaceWager(3, WAGER, Cents(500))
UNLIMITED: RequestLimits = replace(NO_LIMITS, device=NO_LIMITS.client)


def new_tables(folder: Path, url: str | None = None, *, read: Sequence[str] = ()) -> House:
    """Three open hand-dealt tables on one progressive with three levels; some may read cards."""
    place = place_in(folder, url)
    house = House(new_room(place), place, GAME)
    for table in TABLES:
        by_hand = replace(spec(table, GAME), cards=CardSource.HAND_DEALT, cut_card=0)
        reads = replace(by_hand, cards=CardSource.READ, is_machine_shuffled=True)
        house.done("tech-1", AddTable(reads if table in read else by_hand), "exec-1")
    link = Link(
        progressive="prog",
        wager=WAGER,
        paytable=GAME.paytable,
        tables=TABLES,
        executive_from=(),
    )
    house.done("tech-1", OpenProgressive(parameters(GAME), link), "exec-1")
    third = AddMember(badge="deal-3", name="Dee", role=Role.DEALER, pin="271828")
    house.done("exec-1", third, "sup-1")
    for table in TABLES:
        house.done("sup-1", OpenTable(table, DEALERS[table]))
    for table in read:
        house.done(DEALERS[table], ShuffleShoe(table, "opening"))
    return house


def enrolled(house: House, name: str, *kinds: DeviceKind, table: str = "t1") -> bytes:
    """A device enrolled by a technician and a supervisor; its key."""
    house.done("tech-1", EnrolDevice(name, kinds or (RAIL, KEYPAD), table), "sup-1")
    return house.room.device_key(house.room.state.devices[name].enrolment)


def say(house: House, device: str, number: int, command: Command, table: str = "t1") -> Answer:
    """A device's message, past the web."""
    found = house.room.state.devices.get(device)
    by = DeviceSignature(device, found.enrolment if found else "", number)
    return house.room.submit(Order(id=by.order_id, by=by, wish=Operate(table, command)))


@contextmanager
def served(
    house: House, *, lost_seconds: float = LOST_SECONDS, limits: RequestLimits = UNLIMITED
) -> Iterator[tuple[str, Site]]:
    """The room behind a real server; its origin and what it holds."""
    settings = ServerSettings(limits=limits, lost_seconds=lost_seconds)
    web = WebHouse(house.room, list(MEMBERS), settings)
    with running(web) as origin:
        yield origin, web.site


@contextmanager
def connected(origin: str, name: str, key: bytes) -> Iterator[SoftwareDevice]:
    """A device in software that is connected."""
    device = SoftwareDevice(origin, name, key)
    try:
        device.connect()
        yield device
    finally:
        device.close()


def coin(spot: int = 3, kind: str = "PlaceWager") -> dict[str, object]:
    """A coin on a sensor, as a device says it."""
    placed: dict[str, object] = {"kind": kind, "spot": spot, "wager": WAGER}
    return {**placed, "amount": 500} if kind == "PlaceWager" else placed


def game_round(*spots: int) -> list[dict[str, object]]:
    """Every message of a round with coins on *spots*, from the first coin to END GAME."""
    placed = [coin(spot) for spot in spots]
    lifted = [coin(spot, "LiftWager") for spot in spots]
    return [*placed, {"kind": "StartGame"}, *lifted, {"kind": "EndGame"}]
