"""Signing in and out."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request, Response
from pydantic import Field

from upcard.room.orders import Order, Signature, SignIn
from upcard.room.rooms import Room
from upcard.room.staff import ArgonPins, Member, StaffRefusal, member_with
from upcard.web.bodies import Body
from upcard.web.callers import COOKIE, client_of
from upcard.web.guards import OwnOrigin, SignedIn, TheRoom
from upcard.web.refusals import NO_SESSION, TOO_OFTEN, WebRefused
from upcard.web.sessions import Session
from upcard.web.sites import Site, TheSite

router = APIRouter(prefix="/api/session", tags=["session"])

Record = dict[str, Any]
_TOLD: Final = {StaffRefusal.BADGE_LOCKED, StaffRefusal.ROLE_NOT_ENOUGH}


class BadgeAndPin(Body):
    """What a keyboard-wedge reader and a keypad bring."""

    badge: Annotated[str, Field(min_length=1, max_length=32)]
    pin: Annotated[str, Field(min_length=1, max_length=32)]


@router.post("", dependencies=[OwnOrigin])
def sign_in(
    body: BadgeAndPin, request: Request, response: Response, site: TheSite, room: TheRoom
) -> Record:
    """Check badge and PIN; wrong PINs are recorded, and lock the badge after some."""
    _check_often(site, request, body.badge)
    with site.pin_checks:
        member = _checked(room, body.badge, body.pin)
    request.state.badge = member.badge
    id_, session = site.sessions.begin(member.badge)
    response.set_cookie(
        COOKIE, id_, httponly=True, samesite="strict", secure=site.settings.is_tls, path="/"
    )
    return _record(member, session)


def _check_often(site: Site, request: Request, badge: str) -> None:
    names = (f"client {client_of(request.scope)}", f"badge {badge}")
    taken = [site.sign_in_rates.take(name) for name in names]
    if not all(taken):
        raise WebRefused("too-often", "too many sign-ins: wait some seconds", TOO_OFTEN)


def _checked(room: Room, badge: str, pin: str) -> Member:
    """The member; an unknown badge takes as long and sounds the same as a wrong PIN."""
    if badge not in room.state.staff:
        _pins().fits(_nobodys_pin(), pin)
        raise _wrong()
    order = Order(id=secrets.token_hex(16), by=Signature(badge, pin), wish=SignIn())
    answer = room.submit(order)
    if answer.code in _TOLD:
        raise WebRefused(answer.code, answer.message, NO_SESSION)
    if answer.code:
        raise _wrong()
    return member_with(room.state.staff, badge)


def _wrong() -> WebRefused:
    return WebRefused("sign-in-refused", "badge or PIN is wrong", NO_SESSION)


@cache
def _pins() -> ArgonPins:
    return ArgonPins()


@cache
def _nobodys_pin() -> str:
    return _pins().kept(secrets.token_hex(16))


@router.get("")
def who_am_i(visitor: SignedIn) -> Record:
    """Who is signed in here."""
    return _record(visitor.member, visitor.session)


@router.delete("")
def sign_out(visitor: SignedIn, response: Response, site: TheSite) -> Record:
    """End the session; the cookie is worth nothing any more."""
    site.sessions.end(visitor.session)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return {}


def _record(member: Member, session: Session) -> Record:
    return {
        "badge": member.badge, "name": member.name, "role": member.role.value,
        "csrf": session.csrf,
    }  # fmt: skip
