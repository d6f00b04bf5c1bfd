"""How a server is set up: where it listens, how often it may be asked, what it is called."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from upcard.amounts import EN_US, AmountFormat
from upcard.room.device_watches import LOST_SECONDS
from upcard.web.access.callers import Who
from upcard.web.access.places import Share, WhenFull
from upcard.web.access.proxies import Proxies
from upcard.web.access.turns import Lane

PAGES: Final = Path(__file__).parent / "pages"
"""The built pages. `make pages` puts them there; git does not keep them."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may be done: a rate per second, after a first burst."""

    per_second: float
    burst: int


CONNECTIONS: Final[Mapping[Who, Share]] = MappingProxyType(
    {
        Who.UNKNOWN: Share(in_all=1024, each=256, when_full=WhenFull.OLDEST_LEAVES),
        Who.REFUSED: Share(in_all=1024, each=256, when_full=WhenFull.OLDEST_LEAVES),
        Who.GUEST: Share(in_all=256, each=64),
        Who.PROBE: Share(in_all=32, each=8),
        Who.ENTRY: Share(in_all=512, each=16),
        Who.DEVICE: Share(in_all=256, each=4, when_full=WhenFull.OWN_OLDEST_LEAVES),
        Who.DISPLAY: Share(in_all=600, each=16),
        Who.STAFF: Share(in_all=400, each=48),
    }
)
"""Open connections. A connection counts for the caller who sent its last request."""
SCREENS: Final[Mapping[Who, Share]] = MappingProxyType(
    {
        Who.GUEST: Share(in_all=16, each=4),
        Who.DEVICE: Share(in_all=200, each=1, when_full=WhenFull.OWN_OLDEST_LEAVES),
        Who.DISPLAY: Share(in_all=512, each=4, when_full=WhenFull.OWN_OLDEST_LEAVES),
        Who.STAFF: Share(in_all=256, each=16, when_full=WhenFull.OWN_OLDEST_LEAVES),
    }
)
"""WebSockets and streams. Guests have the lab's; a link is for one screen and its reloads."""
EXPERIMENTS: Final[Mapping[Who, Share]] = MappingProxyType(
    {
        Who.GUEST: Share(in_all=2, each=1, when_full=WhenFull.OWN_OLDEST_LEAVES),
        Who.STAFF: Share(in_all=2, each=1, when_full=WhenFull.OWN_OLDEST_LEAVES),
    }
)
"""Experiments of the lab that run at a time; a new one ends the same person's last one."""
TURNS: Final[Mapping[Lane, int]] = MappingProxyType(
    {
        Lane.STAFF: 20,
        Lane.DEVICE: 3,
        Lane.DISPLAY: 4,
        Lane.ENTRY: 2,
        Lane.PROBE: 2,
        Lane.GUEST: 4,
        Lane.PLAY: 2,
        Lane.WORK: 2,
    }
)
"""Requests that are worked on at once; together fewer than the server has threads (40)."""
LINES: Final[Mapping[Lane, Share]] = MappingProxyType(
    {
        Lane.STAFF: Share(in_all=400, each=48),
        Lane.DEVICE: Share(in_all=400, each=4),
        Lane.DISPLAY: Share(in_all=200, each=16),
        Lane.ENTRY: Share(in_all=512, each=8),
        Lane.PROBE: Share(in_all=32, each=8),
        Lane.GUEST: Share(in_all=128, each=32),
        Lane.PLAY: Share(in_all=64, each=16),
        Lane.WORK: Share(in_all=64, each=16),
    }
)
"""Requests that are worked on or wait for their turn."""
NO_PROXIES: Final = Proxies()
FILES_BESIDE: Final = 128
"""Files that are open beside the connections: the database, the journal, pages, pipes."""
_SHRINKS: Final = (Who.UNKNOWN, Who.REFUSED, Who.GUEST, Who.ENTRY, Who.DISPLAY)
_SHRUNK_MIN: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long a client may take for what it has to do, in seconds."""

    head: float = 10.0
    """From connecting, or from the first byte, to the end of a request's header; TLS included."""
    body: float = 15.0
    """From the header to the end of the body."""
    idle: float = 5.0
    """Between two requests of a guest or a display."""
    staff_idle: float = 75.0
    """Between two requests of somebody signed in, or of a proxy's connection."""
    reading: float = 20.0
    """To read on when everything in between is full, and to take what is left before the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """What one client, one session and one sign-in may ask for, and how many at a time."""

    client: Rate = Rate(200.0, 600)
    """For each address, and for each badge."""
    guests: Rate = Rate(150.0, 600)
    """For all guests together: the rest of the time is for the tables."""
    probe: Rate = Rate(5.0, 60)
    """For each address, what probes ask for."""
    display: Rate = Rate(5.0, 60)
    """For each link."""
    device: Rate = Rate(50.0, 200)
    """For each device: its messages and heartbeats. A sensor that chatters waits."""
    session: Rate = Rate(40.0, 120)
    """For each session, what only somebody signed in may ask for."""
    sign_in: Rate = Rate(1.0, 30)
    """For each address where nobody has signed in yet; a badge's own wait comes on top."""
    cut: Rate = Rate(1.0, 20)
    """For each screen: its part of a cut, sealed and opened."""
    heavy: Rate = Rate(1.0, 20)
    """For each client: what keeps a core busy, like odds and simulations."""
    head_bytes: int = 32 * 1024
    body_bytes: int = 64 * 1024
    heavy_at_once: int = 3
    pins_at_once: int = 4
    connections: Mapping[Who, Share] = field(default_factory=lambda: CONNECTIONS)
    screens: Mapping[Who, Share] = field(default_factory=lambda: SCREENS)
    experiments: Mapping[Who, Share] = field(default_factory=lambda: EXPERIMENTS)
    turns: Mapping[Lane, int] = field(default_factory=lambda: TURNS)
    lines: Mapping[Lane, Share] = field(default_factory=lambda: LINES)
    patience: Patience = Patience()

    @property
    def files(self) -> int:
        """How many files the process has to be allowed for all connections."""
        return FILES_BESIDE + sum(share.in_all for share in self.connections.values())

    def within(self, files: int) -> RequestLimits:
        """
        These limits for a process that may open this many files; the staff's places stay.

        >>> RequestLimits().within(100_000) == RequestLimits()
        True
        >>> small = RequestLimits().within(1024)
        >>> small.files <= 1024, small.connections[Who.STAFF] == CONNECTIONS[Who.STAFF]
        (True, True)
        """
        if self.files <= files:
            return self
        others = sum(self.connections[who].in_all for who in _SHRINKS)
        left = max(0, files - (self.files - others))
        shrunk = {who: _shrunk(self.connections[who], left, others) for who in _SHRINKS}
        return replace(self, connections=MappingProxyType({**self.connections, **shrunk}))


