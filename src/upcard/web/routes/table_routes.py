"""Tables: their frame once, and as a live WebSocket."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import Response
from starlette.requests import HTTPConnection

from upcard.room.people.roles import Role
from upcard.table.views import Audience, Viewer
from upcard.web.access.guards import (
    EVERYBODY,
    FLOOR,
    Visitor,
    check_origin,
    check_role,
    room_of,
    signed_in,
)
from upcard.web.live.hubs import Hub, table_topic
from upcard.web.live.sockets import MayLook, refuse_socket, serve_socket
from upcard.web.refusals import FIELDS_WRONG, NOT_FOUND, WebRefused
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/tables", tags=["tables"])

Token = Annotated[str | None, Query(max_length=600)]
AudienceName = Annotated[str, Query(max_length=20)]


def viewer_for(
    connection: HTTPConnection, site: Site, table: str, audience: str, token: str | None
) -> tuple[Viewer, MayLook]:
    """Who is looking at *table*, and how to ask later whether they still may."""
    if token is not None:
        viewer = site.tokens.read_for_table(token, table)
        _check_table(site, table)
        return viewer, lambda: None
    visitor = signed_in(connection, site)
    if audience not in (Audience.DEALER, Audience.DISPLAY):
        raise WebRefused("fields-wrong", "audience: write dealer or display", FIELDS_WRONG)
    roles = FLOOR if audience == Audience.DEALER else EVERYBODY
    check_role(visitor.member, roles)
    _check_table(site, table)
    return Viewer(Audience(audience)), still_signed_in(site, visitor, roles)


def still_signed_in(site: Site, visitor: Visitor, roles: frozenset[Role]) -> MayLook:
    """Asks whether a session is alive, and its badge still good for this: rights change at once."""

    def still_may() -> None:
        if not site.sessions.is_alive(visitor.session):
            raise WebRefused("not-signed-in", "your session is over: sign in again", 401)
        member = room_of(site).state.staff.get(visitor.member.badge)
        if member is None or not visitor.session.is_of(member):
            raise WebRefused("not-signed-in", "this badge was removed", 401)
        check_role(member, roles)

    return still_may


def _check_table(site: Site, table: str) -> None:
    if table not in room_of(site).state.tables:
        raise WebRefused("table-unknown", f"there is no table {table[:40]!r}", NOT_FOUND)


def frame_text(hub: Hub, table: str, viewer: Viewer) -> str:
    """The frame as it is now."""
    state, point = hub.room.as_of()
    return hub.frames.text(state, point.sequence, table, viewer, hub.chronicle.past(table))


@router.get("/{table}")
def table_frame(
    table: str,
    request: Request,
    site: TheSite,
    audience: AudienceName = "dealer",
    token: Token = None,
) -> Response:
    """The frame that the socket would send, once."""
    hub = site.the_hub()
    viewer, _ = viewer_for(request, site, table, audience, token)
    return Response(frame_text(hub, table, viewer), media_type="application/json")


@router.websocket("/{table}/live")
async def table_live(
    websocket: WebSocket,
    table: str,
    site: TheSite,
    audience: AudienceName = "dealer",
    token: Token = None,
) -> None:
    """A frame on connecting and after every change."""
    try:
        check_origin(websocket, is_needed=False)
        hub = site.the_hub()
        viewer, still_may = viewer_for(websocket, site, table, audience, token)
    except WebRefused as refused:
        await refuse_socket(websocket, refused)
        return
    await serve_socket(
        websocket, site, (table_topic(table),), lambda: frame_text(hub, table, viewer), still_may
    )
