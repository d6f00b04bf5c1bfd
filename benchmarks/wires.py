"""Clients that cost little, so that what is measured is the server: HTTP and WebSocket by hand."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import Callable
from typing import Any, Final

Heard = Callable[[bytes], None]
END: Final = b"\r\n\r\n"
TEXT: Final = 1
PING: Final = 9
PONG: Final = 0x8A


class _Socket(asyncio.Protocol):
    """A WebSocket that only listens: each message goes to *heard*."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request, self._heard = request, heard
        self._held = bytearray()
        self._is_open = False
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Take whole messages off what has come."""
        self._held += data
        if not self._is_open:
            end = self._held.find(END)
            if end < 0:
                return
            assert self._held.startswith(b"HTTP/1.1 101"), bytes(self._held[:200])
            del self._held[: end + len(END)]
            self._is_open = True
        while (found := self._next()) is not None:
            kind, message = found
            if kind == PING:
                # With what the ping said, under a mask of zeros: without it the server hangs up.
                self._transport.write(bytes((PONG, 0x80 | len(message), 0, 0, 0, 0)) + message)
            elif kind == TEXT:
                self._heard(message)

    def _next(self) -> tuple[int, bytes] | None:
        """The next frame, if all of it is here; a server's frames have no mask."""
        held = self._held
        if len(held) < 2:
            return None
        start, size = 2, held[1] & 127
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(held[2:start], "big")
        if len(held) < start + size:
            return None
        kind, message = held[0] & 15, bytes(held[start : start + size])
        del held[: start + size]
        return kind, message

    def connection_lost(self, error: Exception | None) -> None:
        """Tell whoever waits."""
        if not self.closed.done():
            self.closed.set_result(None)


async def watch(host: str, path: str, own: str, heard: Heard, headers: str = "") -> None:
    """Listen to a WebSocket from the address *own* until it is closed."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
    ).encode()
    name, port = host.split(":")
    transport, socket = await asyncio.get_running_loop().create_connection(
        lambda: _Socket(request, heard), name, int(port), local_addr=(own, 0)
    )
    try:
        await socket.closed
    finally:
        transport.close()


class Posts:
    """HTTP from the address *own*: one connection, made anew when the server has closed it."""

    def __init__(self, host: str, own: str) -> None:
        self._host, self._own = host, own
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.headers = ""

    async def post(self, path: str, body: object) -> tuple[int, str, Any]:
        """The status, the head and the data of an answer."""
        if self._streams is None:
            name, port = self._host.split(":")
            self._streams = await asyncio.open_connection(
                name, int(port), local_addr=(self._own, 0)
            )
        try:
            return await self._posted(*self._streams, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self._streams = None  # It was idle for too long. An order may be sent twice.
            return await self.post(path, body)

    async def _posted(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: object
    ) -> tuple[int, str, Any]:
        text = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\nOrigin: http://{self._host}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n{self.headers}\r\n"
        )
        writer.write(head.encode() + text)
        said = (await reader.readuntil(END)).decode()
        size = int(_headers(said, "content-length")[0])
        return int(said.split(" ", 2)[1]), said, json.loads(await reader.readexactly(size))

    def sign_in(self, head: str, csrf: str) -> None:
        """Go on as whoever has just signed in."""
        cookies = "; ".join(one.split(";")[0] for one in _headers(head, "set-cookie"))
        self.headers = f"Cookie: {cookies}\r\nX-CSRF-Token: {csrf}\r\n"


def _headers(head: str, name: str) -> list[str]:
    lines = (line.partition(":") for line in head.split("\r\n"))
    return [said.strip() for found, _, said in lines if found.lower() == name]
