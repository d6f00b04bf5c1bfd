"""The gate every request passes: host name, rate, size, security headers, one log line."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Iterable
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.web.rates import Buckets
from upcard.web.refusals import NOT_UNDERSTOOD, TOO_LARGE, TOO_OFTEN
from upcard.web.replies import refusal
from upcard.web.settings import Settings

LOG: Final = logging.getLogger("upcard.web")
ANYBODY: Final = "somebody"

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

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._clients = Buckets(settings.limits.client)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began, id_ = time.perf_counter(), secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = id_
        passage = _Passage(scope, send, self._headers(scope, id_))
        try:
            await self._let_in(scope, receive, passage)
        finally:
            _log(scope, passage.status, 1000 * (time.perf_counter() - began), id_)

    async def _let_in(self, scope: Scope, receive: Receive, passage: _Passage) -> None:
        refused = self._refused(scope)
        if refused is None:
            limited = _Limited(receive, self._settings.limits.body_bytes)
            await self._app(scope, limited, passage)
            return
        if scope["type"] == "websocket":
            await passage({"type": "websocket.close", "code": 1008, "reason": refused[1]})
        else:
            await refusal(*refused)(scope, receive, passage)

    def _refused(self, scope: Scope) -> tuple[str, str, int] | None:
        headers = Headers(scope=scope)
        hosts = self._settings.hosts
        if hosts is not None and host_in(headers.get("host", "")) not in hosts:
            return "host-unknown", "this server does not answer to that name", NOT_UNDERSTOOD
        if not self._clients.take(client_of(scope)):
            return "too-often", "too many requests: wait a moment", TOO_OFTEN
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return "not-understood", "content-length is not a number", NOT_UNDERSTOOD
        if int(length[:20]) > self._settings.limits.body_bytes:
            most = self._settings.limits.body_bytes
            return "too-large", f"the body is too large: {most} bytes at most", TOO_LARGE
        return None

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


class _Limited:
    """Counts what a body brings, whatever its header promised."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise HTTPException(TOO_LARGE, "the body is too large")
        return message


class _Passage:
    """The way out: adds headers, and remembers the status for the log."""

    def __init__(self, scope: Scope, send: Send, headers: dict[str, str]) -> None:
        self._scope = scope
        self._send = send
        self._headers = headers
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close" and not self.status:
            self.status = 403
        await self._send(message)


def host_in(header: str) -> str:
    """
    The name in a Host header, without its port.

    >>> host_in("localhost:8021"), host_in("[::1]:8021")
    ('localhost', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()


def _plain(host: str) -> bool:
    return all(sign.isalnum() or sign in ".:-[]" for sign in host) and host.isascii()


def client_of(scope: Scope) -> str:
    """The address a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ANYBODY


def _log(scope: Scope, status: int, milliseconds: float, id_: str) -> None:
    """One JSON line: never a PIN, a token, a seed or a card, so no query and no body."""
    route = scope.get("route")
    state: dict[str, Any] = scope.get("state", {})
    line = {
        "id": id_,
        "method": scope.get("method", "WEBSOCKET"),
        "route": getattr(route, "path", "(none)"),
        "status": status,
        "ms": round(milliseconds, 1),
        "badge": state.get("badge", ""),
        "client": client_of(scope),
    }
    LOG.info(json.dumps(line))


def log_to(handlers: Iterable[logging.Handler]) -> None:
    """Send the request log to *handlers*, each line as it is."""
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    for handler in handlers:
        handler.setFormatter(logging.Formatter("%(message)s"))
        LOG.addHandler(handler)
