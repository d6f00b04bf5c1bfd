"""Connections: whose places they take, and their time limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from upcard.web.access.callers import Caller, Who, address_key
from upcard.web.access.places import Places, TakenPlace
from upcard.web.refusals import HEADER_TOO_LARGE, NO_PLACE, TOO_SLOW
from upcard.web.replies import raw_refusal
from upcard.web.server_settings import ServerSettings

NEVER: Final = float("inf")
SWEEP_SECONDS: Final = 1.0
"""How often it is looked whose time is up."""
GOODBYE_SECONDS: Final = 2.0
"""How long a closed WebSocket waits for its client to say goodbye, too."""
STATE: Final = "connection"
"""The name under which a request's scope has its connection."""


class Phase(StrEnum):
    """What the client of a connection sends now."""

    HEAD = "head"
    BODY = "body"
    NOTHING = "nothing"


class Connection:
    """
    One TCP connection.

    *due* is when the client must have done what it has to do: send its header, send another
    request, or read what was sent to it. Nobody keeps a place by doing nothing.
    """

    def __init__(
        self, owner: Connections, address: str, port: int, hang_up: Callable[[], object]
    ) -> None:
        """Somebody has connected; *hang_up* ends it while there is no transport yet."""
        self._owner = owner
        self._transport: asyncio.Transport | None = None
        self._hang_up = hang_up
        self._is_proxy = address in owner.settings.proxies
        self._phase = Phase.HEAD
        self._head_bytes = 0
        self._unanswered = 0
        self._is_closing = False
        self._due = owner.now() + owner.patience.head
        self._reading_due = NEVER
        key = f"{address} {port}" if self._is_proxy else address_key(address)
        self._place: TakenPlace | None = owner.places.take(Who.UNKNOWN, key, self._make_way)
        owner.add(self)

    def made(self, transport: asyncio.Transport) -> None:
        """The connection is ready, TLS included."""
        self._transport = transport

    def belongs_to(self, caller: Caller) -> None:
        """Count for *caller* from now on, or refuse: there is no place left for them."""
        self._move(caller.who, caller.key)

    def stand_aside(self, caller: Caller) -> None:
        """Wait for a refusal apart from those who may still be let in."""
        self._move(Who.REFUSED, caller.key)

    def _move(self, who: Who, key: str) -> None:
        place = self._place
        if place is not None and (place.kind, place.key) != (who, key):
            self._place = self._owner.places.take(who, key, self.drop)
            place.give_back()

    def heard(self, length: int) -> None:
        """Bytes came: the first ones after an answer begin another header."""
        if self._phase is Phase.NOTHING and not self._unanswered:
            self._phase, self._head_bytes = Phase.HEAD, 0
            self._due = self._owner.now() + self._owner.patience.head
        if self._phase is Phase.HEAD:
            self._head_bytes += length

    def head_came(self) -> None:
        """The header is whole; the gate has an eye on the body, and the rest is up to us."""
        self._phase = Phase.BODY
        self._unanswered += 1
        self._due = NEVER

    def body_came(self) -> None:
        """The request is whole."""
        self._phase = Phase.NOTHING
        self._wait_for_the_next()

    def answered(self) -> None:
        """An answer is sent."""
        self._unanswered -= 1
        self._wait_for_the_next()

    def stuck(self) -> None:
        """The client does not read what was sent to it."""
        self._reading_due = self._owner.now() + self._owner.patience.reading

    def flows(self) -> None:
        """The client reads again."""
        self._reading_due = NEVER

    def check(self, now: float) -> None:
        """Close the connection if its time is up, and cut it off if it does not end then."""
        transport = self._transport
        if transport is None:
            if self._due <= now:
                self.drop()
            return
        if self._reading_due <= now or (self._is_closing and self._due <= now):
            self.drop()
        elif self._due <= now and self._phase is Phase.HEAD and self._head_bytes:
            self.refuse(TOO_SLOW, "too-slow", "the header of the request took too long")
        elif self._due <= now:
            transport.close()
        if transport.is_closing() and not self._is_closing:
            self._is_closing = True
            self._due = now + self._owner.patience.reading

    def check_head(self) -> None:
        """Refuse a header with more bytes than any that is meant well."""
        most = self._owner.settings.limits.head_bytes
        if self._phase is Phase.HEAD and self._head_bytes > most:
            message = f"the header is too large: {most} bytes at most"
            self.refuse(HEADER_TOO_LARGE, "header-too-large", message)

    def refuse(self, status: int, code: str, message: str) -> None:
        """Say why, and close."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(raw_refusal(code, message, status))
            self._transport.close()

    def drop(self) -> None:
        """End it at once, whatever is still to be sent."""
        if self._transport is not None:
            self._transport.abort()
        else:
            self._hang_up()

    def end(self) -> None:
        """The connection is over."""
        if self._place is not None:
            self._place.give_back()
        self._owner.discard(self)
        self._transport = self._place = None

    def _wait_for_the_next(self) -> None:
        """The client may take a while for its next request, or for the rest of a refused one."""
        if self._unanswered:
            return
        patience = self._owner.patience
        is_staff = self._place is not None and self._place.kind == Who.STAFF
        idle = patience.staff_idle if is_staff or self._is_proxy else patience.idle
        seconds = patience.body if self._phase is Phase.BODY else idle
        self._due = self._owner.now() + seconds

    def _make_way(self) -> None:
        """Go for a newer one, because this one has not said what it wants."""
        if self._head_bytes:
            self.refuse(NO_PLACE, "full", "too many connections at once: try again in a moment")
        else:
            self.drop()


class Connections:
    """All connections of a server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.patience = settings.limits.patience
        self.places = Places("connections", settings.limits.connections)
        self._open: set[Connection] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to look whose time is up."""
        self._loop = loop
        self._timer = loop.call_later(SWEEP_SECONDS, self._sweep)

    def stop(self) -> None:
        """Look no longer."""
        if self._timer is not None:
            self._timer.cancel()

    def now(self) -> float:
        """The time that connections are measured by."""
        return asyncio.get_running_loop().time()

    def add(self, connection: Connection) -> None:
        """Look at *connection*, too."""
        self._open.add(connection)

    def discard(self, connection: Connection) -> None:
        """It is over."""
        self._open.discard(connection)

    def _sweep(self) -> None:
        assert self._loop is not None, "it has been started"
        now = self._loop.time()
        for connection in tuple(self._open):
            connection.check(now)
        self._timer = self._loop.call_later(SWEEP_SECONDS, self._sweep)


class HttpConnection(HttpToolsProtocol):
    """uvicorn's HTTP on a connection that is counted and timed."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        connection: Connection,
    ) -> None:
        super().__init__(config, server_state, {**app_state, STATE: connection})
        self.connection = connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to speak HTTP."""
        self.connection.made(transport)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.connection.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the header has no end."""
        self.connection.heard(len(data))
        super().data_received(data)
        self.connection.check_head()

    def on_headers_complete(self) -> None:
        """The client has said what it wants."""
        self.connection.head_came()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The client has sent all of it."""
        self.connection.body_came()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The client may send the next request."""
        self.connection.answered()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """What was sent is not read."""
        self.connection.stuck()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It is read again."""
        self.connection.flows()
        super().resume_writing()


class SocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket on a connection that began as HTTP."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        connection = app_state[STATE]
        assert isinstance(connection, Connection)
        self.connection = connection
        self.close_timeout = GOODBYE_SECONDS

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.connection.end()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """What was sent is not read."""
        self.connection.stuck()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It is read again."""
        self.connection.flows()
        super().resume_writing()
