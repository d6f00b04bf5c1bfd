"""A crowd of strangers in a process of its own: they open sockets and never do anything useful."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

Record = dict[str, Any]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

COME_BACK_SECONDS: Final = 5.0
"""How soon a stranger who was sent away is back, on the average."""
EXPERIMENT: Final = {
    "game": "bahama-wsgc",
    "settings": {},
    "decks": 6,
    "rounds": 200_000_000,
    "seed": 1,
}
GAMES: Final = ("blackjack", "bahama-wsgc", "bonanza", "kings-bounty", "bahamas")
SERVED: Final = ("101", "200")
GOODBYE: Final = b"screen-elsewhere"
"""What a display hears that has to make way."""
BYTE_SECONDS: Final = 1.0
"""How long a slow header takes for each byte."""


@dataclass(slots=True)
class Crowd:
    """Everybody in it, where they go, and what the server said to them."""

    host: str
    port: int
    lab: str = ""
    """The experiment that the lab's listeners ask for; a new one when it is over."""
    token: str = ""
    """The one link that all displays use."""
    table: str = ""
    addresses: int = 1
    """From how many addresses of this machine they come."""
    after: float = 0.0
    """How many seconds they wait before they come."""
    said: Counter[str] = field(default_factory=Counter)
    inside: Counter[str] = field(default_factory=Counter)
    """How many of each kind are connected now."""
    watching: Counter[str] = field(default_factory=Counter)
    """How many of each kind are being served now."""
    arrived: int = 0
    starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def come(self, **kinds: int) -> None:
        """Bring so many of each kind, and stay until the process is told to go."""
        await asyncio.sleep(self.after)
        ways: dict[str, Callable[[Streams], Awaitable[str]]] = {
            "idle": self._idle,
            "slow": self._slow,
            "lab": self._listen,
            "display": self._watch,
            "heavy": self._calculate,
            "play": self._play,
            "entry": self._sign_in,
            "hammer": self._hammer,
        }
        people = [
            asyncio.create_task(self._stranger(kind, number, ways[kind]))
            for kind, many in kinds.items()
            for number in range(many)
        ]
        while self.arrived < len(people):
            await asyncio.sleep(0.05)
        print("here", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        told = {"said": self.said, "inside": self.inside, "watching": self.watching}
        print(json.dumps(told), flush=True)
        for one in people:
            one.cancel()
        await asyncio.gather(*people, return_exceptions=True)

    async def _stranger(
        self, kind: str, number: int, way: Callable[[Streams], Awaitable[str]]
    ) -> None:
        """Come, stay as long as the server lets them, and come again."""
        is_first = True
        while True:
            self.inside[kind] += 1
            said = await self._visit(number, way, is_first)
            self.inside[kind] -= 1
            self.said[f"{kind}: {said}"] += 1
            is_first = False
            await asyncio.sleep(COME_BACK_SECONDS * (0.5 + random.random()))

    async def _visit(
        self, number: int, way: Callable[[Streams], Awaitable[str]], is_first: bool
    ) -> str:
        own = (f"127.0.{1 + number % self.addresses // 250}.{1 + number % self.addresses % 250}", 0)
        try:
            streams = await asyncio.open_connection(
                self.host, self.port, local_addr=own if self.addresses > 1 else None
            )
        except OSError as error:
            return str(error.strerror)
        finally:
            self.arrived += is_first
        try:
            return await way(streams)
        except (OSError, asyncio.IncompleteReadError):
            return "cut off"
        finally:
            streams[1].transport.abort()

    async def _idle(self, streams: Streams) -> str:
        """Say nothing at all."""
        return _status(await streams[0].read(200))

    async def _slow(self, streams: Streams) -> str:
        """Write a header that never ends."""
        reader, writer = streams
        writer.write(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ")
        answer = asyncio.create_task(reader.read(200))
        while not answer.done():
            writer.write(b"x")
            await asyncio.wait((answer,), timeout=BYTE_SECONDS)
        return _status(answer.result())

    async def _listen(self, streams: Streams) -> str:
        """Listen to an experiment of the lab, and see to it that there is one."""
        lab = await self._experiment()
        said = await self._read_all("lab", streams, _request(f"/api/lab/{lab}/live"))
        if said == "200" and self.lab == lab:
            self.lab = ""
        return said

    async def _experiment(self) -> str:
        """The id of a simulation that keeps a core busy."""
        async with self.starting:
            if not self.lab:
                reader, writer = await asyncio.open_connection(self.host, self.port)
                writer.write(_post("/api/lab", EXPERIMENT))
                answer = await reader.read()
                writer.close()
                found: str = json.loads(answer.partition(b"\r\n\r\n")[2])["id"]
                self.lab = found
            return self.lab

    async def _watch(self, streams: Streams) -> str:
        """Watch a table with the one link."""
        upgrade = {
            "connection": "Upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        path = f"/api/tables/{self.table}/live?token={self.token}"
        return await self._read_all("display", streams, _request(path, upgrade))

    async def _calculate(self, streams: Streams) -> str:
        """Ask for what takes long: the odds of a game, each time with other rules."""
        settings = {"games_max": random.randrange(2, 12), "dealer.soft_17": "stand"}
        body = {"name": random.choice(GAMES), "settings": settings, "decks": 6}
        return await self._read_all("heavy", streams, _post("/api/lab/odds", body))

    async def _play(self, streams: Streams) -> str:
        """Sit down at a new solo table again and again."""
        body = {"game": random.choice(GAMES)}
        return await self._read_all("play", streams, _post("/api/solo", body))

    async def _sign_in(self, streams: Streams) -> str:
        """Try a badge that nobody has."""
        body = {"badge": f"X{random.randrange(10**6)}", "pin": "123456"}
        return await self._read_all("entry", streams, _post("/api/session", body))

    async def _hammer(self, streams: Streams) -> str:
        """Ask for a page again and again, as fast as the answers come."""
        reader, writer = streams
        while True:
            writer.write(_request("/api/lab/rules/blackjack"))
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
            if b"connection: close" in head:
                return _status(head)
            self.said[f"hammer: {_status(head)}"] += 1

    async def _read_all(self, kind: str, streams: Streams, request: bytes) -> str:
        """Send *request*, and read until the server ends it."""
        reader, writer = streams
        writer.write(request)
        status = _status(await reader.read(4096))
        self.watching[kind] += status in SERVED
        try:
            while (piece := await reader.read(65536)) and GOODBYE not in piece:
                pass
        finally:
            self.watching[kind] -= status in SERVED
        return status


def _request(path: str, more: dict[str, str] | None = None, method: str = "GET") -> bytes:
    headers = {"host": "127.0.0.1", **(more or {})}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _post(path: str, body: Record) -> bytes:
    """A request that sends something, and is the last on its connection."""
    text = json.dumps(body).encode()
    more = {
        "content-type": "application/json",
        "content-length": str(len(text)),
        "connection": "close",
    }
    return _request(path, more, "POST") + text


def _status(answer: bytes) -> str:
    """The status of an answer, or that there was none."""
    words = answer.split(b" ", 2)
    return words[1].decode() if len(words) == 3 else "no answer"


def main() -> None:
    """Read who comes from the first argument, and bring them."""
    asked: Record = json.loads(sys.argv[1])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    people = asked.pop("people")
    asyncio.run(Crowd(**asked).come(**people))


if __name__ == "__main__":
    main()
