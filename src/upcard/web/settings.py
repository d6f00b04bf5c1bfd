"""How a server is set up: where it listens, how often it may be asked, what it is called."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from upcard.amounts import EN_US, AmountFormat

PAGES: Final = Path(__file__).parent / "pages"
"""The built pages. `make pages` puts them there; git does not keep them."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something may be done: so many a second, after a first burst."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client, one session and one sign-in may ask for."""

    client: Rate = Rate(200.0, 600)
    session: Rate = Rate(40.0, 120)
    sign_in: Rate = Rate(1.0, 30)
    """For each address where nobody has signed in yet; a badge's own wait comes on top."""
    heavy: Rate = Rate(1.0, 20)
    """For each client: what keeps a core busy, like odds and simulations."""
    body_bytes: int = 64 * 1024
    sockets: int = 512
    """Screens at once, WebSockets and streams together."""
    cut: Rate = Rate(1.0, 20)
    """For each screen: its part of a cut, sealed and opened."""
    heavy_at_once: int = 3
    pins_at_once: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One server."""

    name: str = "Upcard"
    host: str = "127.0.0.1"
    port: int = 8021
    is_tls: bool = False
    public_url: str = ""
    """The address that players' telephones reach; empty: the one a screen itself uses."""
    pages: Path = PAGES
    amounts: AmountFormat = EN_US
    """How every page reads and shows amounts: two people at one desk read the same."""
    limits: Limits = field(default_factory=Limits)
    idle_seconds: float = 30 * 60.0
    """A session that is not used for so long is over."""
    session_seconds: float = 12 * 3600.0
    """No session is longer than a long shift."""

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
