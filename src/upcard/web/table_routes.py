"""Tables: their frame once, and as a live WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import Response
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from upcard.room.roles import Role
from upcard.table.views import Audience, Viewer
from upcard.web.guards import (
    EVERYBODY,
    FLOOR,
    Visitor,
    check_origin,
    check_role,
    room_of,
    signed_in,
)
from upcard.web.hubs import Hub, table_topic
from upcard.web.refusals import FIELDS_WRONG, NOT_FOUND, WebRefused
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/tables", tags=["tables"])

Token = Annotated[str | None, Query(max_length=600)]
AudienceName = Annotated[str, Query(max_length=20)]

RECHECK_SECONDS: Final = 20.0
"""How long a socket may be silent before its right to look is checked again."""
PING: Final = "ping"
PONG: Final = "pong"
PINGS_MAX: Final = 30
"""Pings a minute; a client that says more is sent away."""
CLOSE_REFUSED: Final = 4403
CLOSE_POLICY: Final = 1008

MayLook = Callable[[], None]
"""Raises when the right to look is gone."""


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
            raise WebRefused("not-signed-in", "the session is over", 401)
        member = room_of(site).state.staff.get(visitor.member.badge)
        if member is None or not visitor.session.is_of(member):
            raise WebRefused("not-signed-in", "this badge is no longer good", 401)
        check_role(member, roles)

    return still_may


def _check_table(site: Site, table: str) -> None:
    if table not in room_of(site).state.tables:
        raise WebRefused("table-unknown", f"there is no table {table[:40]!r}", NOT_FOUND)


def frame_text(hub: Hub, table: str, viewer: Viewer) -> str:
    """The frame as it is now."""
    room = hub.room
    sequence, state = room.sequence, room.state
    return hub.frames.text(state, sequence, table, viewer, hub.chronicle.past(table))


@router.get("/{table}")
def table_frame(
    table: str, request: Request, site: TheSite, audience: AudienceName = "dealer",
    token: Token = None,
) -> Response:  # fmt: skip
    """The frame that the socket would send, once."""
    hub = site.the_hub()
    viewer, _ = viewer_for(request, site, table, audience, token)
    return Response(frame_text(hub, table, viewer), media_type="application/json")


@router.websocket("/{table}/live")
async def table_live(
    websocket: WebSocket, table: str, site: TheSite, audience: AudienceName = "dealer",
    token: Token = None,
) -> None:  # fmt: skip
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


def close_code(refused: WebRefused) -> int:
    """What a socket is closed with: 4401, 4403 or 4404."""
    return 4000 + refused.status if refused.status in (401, 404) else CLOSE_REFUSED


async def refuse_socket(websocket: WebSocket, refused: WebRefused) -> None:
    """Say why, and close: browsers do not see the status of a refused handshake."""
    await websocket.accept()
    code = close_code(refused)
    with suppress(RuntimeError):
        await websocket.close(code, f"{refused.code}: {refused}"[:120])


async def serve_socket(
    websocket: WebSocket, site: Site, topics: tuple[str, ...], text: Callable[[], str],
    still_may: MayLook,
) -> None:  # fmt: skip
    """Send *text* whenever a topic changes, until somebody leaves or may no longer look."""
    try:
        site.check_screens()
    except WebRefused as refused:
        await refuse_socket(websocket, refused)
        return
    await websocket.accept()
    listener = asyncio.create_task(_listen(websocket))
    try:
        with site.one_screen():
            await _send_on(websocket, site, topics, text, still_may, listener)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        listener.cancel()


async def _send_on(
    websocket: WebSocket, site: Site, topics: tuple[str, ...], text: Callable[[], str],
    still_may: MayLook, listener: asyncio.Task[int],
) -> None:  # fmt: skip
    sent = ""
    with site.the_hub().waiting_for(*topics) as changed:
        while True:
            try:
                still_may()
            except WebRefused as refused:
                await websocket.close(close_code(refused), refused.code)
                return
            if (now := text()) != sent:
                await websocket.send_text(now)
                sent = now
            waiting = asyncio.create_task(changed.wait())
            await asyncio.wait(
                (waiting, listener), timeout=RECHECK_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            waiting.cancel()
            if listener.done():
                if code := listener.result():
                    await websocket.close(code, "say ping or nothing")
                return
            if site.is_over:
                await websocket.close(1001, "the server stops")
                return
            changed.clear()


async def _listen(websocket: WebSocket) -> int:
    """Read what the client says, which is nothing or ping; the close code when it is more."""
    pings, began = 0, asyncio.get_running_loop().time()
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return 0
        now = asyncio.get_running_loop().time()
        if now - began > 60:
            pings, began = 0, now
        pings += 1
        if message.get("text") != PING or pings > PINGS_MAX:
            return CLOSE_POLICY
        await websocket.send_text(PONG)
