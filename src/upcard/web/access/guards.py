"""Who is asking, and may they: session, origin, CSRF token and role, on every request."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends
from starlette.requests import HTTPConnection

from upcard.room.people.roles import Role
from upcard.room.people.staff import Member
from upcard.room.rooms import Room
from upcard.web.access.callers import COOKIE, caller_in
from upcard.web.access.sessions import Session
from upcard.web.refusals import NO_SESSION, NOT_THIS_ROLE, TOO_OFTEN, WebRefused
from upcard.web.sites import Site, TheSite

CSRF_HEADER: Final = "x-csrf-token"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

FLOOR: Final = frozenset({Role.DEALER, Role.SUPERVISOR})
DESK: Final = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING, Role.REGULATOR})
RECALL: Final = DESK | {Role.TECHNICIAN}
SCREENS: Final = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.TECHNICIAN})
RULES: Final = frozenset({Role.TECHNICIAN, Role.EXECUTIVE, Role.REGULATOR})
JOURNAL: Final = frozenset({Role.ACCOUNTING, Role.EXECUTIVE, Role.REGULATOR})
EVERYBODY: Final = frozenset(Role) - {Role.DISPLAY}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody signed in, as the room knows them in this moment."""

    member: Member
    session: Session


def room_of(site: Site) -> Room:
    """The server's room, or a refusal where it runs without one."""
    if site.room is None:
        raise WebRefused("no-room", "this server has no room: start it with --data or --demo", 404)
    return site.room


async def room_here(site: TheSite) -> Room:
    """The same, for routes."""
    return room_of(site)


TheRoom = Annotated[Room, Depends(room_here)]


def signed_in(connection: HTTPConnection, site: TheSite) -> Visitor:
    """The person behind a request; a badge that was taken back signs nothing any more."""
    visitor = visitor_of(connection, site)
    if connection.scope["type"] == "http" and connection.scope["method"] not in SAFE_METHODS:
        check_origin(connection, is_needed=True)
        token = connection.headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(token.encode(), visitor.session.csrf.encode()):
            raise WebRefused(
                "csrf-wrong", "the X-CSRF-Token header is not this session's", NOT_THIS_ROLE
            )
    elif connection.scope["type"] == "websocket":
        check_origin(connection, is_needed=True)
    return visitor


def visitor_of(connection: HTTPConnection, site: Site) -> Visitor:
    """Whom the cookie belongs to."""
    id_ = connection.cookies.get(COOKIE, "")
    session = site.sessions.find(id_) if id_ and site.room else None
    if session is None:
        raise WebRefused("not-signed-in", "sign in with your badge and PIN", NO_SESSION)
    if not site.session_rates.take(session.key):
        raise WebRefused("too-often", "too many requests: wait a moment", TOO_OFTEN)
    member = room_of(site).state.staff.get(session.badge)
    if member is None or not session.is_of(member):
        site.sessions.end(session)
        raise WebRefused(
            "not-signed-in",
            "this badge has a new PIN or was removed: sign in again",
            NO_SESSION,
        )
    connection.state.badge = member.badge
    return Visitor(member, session)


SignedIn = Annotated[Visitor, Depends(signed_in)]


def one_of(roles: frozenset[Role]) -> Callable[[Visitor], Visitor]:
    """A dependency: somebody signed in whose role is one of these."""

    def checked(visitor: SignedIn) -> Visitor:
        check_role(visitor.member, roles)
        return visitor

    return checked


def check_role(member: Member, roles: frozenset[Role]) -> None:
    """Refuse a role that may not see this."""
    if member.role not in roles:
        allowed = " or ".join(sorted(roles))
        raise WebRefused(
            "role-not-enough",
            f"{member.name} is {member.role}: this needs {allowed}",
            NOT_THIS_ROLE,
        )


async def own_origin(connection: HTTPConnection) -> None:
    """A dependency of routes without a session: another site's page may not use them."""
    if connection.scope["type"] == "websocket" or connection.scope["method"] not in SAFE_METHODS:
        check_origin(connection, is_needed=False)


OwnOrigin = Depends(own_origin)


async def not_too_heavy(connection: HTTPConnection, site: TheSite) -> None:
    """A dependency of what keeps a core busy: not too often for one caller."""
    if not site.heavy_rates.take(caller_in(connection.scope).key):
        raise WebRefused("too-often", "too many calculations: wait a moment", TOO_OFTEN)


HeavyRate = Annotated[None, Depends(not_too_heavy)]


def one_at_a_time(_: HeavyRate, site: TheSite) -> Iterator[None]:
    """A dependency of long work for the staff: few at once, so that the tables have threads."""
    if not site.heavy.acquire(blocking=False):
        raise WebRefused("busy", "other calculations are running: wait a moment", TOO_OFTEN)
    try:
        yield
    finally:
        site.heavy.release()


Heavy = Annotated[None, Depends(one_at_a_time)]


def check_origin(connection: HTTPConnection, *, is_needed: bool) -> None:
    """Refuse a request that another site's page sends."""
    origin = connection.headers.get("origin")
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    own = f"{scheme}://{connection.headers.get('host', '')}"
    fetched_from = connection.headers.get("sec-fetch-site", "same-origin")
    is_foreign = origin is not None and origin != own
    if is_foreign or (origin is None and is_needed) or fetched_from not in ("same-origin", "none"):
        raise WebRefused("origin-wrong", "this request comes from another site", NOT_THIS_ROLE)
