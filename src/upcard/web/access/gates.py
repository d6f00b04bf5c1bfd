"""The gate every request passes: who asks, how often, how much, whose turn; one log line."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import secrets
import time
from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.web.access.callers import PROBED, Caller, Who, caller_in, caller_of, client_of
from upcard.web.access.connections import STATE as CONNECTION
from upcard.web.access.connections import Connection
from upcard.web.access.rates import Buckets
from upcard.web.access.turns import lane_of
from upcard.web.answer_languages import ASKED, language_in
from upcard.web.live.sockets import CLOSE_FULL
from upcard.web.logs import FIELDS, REQUEST
from upcard.web.refusals import (
    NO_PLACE,
    NOT_UNDERSTOOD,
    TOO_LARGE,
    TOO_OFTEN,
    TOO_SLOW,
    TRY_AGAIN,
    WebRefused,
)
from upcard.web.replies import REFUSAL, refused_reply
from upcard.web.server_settings import RequestLimits, host_in
from upcard.web.sites import Site

LOG: Final = logging.getLogger("upcard.web")
FORWARDED: Final = "is_forwarded"
"""Under this name the state of a request says whether a trusted proxy sent it."""
METHODS: Final = frozenset(
    {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET"}
)
SERVER_ERROR: Final = 500
_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
TOO_MUCH_SECONDS: Final = 1.0
"""About how long a stranger waits to hear that it was too much: hammering is no use."""
CLOSING: Final = frozenset({"full", "too-many", "too-slow"})
"""Refusals after which the connection is closed, too."""

_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self' {socket}",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        self._settings = site.settings
        self._rates = _Rates(site.settings.limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_forwarded = self._settings.proxies.place(scope)
        id_ = _id_of(scope, is_forwarded)
        state: dict[str, object] = scope.setdefault("state", {})
        state.update({"request_id": id_, FORWARDED: is_forwarded})
        REQUEST.set(state)
        ASKED.set(language_in(scope))
        passage = _Passage(scope, send, self._headers(scope, id_))
        try:
            caller = self._caller(scope, is_forwarded)
            if scope["type"] == "websocket":
                await self._app(scope, receive, passage)
            else:
                await self._answer(scope, receive, passage, caller)
        except WebRefused as refused:
            await _refuse(scope, receive, passage, refused)
        finally:
            self._count(scope, passage)
            _log(scope, passage)

    def _count(self, scope: Scope, passage: _Passage) -> None:
        self._site.measures.requested(
            method=_method(scope),
            route=_route(scope),
            status=passage.status,
            refusal=scope["state"].get(REFUSAL, ""),
            seconds=passage.seconds if scope["type"] == "http" else None,
        )

    def _caller(self, scope: Scope, is_forwarded: bool) -> Caller:
        """Who asks, once everything that the header tells is in order."""
        caller = scope["state"]["caller"] = caller_of(scope, self._site)
        connection: Connection | None = scope["state"].get(CONNECTION)
        try:
            self._rates.check(caller)
            self._check_head(Headers(scope=scope), is_forwarded)
            if connection is not None:
                connection.belongs_to(caller)
        except WebRefused:
            if connection is not None:
                connection.stand_aside(caller)
            raise
        return caller

    def _check_head(self, headers: Headers, is_forwarded: bool) -> None:
        """Refuse a name that is not ours, and a body by what its header promises."""
        hosts, most = self._settings.hosts, self._settings.limits.body_bytes
        if hosts is not None and not is_forwarded and host_in(headers.get("host", "")) not in hosts:
            raise WebRefused(
                "host-unknown", "this server does not serve that host name", NOT_UNDERSTOOD
            )
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            raise WebRefused("not-understood", "content-length is not a number", NOT_UNDERSTOOD)
        if int(length[:20]) > most:
            raise _too_large(most)

    async def _answer(
        self, scope: Scope, receive: Receive, passage: _Passage, caller: Caller
    ) -> None:
        """
        Read the body, wait for a turn, and let the application answer.

        In this order, so that a slow sender keeps nobody waiting.
        """
        limits = self._settings.limits
        body = _Body(receive, await _read(receive, limits.body_bytes, limits.patience.body))
        turn = await self._site.turns.wait(lane_of(caller, scope["path"]), caller.key)
        passage.on_start = turn.end
        try:
            await self._app(scope, body, passage)
        finally:
            turn.end()

    def _headers(self, scope: Scope, id_: str) -> dict[str, str]:
        host = Headers(scope=scope).get("host", "")
        socket = f"{'wss' if self._settings.is_tls else 'ws'}://{host}" if _plain(host) else ""
        headers = {
            "content-security-policy": _POLICY.format(socket=socket),
            "x-content-type-options": "nosniff",
            "x-frame-options": "DENY",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
            "x-request-id": id_,
        }
        if self._settings.is_tls:
            headers["strict-transport-security"] = "max-age=31536000"
        if scope["path"].startswith("/api"):
            headers["cache-control"] = "no-store"
        return headers


class _Rates:
    """How often everybody may ask."""

    def __init__(self, limits: RequestLimits) -> None:
        self._callers = Buckets(limits.client)
        self._by_kind = {
            Who.DEVICE: Buckets(limits.device),
            Who.DISPLAY: Buckets(limits.display),
            Who.PROBE: Buckets(limits.probe),
        }
        self._guests = Buckets(limits.guests)

    def check(self, caller: Caller) -> None:
        """Refuse callers who ask too often, and guests when there are too many of them."""
        buckets = self._by_kind.get(caller.who, self._callers)
        if not buckets.take(f"{caller.who} {caller.key}"):
            raise WebRefused("too-often", "too many requests: wait a moment", TOO_OFTEN)
        if caller.who is Who.GUEST and not self._guests.take(caller.who):
            raise WebRefused(
                "busy", "the server is busy: try again in a moment", NO_PLACE, wait_s=5
            )


def _too_large(most: int) -> WebRefused:
    return WebRefused("too-large", f"the body is too large: {most} bytes at most", TOO_LARGE)


async def _read(receive: Receive, most: int, seconds: float) -> bytes:
    """The whole body, whatever its header promised; what is too long or too slow is refused."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise WebRefused("not-understood", "the body ends too early", NOT_UNDERSTOOD)
                body += message.get("body", b"")
                if len(body) > most:
                    raise _too_large(most)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise WebRefused("too-slow", "the body of the request took too long", TOO_SLOW) from None


