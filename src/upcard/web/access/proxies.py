"""Trusted proxies: whose word is taken for where a request comes from."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_PAIR: Final = re.compile(r'\s*([A-Za-z]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))\s*(?:;|$)')
_SCHEMES: Final = {"http": "ws", "https": "wss"}


@dataclass(frozen=True, slots=True)
class Proxies:
    """The proxies in front of this server, as addresses and networks; usually none."""

    networks: tuple[Network, ...] = ()

    @classmethod
    def parse(cls, texts: Iterable[str]) -> Proxies:
        """
        The proxies that an operator names.

        >>> "10.0.0.9" in Proxies.parse(["10.0.0.0/24"])
        True
        """
        return cls(tuple(_network(text) for text in texts))

    def __bool__(self) -> bool:
        return bool(self.networks)

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self.networks)

    def place(self, scope: Scope) -> bool:
        """
        Put into *scope* what a trusted proxy says of the request; whether one said something.

        The client is the right-most address that is not a proxy of ours: whatever stands to the
        left of it could be forged. Browsers speak https with the proxy unless it says otherwise.
        """
        client = scope.get("client")
        if not client or str(client[0]) not in self:
            return False
        headers = Headers(scope=scope)
        scope["client"] = (self._client(headers, str(client[0])), 0)
        scheme = _scheme(headers)
        scope["scheme"] = _SCHEMES[scheme] if scope["type"] == "websocket" else scheme
        return True

    def _client(self, headers: Headers, proxy: str) -> str:
        """
        Who the proxies say the client is.

        A proxy passes on the header that it does not write itself, and a client may have forged
        that one. So if both are there and differ, neither is believed.
        """
        told = [
            self._rightmost(hops, proxy)
            for hops in (_x_forwarded(headers), _forwarded(headers, "for"))
            if hops
        ]
        return told[0] if told and len(set(told)) == 1 else proxy

    def _rightmost(self, hops: Sequence[str], proxy: str) -> str:
        """The last hop that is no proxy of ours; up to the first that is not an address."""
        client = proxy
        for hop in reversed(hops):
            address = _address(hop)
            if address is None:
                return client
            client = address
            if client not in self:
                return client
        return client


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text.strip().strip("[]"))
    except ValueError:
        raise ValueError(
            f"{text!r} is not the address of a proxy: write one like 192.168.7.2, or a network "
            "like 192.168.7.0/24"
        ) from None


def _x_forwarded(headers: Headers) -> list[str]:
    return [hop for line in headers.getlist("x-forwarded-for") for hop in line.split(",")]


def _forwarded(headers: Headers, name: str) -> list[str]:
    """The values of *name* in the Forwarded header, hop by hop (RFC 7239)."""
    return [
        value
        for line in headers.getlist("forwarded")
        for hop in line.split(",")
        for key, value in _pairs(hop)
        if key == name
    ]


def _pairs(hop: str) -> Iterator[tuple[str, str]]:
    for found in _PAIR.finditer(hop):
        key, quoted, plain = found.groups()
        yield key.lower(), plain if quoted is None else quoted


def _address(hop: str) -> str | None:
    """
    The address in a hop, without its port.

    >>> _address(" 192.0.2.7 "), _address("192.0.2.7:4711"), _address("[2001:db8::7]:4711")
    ('192.0.2.7', '192.0.2.7', '2001:db8::7')
    >>> _address("unknown")
    """
    text = hop.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


def _scheme(headers: Headers) -> str:
    told = headers.get("x-forwarded-proto") or (_forwarded(headers, "proto") or [""])[-1]
    scheme = told.rpartition(",")[2].strip().lower()
    return scheme if scheme in _SCHEMES else "https"
