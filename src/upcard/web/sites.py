"""Everything one server holds while it runs, and how a route gets at it."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from threading import BoundedSemaphore
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from upcard.calculators.calculators import Calculator
from upcard.room.device_watches import DeviceWatch
from upcard.room.keys import KEY_BYTES
from upcard.room.rooms import Room
from upcard.solo.solo_tables import SoloTables
from upcard.web.access.callers import Who
from upcard.web.access.connections import Connections
from upcard.web.access.device_sessions import DeviceSessions
from upcard.web.access.origins import Devices
from upcard.web.access.passkeys import Passkeys
from upcard.web.access.places import Places
from upcard.web.access.rates import Buckets
from upcard.web.access.sessions import FOLDER as SESSIONS
from upcard.web.access.sessions import Sessions
from upcard.web.access.tokens import Tokens
from upcard.web.access.turns import Turns
from upcard.web.answer_types import DemoOffer
from upcard.web.first_rooms import FirstRoom
from upcard.web.health import Health
from upcard.web.labs import Labs
from upcard.web.live.hubs import Hub
from upcard.web.measures import Measures
from upcard.web.refusals import NOT_FOUND, WebRefused
from upcard.web.server_settings import ServerSettings


@dataclass(slots=True)
class Site:
    """One server: its settings, its room if it has one, and what it keeps in memory."""

    settings: ServerSettings
    room: Room | None = None
    tokens: Tokens = field(default_factory=lambda: Tokens(secrets.token_bytes(KEY_BYTES)))
    demo: DemoOffer | None = None
    """One-time badges and links of a demonstration room."""
    first_room: FirstRoom | None = None
    """The room to be set up in a browser, where there is none yet."""
    is_over: bool = False
    hub: Hub | None = field(init=False, default=None)
    sessions: Sessions = field(init=False)
    connections: Connections = field(init=False)
    screens: Places[Who] = field(init=False)
    """WebSockets and streams."""
    turns: Turns = field(init=False)
    session_rates: Buckets = field(init=False)
    sign_in_rates: Buckets = field(init=False)
    heavy_rates: Buckets = field(init=False)
    cut_rates: Buckets = field(init=False)
    heavy: BoundedSemaphore = field(init=False)
    """Reports at once: the other threads are for the tables."""
    devices: Devices = field(init=False)
    device_sessions: DeviceSessions = field(init=False)
    device_rates: Buckets = field(init=False)
    device_watch: DeviceWatch | None = field(init=False, default=None)
    passkeys: Passkeys = field(init=False)
    pin_checks: BoundedSemaphore = field(init=False)
    """PINs looked at at once by signing in: each look takes much memory, on purpose."""
    order_pin_checks: BoundedSemaphore = field(init=False)
    """The same for orders: a supervisor's swipe does not wait for strangers who sign in."""
    calculator: Calculator = field(init=False, default_factory=Calculator)
    """For the solo table and the lab."""
    staff_calculator: Calculator = field(init=False, default_factory=Calculator)
    """For the rules editor, which does not wait for guests."""
    health: Health = field(init=False)
    measures: Measures = field(init=False, default_factory=Measures)
    solos: SoloTables = field(init=False)
    labs: Labs = field(init=False)

    def __post_init__(self) -> None:
        settings, limits = self.settings, self.settings.limits
        self.hub = Hub(self.room) if self.room else None
        file = self.room.folder / SESSIONS / f"{settings.port}.json" if self.room else None
        self.sessions = Sessions(settings.idle_seconds, settings.session_seconds, file=file)
        self.devices = Devices(self.tokens.key, is_tls=settings.is_tls)
        self.device_sessions = DeviceSessions(self.tokens.key)
        self.device_rates = Buckets(limits.device)
        if self.room is not None:
            self.device_watch = DeviceWatch(self.room, settings.lost_seconds)
        self.passkeys = Passkeys(self.tokens.key)
        self.connections = Connections(settings)
        self.screens = Places("screens", limits.screens)
        self.turns = Turns(limits.turns, limits.lines)
        self.session_rates = Buckets(limits.session)
        self.sign_in_rates = Buckets(limits.sign_in)
        self.heavy_rates = Buckets(limits.heavy)
        self.cut_rates = Buckets(limits.cut)
        self.heavy = BoundedSemaphore(limits.heavy_at_once)
        self.pin_checks = BoundedSemaphore(limits.pins_at_once)
        self.order_pin_checks = BoundedSemaphore(limits.pins_at_once)
        self.health = Health(self.room)
        if self.room is not None:
            self.room.observer = self.measures
        self.solos = SoloTables(self.calculator)
        self.labs = Labs(limits.experiments)

    def the_hub(self) -> Hub:
        """The hub, where there is a room."""
        if self.hub is None:
            raise WebRefused(
                "no-room", "this server has no room: start it with --data or --demo", NOT_FOUND
            )
        return self.hub

    def start(self) -> None:
        """Begin to follow the room and to watch the connections; called in the event loop."""
        loop = asyncio.get_running_loop()
        self.connections.start(loop)
        if self.hub is not None:
            self.hub.start(loop)
        if self.room is not None and self.room.checkpointing is not None:
            self.room.checkpointing.serve()
        if self.device_watch is not None:
            self.device_watch.start()

    def stop(self) -> None:
        """Let every screen go, and end what is being worked out."""
        self.is_over = True
        if self.device_watch is not None:
            self.device_watch.stop()
        self.labs.stop()
        self.calculator.stop()
        self.staff_calculator.stop()
        self.connections.stop()
        if self.hub is not None:
            self.hub.stop()


async def site_of(connection: HTTPConnection) -> Site:
    """The site that a request is for."""
    site: Site = connection.app.state.site
    return site


TheSite = Annotated[Site, Depends(site_of)]
