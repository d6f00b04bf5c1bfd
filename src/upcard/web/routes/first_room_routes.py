"""The route that makes a server's first room, for the person with the printed link."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, BackgroundTasks
from pydantic import Field

from upcard.plain import JsonObject
from upcard.room.events import RoomKind
from upcard.room.people.roles import Role
from upcard.room.room_openings import FirstMember
from upcard.web.access.guards import OwnOrigin
from upcard.web.first_rooms import AskedRoom, no_first_room
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api", tags=["room"])
Line = Annotated[str, Field(max_length=200)]


class NewMember(Body):
    """Somebody the room starts with."""

    badge: Line
    name: Line
    role: Literal["dealer", "supervisor", "executive", "accounting", "technician", "regulator"]
    pin: Line


class NewRoomBody(Body):
    """A room to make."""

    code: Line
    name: Line
    location: Line
    training: bool
    day_starts_at: int
    people: Annotated[list[NewMember], Field(max_length=50)]


@router.post("/first-room", dependencies=[OwnOrigin])
def first_room(body: NewRoomBody, site: TheSite, after: BackgroundTasks) -> JsonObject:
    """Make the room; the server opens it when this is answered."""
    if site.first_room is None:
        raise no_first_room()
    checked_data(body.model_dump(), "room")
    members = [
        FirstMember(badge=one.badge, name=one.name, role=Role(one.role), pin=one.pin)
        for one in body.people
    ]
    site.first_room.make(
        body.code,
        AskedRoom(
            name=body.name,
            location=body.location.strip(),
            kind=RoomKind.TRAINING if body.training else RoomKind.LIVE,
            day_starts_at=body.day_starts_at,
            members=members,
        ),
    )
    after.add_task(site.first_room.when_made)
    return {"name": body.name.strip()}
