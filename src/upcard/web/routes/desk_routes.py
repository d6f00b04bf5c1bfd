"""The jackpot desk, once and live."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, WebSocket

from upcard.plain import JsonObject
from upcard.room.clocks import now
from upcard.screens.desk_types import DeskRecord
from upcard.screens.desks import desk_record
from upcard.screens.wire_texts import as_json
from upcard.web.access.guards import DESK, Visitor, check_origin, check_role, one_of, signed_in
from upcard.web.live.hubs import DESK as DESK_TOPIC
from upcard.web.live.hubs import Hub
from upcard.web.live.sockets import refuse_socket, serve_socket
from upcard.web.refusals import WebRefused
from upcard.web.routes.table_routes import still_signed_in
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api/desk", tags=["desk"])


@router.get("")
def desk(site: TheSite, _: Annotated[Visitor, Depends(one_of(DESK))]) -> JsonObject:
    """The desk as it stands."""
    return _record(site.the_hub())


@router.websocket("/live")
async def desk_live(websocket: WebSocket, site: TheSite) -> None:
    """The desk on connecting and after every change."""
    try:
        check_origin(websocket, is_needed=True)
        hub = site.the_hub()
        visitor = signed_in(websocket, site)
        check_role(visitor.member, DESK)
    except WebRefused as refused:
        await refuse_socket(websocket, refused)
        return
    still_may = still_signed_in(site, visitor, DESK)
    await serve_socket(websocket, site, (DESK_TOPIC,), lambda: as_json(_record(hub)), still_may)


def _record(hub: Hub) -> DeskRecord:
    return desk_record(hub.room, hub.chronicle.papers, now())
