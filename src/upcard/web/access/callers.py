"""Who sends a request: somebody signed in, a display with its link, or a guest."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from upcard.web.access.device_sessions import PATH
from upcard.web.refusals import WebRefused

if TYPE_CHECKING:
    from upcard.web.sites import Site

COOKIE: Final = "upcard_session"
NO_ADDRESS: Final = "no address"
PROBED: Final = frozenset({"/health", "/health/live", "/health/ready", "/metrics"})
"""What probes ask for. They take neither a guest's places nor a thread of the staff."""
_SIGN_IN: Final = frozenset({"/api/session", "/api/session/passkey"})


class Who(StrEnum):
    """The kinds of callers. Each has places of its own, which the others cannot fill."""

    UNKNOWN = "unknown"
    """A connection that has not sent a whole request header yet."""
    REFUSED = "refused"
    """A connection for which there is no place, and which is about to hear so."""
    GUEST = "guest"
    """Neither session nor link: the start page, the solo table, the lab."""
    PROBE = "probe"
    """A caller that checks the server's health: a load balancer, a monitor."""
    ENTRY = "entry"
    """Somebody who is signing in."""
    DEVICE = "device"
    """A sensor rail, a keypad, a reader or a lamp whose key is good."""
    DISPLAY = "display"
    """A screen whose link is good."""
    STAFF = "staff"
    """Somebody with a session and a badge that is still good."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who it is, and under which name their places are counted."""

    who: Who
    key: str
    """A badge, a display's link, a device that somebody has signed in at, or an address."""


def caller_of(scope: Scope, site: Site) -> Caller:
    """Who sends this request. A session counts before a link, and a link before an address."""
    if scope["path"] in PROBED:
        return Caller(Who.PROBE, address_key(client_of(scope)))
    connection = HTTPConnection(scope)
    badge = _badge(connection, site)
    if badge is not None:
        return Caller(Who.STAFF, badge)
    device = _device(connection, site)
    if device is not None:
        return Caller(Who.DEVICE, device)
    token = _token(connection, site)
    if token is not None:
        return Caller(Who.DISPLAY, token)
    if scope.get("method") == "POST" and scope["path"] in _SIGN_IN:
        return Caller(Who.ENTRY, site.devices.origin_of(connection).name)
    return Caller(Who.GUEST, address_key(client_of(scope)))


def caller_in(scope: Scope) -> Caller:
    """The caller that the gate has found for this request."""
    found: Caller = scope["state"]["caller"]
    return found


def client_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else NO_ADDRESS


def address_key(address: str) -> str:
    """
    The name under which an address is counted.

    One customer of an IPv6 network has 2**64 addresses, so those count as one.

    >>> address_key("192.168.7.20"), address_key("2001:db8:1:2:aa::1")
    ('192.168.7.20', '2001:db8:1:2::/64')
    >>> address_key("::ffff:192.168.7.20")
    '192.168.7.20'
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def _badge(connection: HTTPConnection, site: Site) -> str | None:
    """The badge of the session that the cookie names, if both are good."""
    id_ = connection.cookies.get(COOKIE, "")
    session = site.sessions.peek(id_) if id_ and site.room else None
    if session is None or site.room is None:
        return None
    member = site.room.state.staff.get(session.badge)
    return session.badge if member is not None and session.is_of(member) else None


def _device(connection: HTTPConnection, site: Site) -> str | None:
    """The device that asks, if it signs with its key."""
    found = PATH.fullmatch(connection.url.path)
    if found is None or site.room is None:
        return None
    asked, sessions = connection.query_params, site.device_sessions
    session, mac = asked.get("session", ""), asked.get("mac", "")
    try:
        if found[2] == "session":
            return sessions.asker_of(site.room, found[1], mac).device
        device = sessions.device_of(site.room, found[1], session, mac)
    except WebRefused:
        return None
    return device.device


def _token(connection: HTTPConnection, site: Site) -> str | None:
    """The link of a display, if it is one of ours."""
    token = connection.query_params.get("token")
    if token is None:
        return None
    try:
        site.tokens.read(token)
    except WebRefused:
        return None
    return token