class _Body:
    """What the application receives: the body that was read, then what the client does next."""

    def __init__(self, receive: Receive, body: bytes) -> None:
        self._receive = receive
        self._body: bytes | None = body

    async def __call__(self) -> Message:
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


class _Passage:
    """The way out: adds headers, and remembers the status for the log."""

    def __init__(self, scope: Scope, send: Send, headers: dict[str, str]) -> None:
        self._scope = scope
        self._send = send
        self._headers = headers
        self.status = 0
        self._began = time.perf_counter()
        self.seconds: float | None = None
        """How long it took until the answer began."""
        self.on_start: Callable[[], None] | None = None

    @property
    def elapsed(self) -> float:
        """How many seconds ago the request came."""
        return time.perf_counter() - self._began

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            self.seconds = self.elapsed
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
            if self.on_start is not None:
                self.on_start()
        elif message["type"] == "websocket.accept":
            self.status = 101
        if self._is_too_much(message) and caller_in(self._scope).who is not Who.STAFF:
            await asyncio.sleep(TOO_MUCH_SECONDS * random.uniform(0.5, 1.5))
        await self._send(message)

    def _is_too_much(self, message: Message) -> bool:
        """Whether the refusal says that the caller asks for too much."""
        is_refused = REFUSAL in self._scope["state"] and message.get("status") in TRY_AGAIN
        return is_refused or message.get("code") == CLOSE_FULL


async def _refuse(scope: Scope, receive: Receive, passage: _Passage, refused: WebRefused) -> None:
    """Answer with the refusal, also where a WebSocket was asked for."""
    reply = refused_reply(refused)
    if refused.code in CLOSING:
        reply.headers["connection"] = "close"
    await reply(scope, receive, passage)


def _plain(host: str) -> bool:
    return all(sign.isalnum() or sign in ".:-[]" for sign in host) and host.isascii()


def _id_of(scope: Scope, is_forwarded: bool) -> str:
    """The name of a request: a trusted proxy's, so that its log and ours can be compared."""
    told = Headers(scope=scope).get("x-request-id", "") if is_forwarded else ""
    return told if _ID.fullmatch(told) else secrets.token_hex(8)


def _method(scope: Scope) -> str:
    """The method, if it is one of HTTP's: a client may send any word."""
    method = scope.get("method", "WEBSOCKET")
    return str(method) if method in METHODS else "OTHER"


def _route(scope: Scope) -> str:
    return str(getattr(scope.get("route"), "path", "(none)"))


def _log(scope: Scope, passage: _Passage) -> None:
    """One line a request: never a PIN, a token, a seed or a card, so no query and no body."""
    fields = {
        "method": _method(scope),
        "route": _route(scope),
        "status": passage.status,
        "ms": round(1000 * passage.elapsed, 1),
        "client": client_of(scope),
        "refusal": scope["state"].get(REFUSAL, ""),
    }
    LOG.log(_level(scope, passage.status), "request", extra={FIELDS: fields})


def _level(scope: Scope, status: int) -> int:
    """Probes come every few seconds and are logged only at the debug level."""
    if scope["path"] in PROBED:
        return logging.DEBUG
    return logging.WARNING if status >= SERVER_ERROR else logging.INFO