def _shrunk(share: Share, left: int, others: int) -> Share:
    """A part of what is left, rounded down so that the parts fit; a few in any case."""
    in_all = max(_SHRUNK_MIN, share.in_all * left // others)
    return replace(share, in_all=in_all, each=min(share.each, max(1, in_all // 4)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """One server."""

    name: str = "Upcard"
    host: str = "127.0.0.1"
    port: int = 8021
    is_tls: bool = False
    """Whether browsers speak https, with this server or with a proxy in front of it."""
    proxies: Proxies = NO_PROXIES
    public_url: str = ""
    """The address that players' phones reach; if empty, the one a screen itself uses."""
    metrics_token: str = ""
    """The token that /metrics requires; if empty, only this machine may ask."""
    pages: Path = PAGES
    amounts: AmountFormat = EN_US
    """How every page reads and shows amounts: two people at one desk read the same."""
    limits: RequestLimits = field(default_factory=RequestLimits)
    idle_seconds: float = 30 * 60.0
    """A session that is not used for so long is over."""
    lost_seconds: float = LOST_SECONDS
    """A device that is silent for so long is lost."""
    session_seconds: float = 12 * 3600.0
    """No session is longer than a long shift."""

    @property
    def address(self) -> str:
        """What to open in a browser: behind a proxy its address, else where this server listens."""
        if self.public_url:
            return self.public_url
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.is_tls else 'http'}://{host}:{self.port}"

    @property
    def hosts(self) -> frozenset[str] | None:
        """The names that this server answers to; None where every name may lead here."""
        if self.host in ("0.0.0.0", "::"):
            return None
        names = {self.host.strip("[]"), *filter(None, [urlsplit(self.public_url).hostname])}
        return frozenset(names | LOOPBACK_NAMES if is_loopback(self.host) else names)


LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(host: str) -> bool:
    """
    Whether only this machine can reach *host*.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_in(header: str) -> str:
    """
    The name in a Host header, without its port.

    >>> host_in("localhost:8021"), host_in("[::1]:8021")
    ('localhost', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.partition(":")[0].lower()
