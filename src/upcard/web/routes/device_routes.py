"""Devices: a session to sign in, a WebSocket, and the same messages one by one over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, WebSocket
from fastapi.responses import Response

from upcard.plain import JsonObject
from upcard.room.device_watches import HEARTBEAT_SECONDS
from upcard.web.access.guards import OwnOrigin, TheRoom, check_origin, room_of
from upcard.web.live.device_sockets import serve_device
from upcard.web.live.device_talks import DeviceTalk
from upcard.web.live.sockets import refuse_socket
from upcard.web.refusals import NOT_UNDERSTOOD, REFUSED, WebRefused
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api/devices", tags=["devices"])
Name = Annotated[str, Path(max_length=64)]
Word = Annotated[str, Query(max_length=200)]


@router.post("/{device}/session", dependencies=[OwnOrigin])
async def device_session(device: Name, site: TheSite, room: TheRoom) -> JsonObject:
    """A session for any device that asks: without its key it is good for nothing."""
    return {"session": site.device_sessions.begin(), "heartbeat_seconds": HEARTBEAT_SECONDS}


@router.post("/{device}/messages", dependencies=[OwnOrigin])
async def device_message(
    device: Name,
    request: Request,
    site: TheSite,
    room: TheRoom,
    session: Word = "",
    mac: Word = "",
) -> Response:
    """One message, answered when the journal has it."""
    talk = DeviceTalk(
        site, room, site.device_sessions.device_of(room, device, session, mac), session
    )
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise WebRefused("not-text", "send JSON as UTF-8 text", NOT_UNDERSTOOD) from None
    answer = await talk.answer(text)
    status = REFUSED if answer["kind"] == "refused" else 200
    return Response(talk.sealed(answer), status, media_type="application/json")


@router.websocket("/{device}/live")
async def device_live(
    websocket: WebSocket, device: Name, site: TheSite, session: Word = "", mac: Word = ""
) -> None:
    """Messages in, answers and lamps out."""
    try:
        check_origin(websocket, is_needed=False)
        room = room_of(site)
        found = site.device_sessions.device_of(room, device, session, mac)
    except WebRefused as refused:
        await refuse_socket(websocket, refused)
        return
    await serve_device(websocket, site, DeviceTalk(site, room, found, session))
