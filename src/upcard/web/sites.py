"""Everything one server holds while it runs, and how a route gets at it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from upcard.room.keys import KEY_BYTES
from upcard.room.rooms import Room
from upcard.web.hubs import Hub
from upcard.web.labs import Labs
from upcard.web.origins import Devices
from upcard.web.passkeys import Passkeys
from upcard.web.rates import Buckets
from upcard.web.refusals import NOT_FOUND, TOO_OFTEN, WebRefused
from upcard.web.sessions import Sessions
from upcard.web.settings import Settings
from upcard.web.solos import SoloTables
from upcard.web.tokens import Tokens


@dataclass(slots=True)
class Site:
    """One server: its settings, its room if it has one, and what it keeps in memory."""

    settings: Settings
    room: Room | None = None
    tokens: Tokens = field(default_factory=lambda: Tokens(secrets.token_bytes(KEY_BYTES)))
    solos: SoloTables = field(default_factory=SoloTables)
    demo: dict[str, Any] | None = None
    """One-time badges and links of a demonstration room."""
    labs: Labs = field(default_factory=Labs)
    sockets: int = 0
    """How many screens are connected."""
    is_over: bool = False
    hub: Hub | None = field(init=False, default=None)
    sessions: Sessions = field(init=False)
    session_rates: Buckets = field(init=False)
    sign_in_rates: Buckets = field(init=False)
    heavy_rates: Buckets = field(init=False)
    cut_rates: Buckets = field(init=False)
    heavy: BoundedSemaphore = field(init=False)
    """Long calculations at once: the other threads are for the tables."""
    devices: Devices = field(init=False)
    passkeys: Passkeys = field(init=False)
    pin_checks: BoundedSemaphore = field(init=False)
    """PINs looked at at once: each look takes much memory, on purpose."""

    def __post_init__(self) -> None:
        settings = self.settings
        self.hub = Hub(self.room) if self.room else None
        folder = self.room.folder if self.room else None
        self.sessions = Sessions(
            settings.idle_seconds, settings.session_seconds, folder=folder
        )  # fmt: skip
        self.devices = Devices(self.tokens.key, is_tls=settings.is_tls)
        self.passkeys = Passkeys(self.tokens.key)
        self.session_rates = Buckets(settings.limits.session)
        self.sign_in_rates = Buckets(settings.limits.sign_in)
        self.heavy_rates = Buckets(settings.limits.heavy)
        self.cut_rates = Buckets(settings.limits.cut)
        self.heavy = BoundedSemaphore(settings.limits.heavy_at_once)
        self.pin_checks = BoundedSemaphore(settings.limits.pins_at_once)

    def the_hub(self) -> Hub:
        """The hub, where there is a room."""
        if self.hub is None:
            raise WebRefused(
                "no-room", "this server has no room: start it with --data or --demo", NOT_FOUND
            )
        return self.hub

    def check_screens(self) -> None:
        """Refuse one screen more than the server has room for."""
        if self.sockets >= self.settings.limits.sockets:
            raise WebRefused("too-often", "too many screens are connected", TOO_OFTEN)

    @contextmanager
    def one_screen(self) -> Iterator[None]:
        """Count a screen while it is connected."""
        self.sockets += 1
        try:
            yield
        finally:
            self.sockets -= 1

    def start(self) -> None:
        """Begin to follow the room; called in the event loop."""
        if self.hub is not None:
            self.hub.start(asyncio.get_running_loop())
        if self.room is not None and self.room.checkpointing is not None:
            self.room.checkpointing.serve()

    def stop(self) -> None:
        """Let every screen go."""
        self.is_over = True
        self.labs.stop()
        if self.hub is not None:
            self.hub.stop()


def site_of(connection: HTTPConnection) -> Site:
    """The site that a request is for."""
    site: Site = connection.app.state.site
    return site


TheSite = Annotated[Site, Depends(site_of)]
