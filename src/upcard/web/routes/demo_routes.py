"""Software devices of the demonstration room: anybody may start them, because nothing is real."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Path

from upcard.plain import JsonObject
from upcard.room.device_orders import EnrolDevice
from upcard.room.enrolled_devices import DeviceKind
from upcard.room.events import RoomKind
from upcard.room.orders import Order, Signature
from upcard.room.people.roles import Role
from upcard.room.rooms import Room
from upcard.table.games import CardSource
from upcard.web.access.guards import OwnOrigin, TheRoom
from upcard.web.refusals import NOT_FOUND, REFUSED, WebRefused
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/demo", tags=["demonstration"])
Table = Annotated[str, Path(max_length=64)]
KINDS: Final = {
    CardSource.HAND_DEALT: ("board", (DeviceKind.RAIL, DeviceKind.KEYPAD)),
    CardSource.READ: ("shoe", (DeviceKind.READER,)),
}
"""What a table of each kind gets, and what its name begins with."""


@router.post("/devices/{table}", dependencies=[OwnOrigin])
def start_device(table: Table, site: TheSite, room: TheRoom) -> JsonObject:
    """The software device of a table with real cards: its name and key, for the page that is it."""
    found = room.state.tables.get(table)
    if room.state.kind is not RoomKind.DEMO or found is None or found.spec.cards not in KINDS:
        raise WebRefused(
            "not-found", "only tables of a demonstration that deal real cards have one", NOT_FOUND
        )
    begins, kinds = KINDS[found.spec.cards]
    name = f"{begins}-{table}"
    if name not in room.state.devices:
        _enrol(site, room, EnrolDevice(name, kinds, table))
    key = room.device_key(room.state.devices[name].enrolment)
    return {"device": name, "key": key.hex()}


def _enrol(site: Site, room: Room, wish: EnrolDevice) -> None:
    """Enrol the device in the name of the demonstration's own people, whose PINs are public."""
    people = {one["role"]: one for one in site.demo["badges"]} if site.demo else {}
    if not {Role.TECHNICIAN, Role.SUPERVISOR} <= people.keys():
        raise WebRefused(
            "second-person-needed",
            "this demonstration was made earlier: enrol a device at the desk, with the badges it "
            "showed then",
            REFUSED,
        )
    first, second = (
        Signature(people[role]["badge"], people[role]["pin"])
        for role in (Role.TECHNICIAN, Role.SUPERVISOR)
    )
    answer = room.submit(Order(id=secrets.token_hex(16), by=first, wish=wish, second=second))
    if answer.is_refused:
        raise WebRefused(answer.code, answer.message, REFUSED)
