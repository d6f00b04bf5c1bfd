"""The door: takes connections in, counts them before anything else, and hands them to uvicorn."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Final

from upcard.web.access.connections import Connection, Connections, HttpConnection

PAUSE_SECONDS: Final = 0.2
"""How long the door stays shut when the system has no more files to give."""


class Door:
    """A listening socket of the server."""

    def __init__(
        self,
        listener: socket.socket,
        connections: Connections,
        tls: ssl.SSLContext | None,
        http: Callable[[Connection], HttpConnection],
    ) -> None:
        self._listener = listener
        self._connections = connections
        self._tls = tls
        self._http = http
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to take connections in."""
        self._listener.setblocking(False)
        self._begin(self._take_in())

    def close(self) -> None:
        """Take nobody in any more."""
        for task in tuple(self._tasks):
            task.cancel()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_in(self) -> None:
        """One at a time: those who are in already are served in between."""
        while True:
            try:
                made, address = await self._loop.sock_accept(self._listener)
            except ConnectionAbortedError:
                continue
            except OSError:
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            self._begin(self._welcome(made, *address[:2]))
            await asyncio.sleep(0)

    async def _welcome(self, made: socket.socket, address: str, port: int) -> None:
        """Count the connection, shake hands if TLS is spoken, and begin with HTTP."""
        task = asyncio.current_task()
        assert task is not None, "a task runs this"
        connection = Connection(self._connections, address, port, task.cancel)
        try:
            await self._loop.connect_accepted_socket(
                partial(self._http, connection),
                made,
                ssl=self._tls,
                ssl_handshake_timeout=self._connections.patience.head if self._tls else None,
            )
        except (OSError, asyncio.CancelledError):
            made.close()
            connection.end()
