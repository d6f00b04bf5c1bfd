"""Adding a passkey to one's own badge."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from upcard.plain import JsonObject
from upcard.room.orders import Order, Signature
from upcard.room.staff_orders import AddPasskey
from upcard.web.access.guards import SignedIn, TheRoom
from upcard.web.refusals import NOT_THIS_ROLE, WebRefused
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.routes.order_routes import answer_record, new_order_id, proofs_of
from upcard.web.sites import TheSite

router = APIRouter(prefix="/api/passkeys", tags=["session"])


class NewPasskey(Body):
    """What the browser made, and the PIN that signs for it."""

    ticket: Annotated[str, Field(max_length=300)]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    pin: Annotated[str, Field(min_length=1, max_length=32)]
    credential: dict[str, object]


@router.get("")
def own_passkeys(visitor: SignedIn) -> list[JsonObject]:
    """The passkeys of the badge that is signed in."""
    return [{"id": one.id, "name": one.name} for one in visitor.member.passkeys]


@router.post("/options")
def passkey_options(request: Request, visitor: SignedIn, site: TheSite) -> JsonObject:
    """What the browser makes a passkey with, and the ticket to bring it back with."""
    ticket = site.passkeys.new_ticket(f"new passkey {visitor.member.badge}")
    return {
        "ticket": ticket,
        "options": site.passkeys.offered(request, visitor.member, ticket),
    }


@router.post("")
def add_passkey(
    body: NewPasskey, request: Request, visitor: SignedIn, site: TheSite, room: TheRoom
) -> JsonObject:
    """Add what the browser made; from then on the badge's PIN alone is not enough."""
    member = visitor.member
    if site.passkeys.purpose_of(body.ticket) != f"new passkey {member.badge}":
        raise WebRefused(
            "passkey-refused", "this belongs to somebody else: start again", NOT_THIS_ROLE
        )
    credential = checked_data(body.credential, "credential")
    passkey = site.passkeys.made(request, member, body.ticket, credential, body.name)
    order = Order(
        id=new_order_id(),
        by=Signature(member.badge, body.pin),
        wish=AddPasskey(passkey),
        origin=site.devices.signed_in_origin(request),
        proved=proofs_of(visitor),
    )
    with site.pin_checks:
        return answer_record(room.submit(order))
