"""The one route through which the room is changed."""

from __future__ import annotations

import secrets
from contextlib import nullcontext
from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Request
from pydantic import Field

from upcard.journal import Answer
from upcard.plain import JsonObject
from upcard.room.device_orders import EnrolDevice
from upcard.room.drill_marks import RecordDrill
from upcard.room.orders import Order, RestoreRoom, Signature, Wish
from upcard.room.people.pins import signed_with_pin
from upcard.room.people.staff import StaffRefusal, needs_pin
from upcard.room.procedures.acts import ACTS
from upcard.room.procedures.device_setups import enrolment_of
from upcard.room.room_records import wish_from_data
from upcard.room.rooms import Room
from upcard.web.access.guards import SignedIn, TheRoom, Visitor
from upcard.web.answer_types import OrderAnswer
from upcard.web.refusals import NOT_THIS_ROLE, REFUSED, TOO_OFTEN, WebRefused
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api", tags=["orders"])

Badge = Annotated[str, Field(min_length=1, max_length=32)]
Pin = Annotated[str, Field(min_length=1, max_length=32)]

_FROM_WHERE: Final = {
    RestoreRoom: "restore a room on its server, with `upcard room restore`",
    RecordDrill: "the server records drills itself: send your answers to /api/drills/answers",
}
FORBIDDEN_CODES: Final = frozenset({"role-not-enough", "pin-needed", "pin-wrong"})


class Second(Body):
    """The second person's badge and PIN."""

    badge: Badge
    pin: Pin


class NewOrder(Body):
    """A wish of the person who is signed in."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    wish: dict[str, object]
    seen: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    agreed: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    """What the preview said that the signers saw."""
    pin: Pin | None = None
    by: Second | None = None
    """Somebody who signs in place of the person signed in: a supervisor at the console."""
    second: Second | None = None
    passkeys: Annotated[dict[Badge, dict[str, object]], Field(max_length=2)] = Field(
        default_factory=dict
    )
    """The answers of passkeys that were asked for, by badge."""


@router.post("/orders")
def order(
    body: NewOrder, request: Request, visitor: SignedIn, site: TheSite, room: TheRoom
) -> JsonObject:
    """Carry a wish out; the answer comes when it is durable."""
    second, wish = body.second, wish_from_data(checked_data(body.wish))
    if isinstance(wish, RestoreRoom | RecordDrill):
        raise WebRefused("not-from-here", _FROM_WHERE[type(wish)], NOT_THIS_ROLE)
    new = Order(
        id=body.id,
        by=_signature(body, visitor, wish),
        wish=wish,
        second=Signature(second.badge, second.pin) if second else None,
        seen=body.seen,
        origin=site.devices.signed_in_origin(request),
        agreed=body.agreed,
    )
    new = replace(new, proved=_proved(new, body, request, visitor, site, room))
    has_pins = body.pin or body.by or body.second
    with site.order_pin_checks if has_pins else nullcontext():
        answer = answer_record(room.submit(new))
    if isinstance(wish, EnrolDevice):
        # The one time that anybody sees the key; the same order again gets the same one.
        key = room.device_key(enrolment_of(new.id)).hex()
        answer["answer"] = {**answer["answer"], "key": key}
    return answer


def proofs_of(visitor: Visitor) -> frozenset[str]:
    """The badge of a session that began with a passkey."""
    return frozenset({visitor.member.badge}) if visitor.session.has_passkey else frozenset()


def _proved(
    order: Order, body: NewOrder, request: Request, visitor: Visitor, site: Site, room: Room
) -> frozenset[str]:
    """The badges whose passkey was shown; a badge that has one and did not show it is asked."""
    found = set(proofs_of(visitor))
    for signature in signed_with_pin(order):
        member = room.state.staff.get(signature.badge)
        if member is None or not member.passkeys or member.badge in found:
            continue
        ticket = f"order {order.id}"
        answer = body.passkeys.get(member.badge)
        if answer is None:
            raise site.passkeys.asked(request, member, ticket, NOT_THIS_ROLE)
        site.passkeys.check(request, member, ticket, checked_data(answer, "passkeys"))
        found.add(member.badge)
    return frozenset(found)


def _signature(body: NewOrder, visitor: Visitor, wish: Wish) -> Signature:
    """
    Who signs: the session, or another badge with its PIN.

    Another badge signs only what the room checks a PIN for; elsewhere its PIN would go unread.
    """
    if body.by is None:
        return Signature(visitor.member.badge, body.pin)
    if not needs_pin(ACTS[type(wish)]):
        raise WebRefused("by-not-allowed", "this needs no PIN: sign in instead", NOT_THIS_ROLE)
    return Signature(body.by.badge, body.by.pin)


def new_order_id() -> str:
    """An id for an order that the server itself sends for somebody."""
    return secrets.token_hex(16)


def answer_record(answer: Answer) -> OrderAnswer:
    """What an order came to, or its refusal with the status that fits."""
    if answer.code == StaffRefusal.PIN_WAIT:
        raise WebRefused(answer.code, answer.message, TOO_OFTEN, wait_s=answer.data["wait_s"])
    if answer.code:
        status = NOT_THIS_ROLE if answer.code in FORBIDDEN_CODES else REFUSED
        raise WebRefused(answer.code, answer.message, status)
    return {
        "sequence": answer.sequence,
        "repeated": answer.is_repeated,
        "answer": answer.said,
    }
