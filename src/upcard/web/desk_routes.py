"""The jackpot desk, once and live."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, WebSocket

from upcard.room.clocks import now
from upcard.web.desks import desk_record
from upcard.web.guards import DESK, Visitor, check_origin, check_role, one_of, signed_in
from upcard.web.hubs import DESK as DESK_TOPIC
from upcard.web.hubs import Hub
from upcard.web.refusals import WebRefused
from upcard.web.replies import as_json
from upcard.web.sites import TheSite
from upcard.web.sockets import refuse_socket, serve_socket
from upcard.web.table_routes import still_signed_in

router = APIRouter(prefix="/api/desk", tags=["desk"])

Record = dict[str, Any]


@router.get("")
def desk(site: TheSite, _: Annotated[Visitor, Depends(one_of(DESK))]) -> Record:
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


def _record(hub: Hub) -> Record:
    return desk_record(hub.room, hub.chronicle.papers, now())
