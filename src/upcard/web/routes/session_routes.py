"""Signing in and out."""

from __future__ import annotations

import math
import secrets
from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from pydantic import Field

from upcard.plain import JsonObject
from upcard.room.orders import Order, Signature
from upcard.room.people.staff import ArgonPins, Member, StaffRefusal, member_with
from upcard.room.people.tries import Origin
from upcard.room.rooms import Room
from upcard.room.staff_orders import SignIn
from upcard.web.access.callers import COOKIE
from upcard.web.access.guards import OwnOrigin, SignedIn, TheRoom
from upcard.web.access.sessions import Session
from upcard.web.answer_types import SessionView
from upcard.web.refusals import NO_SESSION, TOO_OFTEN, WebRefused
from upcard.web.routes.bodies import Body, checked_data
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/session", tags=["session"])
NOTHING_ELSE: Final = "Nothing else is affected: only this badge waits, and only here"


class BadgeAndPin(Body):
    """What a keyboard-wedge reader and a keypad bring."""

    badge: Annotated[str, Field(min_length=1, max_length=32)]
    pin: Annotated[str, Field(min_length=1, max_length=32)]


@router.post("", dependencies=[OwnOrigin])
def sign_in(
    body: BadgeAndPin, request: Request, response: Response, site: TheSite, room: TheRoom
) -> JsonObject:
    """Check badge and PIN. Wrong PINs are recorded, and make this place wait for that badge."""
    origin = _origin(request, site)
    with site.pin_checks:
        member = _checked(room, body.badge, body.pin, origin)
    if member.passkeys:
        ticket = site.passkeys.new_ticket(f"sign in {member.badge}")
        raise site.passkeys.asked(request, member, ticket, NO_SESSION)
    return _begun(member, request, response, site, has_passkey=False)


class PasskeyAnswer(Body):
    """The passkey's answer to a sign-in whose PIN was right."""

    ticket: Annotated[str, Field(max_length=300)]
    answer: dict[str, object]


@router.post("/passkey", dependencies=[OwnOrigin])
def show_passkey(
    body: PasskeyAnswer, request: Request, response: Response, site: TheSite, room: TheRoom
) -> JsonObject:
    """The second half of a sign-in: the PIN was right, and this is the passkey."""
    _origin(request, site)
    purpose = site.passkeys.purpose_of(body.ticket)
    member = room.state.staff.get(purpose.removeprefix("sign in "))
    if member is None or not member.is_active or not purpose.startswith("sign in "):
        raise _wrong()
    site.passkeys.check(request, member, body.ticket, checked_data(body.answer, "answer"))
    return _begun(member, request, response, site, has_passkey=True)


def _origin(request: Request, site: Site) -> Origin:
    """Where somebody signs in; an address where nobody has signed in yet has its rate."""
    origin = site.devices.origin_of(request)
    if not origin.is_known and not site.sign_in_rates.take(origin.name):
        raise WebRefused("too-often", "too many sign-ins from here: wait a second", TOO_OFTEN)
    return origin


def _begun(
    member: Member, request: Request, response: Response, site: Site, *, has_passkey: bool
) -> JsonObject:
    request.state.badge = member.badge
    id_, session = site.sessions.begin(member, has_passkey=has_passkey)
    site.devices.remember(request, response)
    response.set_cookie(
        COOKIE, id_, httponly=True, samesite="strict", secure=site.settings.is_tls, path="/"
    )
    return _record(member, session)


def _checked(room: Room, badge: str, pin: str, origin: Origin) -> Member:
    """The member; an unknown badge takes as long and sounds the same as a wrong PIN."""
    if badge not in room.state.staff:
        if wait := room.tries.take(badge, origin):
            raise _too_soon(math.ceil(wait))
        _pins().fits(_nobodys_pin(), pin)
        raise _wrong(room.tries.left(badge, origin))
    by = Signature(badge, pin)
    # Only the PIN is looked at here: a passkey is asked for after it.
    order = Order(
        id=secrets.token_hex(16), by=by, wish=SignIn(), origin=origin, proved=frozenset({badge})
    )
    answer = room.submit(order)
    if answer.code == StaffRefusal.PIN_WAIT:
        raise _too_soon(answer.data["wait_s"])
    if answer.code == StaffRefusal.ROLE_NOT_ENOUGH:
        raise WebRefused(answer.code, answer.message, NO_SESSION)
    if answer.code:
        raise _wrong(room.tries.left(badge, origin))
    return member_with(room.state.staff, badge)


def _too_soon(seconds: int) -> WebRefused:
    said = f"too many wrong PINs for this badge here: {_wait(seconds)}"
    more: dict[str, object] = {"wait_s": seconds}
    return WebRefused(str(StaffRefusal.PIN_WAIT), said, TOO_OFTEN, wait_s=seconds, more=more)


def _wrong(wait: float = 0.0) -> WebRefused:
    seconds = math.ceil(wait)
    after = _wait(seconds) if seconds else f"try again. {NOTHING_ELSE}"
    more: dict[str, object] = {"wait_s": seconds}
    return WebRefused("sign-in-refused", f"badge or PIN is wrong: {after}", NO_SESSION, more=more)


def _wait(seconds: int) -> str:
    return f"wait {seconds} s, then try again. {NOTHING_ELSE}"


@cache
def _pins() -> ArgonPins:
    return ArgonPins()


@cache
def _nobodys_pin() -> str:
    return _pins().kept(secrets.token_hex(16))


@router.get("")
def who_am_i(visitor: SignedIn) -> JsonObject:
    """Who is signed in here."""
    return _record(visitor.member, visitor.session)


@router.delete("")
def sign_out(visitor: SignedIn, response: Response, site: TheSite) -> JsonObject:
    """End the session; the cookie is worth nothing any more."""
    site.sessions.end(visitor.session)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return {}


def _record(member: Member, session: Session) -> SessionView:
    return {
        "badge": member.badge,
        "name": member.name,
        "role": member.role,
        "csrf": session.csrf,
    }
