"""Jackpot displays: a stream of server-sent events for each progressive."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from upcard.screens.jackpot_displays import display_record
from upcard.screens.wire_texts import as_json
from upcard.web.access.guards import TheRoom
from upcard.web.live.hubs import Hub, progressive_topic
from upcard.web.live.streams import EventStream, Look
from upcard.web.refusals import NOT_FOUND, WebRefused
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api/progressives", tags=["displays"])


@router.get("/{name}/live")
async def progressive_live(
    name: str, token: Annotated[str, Query(max_length=600)], site: TheSite, room: TheRoom
) -> EventStream:
    """The meters now, and after every change."""
    site.tokens.check_progressive(token, name)
    if name not in room.state.links:
        raise WebRefused("progressive-unknown", f"there is no progressive {name!r}", NOT_FOUND)
    hub, sent = site.the_hub(), ""

    def look() -> Look:
        nonlocal sent
        before, sent = sent, display_text(hub, name)
        return Look() if sent == before else Look(texts=(sent,))

    return EventStream(site, look, topics=(progressive_topic(name),))


def display_text(hub: Hub, name: str) -> str:
    """What the display of a progressive shows."""
    return as_json(display_record(hub.room.state, hub.chronicle, name))
