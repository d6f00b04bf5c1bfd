"""Running a server: the listening socket, TLS, uvicorn, and how many files may be open."""

from __future__ import annotations

import gc
import socket
import ssl
import sys
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI

from upcard.web.access.connections import Connection, HttpConnection, SocketConnection
from upcard.web.access.doors import Door
from upcard.web.sites import Site

BACKLOG: Final = 2048
SEND_BUFFER: Final = 256 * 1024
"""What the system keeps for a client that does not read; with less it is noticed earlier."""
FRAME_MAX: Final = 4096
"""Bytes of what a screen may say; it says ping."""
GARBAGE_THRESHOLDS: Final = (20_000, 20, 100)
"""New objects before a look at the newest, looks before one at the older ones, and at all."""
SWITCH_SECONDS: Final = 0.0005
"""How long a busy thread keeps the interpreter while another waits for it."""
UVICORN_IDLE_SECONDS: Final = 3600
"""Never reached: connections have their own time."""


def reserved_address(host: str, port: int) -> socket.socket:
    """
    A socket that holds the address and does not listen yet: connections are refused.

    Every connection that comes in later has the socket's settings, too.
    """
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    reserved = socket.socket(family, socket.SOCK_STREAM)
    try:
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            reserved.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        reserved.bind(address)
    except OSError:
        reserved.close()
        raise
    return reserved


def listen(reserved: socket.socket) -> None:
    """Let connections in from now on: for a room that has passed its self-test."""
    reserved.listen(BACKLOG)


def tls_context(cert: Path, key: Path) -> ssl.SSLContext:
    """The server's side of TLS."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    return context


class Server(uvicorn.Server):
    """uvicorn with a door of our own: connections are counted before the TLS handshake."""

    def __init__(self, config: uvicorn.Config, site: Site, tls: ssl.SSLContext | None) -> None:
        super().__init__(config)
        self._site = site
        self._tls = tls
        self._doors: list[Door] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, on *sockets* alone."""
        await super().startup(sockets=[])
        for listener in sockets or []:
            door = Door(listener, self._site.connections, self._tls, self._http)
            door.open()
            self._doors.append(door)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nobody in any more, and end what is open."""
        for door in self._doors:
            door.close()
        await super().shutdown(sockets)

    def stop(self) -> None:
        """Answer what is being answered, then end `run`."""
        self.should_exit = True

    def _http(self, connection: Connection) -> HttpConnection:
        return HttpConnection(self.config, self.server_state, self.lifespan.state, connection)


def make_server(app: FastAPI, site: Site, tls: ssl.SSLContext | None = None) -> Server:
    """A server of *app* whose connections are counted and timed by *site*."""
    config = uvicorn.Config(
        app,
        http=HttpConnection,
        ws=SocketConnection,
        log_config=None,  # `logs.py` says where everything goes.
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=UVICORN_IDLE_SECONDS,
        timeout_graceful_shutdown=1,
        ws_max_size=FRAME_MAX,
        ws_per_message_deflate=False,
    )
    return Server(config, site, tls)


def prepare_interpreter() -> None:
    """
    Keep keys from waiting for the interpreter.

    Threads take turns more often, so that a key does not wait for a report's thread. What is
    loaded when the server starts stays for good, and garbage is looked for less often: a look at
    everything stops every table while it lasts.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
