"""Shoes for everybody at the table: cut on a screen, and check with any phone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field

from upcard.plain import JsonObject
from upcard.room.fairness.cuts import SALT_SIGNS, SEAL_SIGNS, screen_name
from upcard.room.orders import Order, ScreenSignature
from upcard.room.table_orders import OpenCut, SealCut
from upcard.screens.recall_types import ShoeRecord
from upcard.screens.recalls import shoe_record
from upcard.web.access.guards import RECALL, OwnOrigin, TheRoom, check_role, signed_in
from upcard.web.access.tokens import Screen
from upcard.web.live.hubs import Hub
from upcard.web.refusals import NOT_FOUND, TOO_OFTEN, WebRefused
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.routes.order_routes import answer_record
from upcard.web.routes.table_routes import AudienceName, Token, viewer_for
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/shoes", tags=["shoes"])
TableName = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, lt=2**53)]
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]+$")]


class Sealed(Body):
    """A screen's part of the cut, as its seal."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    token: Annotated[str, Field(max_length=600)]
    seal: Annotated[Hex, Field(min_length=SEAL_SIGNS, max_length=SEAL_SIGNS)]


class Opened(Body):
    """What the screen had sealed."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    token: Annotated[str, Field(max_length=600)]
    cut: Annotated[str, Field(max_length=40)]
    salt: Annotated[Hex, Field(min_length=SALT_SIGNS, max_length=SALT_SIGNS)]


@router.get("/{table}/link")
def link(
    table: TableName,
    request: Request,
    site: TheSite,
    audience: AudienceName = "dealer",
    token: Token = None,
) -> JsonObject:
    """
    Where a phone checks the shoes of a table; the screens show it as a QR code.

    Its token only reads shoes: a photograph of it lets nobody watch or cut.
    """
    viewer_for(request, site, table, audience, token)
    made = site.tokens.made_for(Screen(kind="shoes", table=table))
    return {"base": site.settings.public_url, "path": f"/shoe/{table}", "token": made}


@router.get("/{table}/{number}")
def shoe(
    table: TableName, number: Number, request: Request, site: TheSite, token: Token = None
) -> JsonObject:
    """
    A shoe: what was published, and its order once the seed is revealed.

    With a screen's token its cards come with the seed; until then the screens tell them.
    """
    hub = site.the_hub()
    if token is None:
        check_role(signed_in(request, site).member, RECALL)
        return _shoe(hub, table, number)
    site.tokens.check_shoes(token, table)
    found = _shoe(hub, table, number)
    return found if found["seed"] is not None else {**found, "dealt": []}


def _shoe(hub: Hub, table: str, number: int) -> ShoeRecord:
    found = hub.chronicle.shoe(table, number)
    if found is None:
        raise WebRefused("shoe-unknown", f"{table[:40]} has no shoe {number}", NOT_FOUND)
    return shoe_record(table, found)


@router.post("/{table}/{number}/seal", dependencies=[OwnOrigin])
def seal(
    table: TableName, number: Number, body: Sealed, site: TheSite, room: TheRoom
) -> JsonObject:
    """A screen gives its part of the cut, which nobody can read yet."""
    by = _screen(site, body.token, table)
    wish = SealCut(table, number, body.seal)
    return answer_record(room.submit(Order(id=body.id, by=by, wish=wish)))


@router.post("/{table}/{number}/open", dependencies=[OwnOrigin])
def open_(
    table: TableName, number: Number, body: Opened, site: TheSite, room: TheRoom
) -> JsonObject:
    """A screen tells what it sealed, after the dealer has closed the cut."""
    by = _screen(site, body.token, table)
    wish = OpenCut(table, number, checked_data(body.cut, "cut"), body.salt)
    return answer_record(room.submit(Order(id=body.id, by=by, wish=wish)))


def _screen(site: Site, token: str, table: str) -> ScreenSignature:
    """The screen that a token was made for, as a record names it."""
    viewer = site.tokens.read_for_table(token, table)
    name = screen_name(viewer.spots)
    if not site.cut_rates.take(f"{table} {name}"):
        raise WebRefused("too-often", "too many cuts from this screen: wait a moment", TOO_OFTEN)
    return ScreenSignature(badge=name, table=table)
