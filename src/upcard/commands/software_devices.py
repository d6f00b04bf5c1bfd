"""A device in software: it plays a script, and goes on where it was after every cut."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from socket import SHUT_RDWR
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from upcard.commands.output import Failed
from upcard.plain import Decoded
from upcard.room.device_wire import DEVICE, ROOM, WireRefused, mac_of, sealed, unsealed

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

WINDOW: Final = 4
"""How many messages are on their way at once."""
ANSWER_SECONDS: Final = 60.0
RETRY_SECONDS: Final = 0.05
HEARTBEAT_SECONDS: Final = 5.0
LATER: Final = frozenset({"device-number", "too-often", "too-many", "busy", "storage"})
"""Refusals after which the same message is sent again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFaults:
    """How bad the line is: how often a message is doubled, reordered, or cut off, 0 to 1."""

    doubles: float = 0.0
    reorders: float = 0.0
    cuts: float = 0.0


@dataclass(slots=True)
class SoftwareDevice:
    """A device that sends numbered messages, and sends each until it is acknowledged."""

    url: str
    name: str
    key: bytes
    faults: LineFaults = field(default_factory=LineFaults)
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    patience: float = 60.0
    """For how many seconds it tries to reach the room."""
    cuts: int = 0
    doubled: int = 0
    standing: Decoded = field(default_factory=dict)
    """What the room said last of lamps and meters, and when it connected, of its number."""
    _socket: ClientConnection | None = None
    _session: str = ""

    def connect(self) -> Decoded:
        """Connect, as often as it takes; what the room says first."""
        until = time.monotonic() + self.patience
        while True:
            try:
                return self._connect()
            except (OSError, _closed()) as error:
                if time.monotonic() > until:
                    raise Failed(
                        "device-offline", f"{self.url} cannot be reached: {error}"
                    ) from None
                time.sleep(RETRY_SECONDS)

    def close(self) -> None:
        """Leave the room."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def heartbeat(self) -> Decoded:
        """Say that the device is there."""
        return self._asked([{"kind": "Heartbeat"}])[0]

    def wait(self, seconds: float) -> None:
        """Do nothing for so long, but stay there."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, HEARTBEAT_SECONDS))
            self.heartbeat()

    def play(self, table: str, commands: Sequence[Mapping[str, object]]) -> list[Decoded]:
        """
        Send *commands* in order; what each was answered.

        The numbers go on where the journal ends. What was sent and not answered is sent again:
        the journal knows it by its number.
        """
        if self._socket is None:
            self.connect()
        first = self.standing["number"] + 1
        messages = {
            number: {"kind": "Message", "number": number, "table": table, "command": dict(command)}
            for number, command in enumerate(commands, start=first)
        }
        done: dict[int, Decoded] = {}
        while left := [number for number in messages if number not in done]:
            before = len(done)
            for number, answer in self._sent([messages[n] for n in left[:WINDOW]]):
                if answer["kind"] == "ack":
                    done[number] = answer
                elif answer["code"] not in LATER:
                    raise Failed(answer["code"], f"message {number}: {answer['message']}")
            if len(done) == before:
                time.sleep(RETRY_SECONDS)
        self.standing["number"] = first + len(messages) - 1
        return [done[number] for number in messages]

    def _sent(self, messages: list[Decoded]) -> Iterator[tuple[int, Decoded]]:
        """Send *messages* over the line as it is; the answers that came before it was cut."""
        line = [one for one in messages for _ in range(1 + self._is(self.faults.doubles))]
        self.doubled += len(line) - len(messages)
        if self._is(self.faults.reorders):
            self.chance.shuffle(line)
        answers = self._asked(line, is_cut=self._is(self.faults.cuts))
        return ((one["number"], answer) for one, answer in zip(line, answers, strict=False))

    def _asked(self, line: list[Decoded], *, is_cut: bool = False) -> list[Decoded]:
        """The answers to *line*, in its order; fewer if the connection broke."""
        answers: list[Decoded] = []
        cut_after = self.chance.randrange(len(line) + 1) if is_cut else len(line)
        try:
            if self._socket is None:
                self.connect()
            for one in line:
                self._say(one)
            while len(answers) < cut_after:
                answers.append(self._next_answer())
        except (OSError, _closed()):
            is_cut = True
        if is_cut:
            self._cut()
        return answers

    def _connect(self) -> Decoded:
        from websockets.sync.client import connect

        path = f"{self.url.rstrip('/')}/api/devices/{quote(self.name, safe='')}"
        self._session = _begin(f"{path}/session?mac={mac_of(self.key, '', DEVICE, '')}")
        asked = {"session": self._session, "mac": mac_of(self.key, self._session, DEVICE, "")}
        where = f"{path}/live?{urlencode(asked)}".replace("http", "ws", 1)
        self._socket = connect(where, open_timeout=ANSWER_SECONDS, close_timeout=1).__enter__()
        hello = self._heard()
        self.standing.update(hello)
        return hello

    def _cut(self) -> None:
        """
        Drop the connection as a pulled cable does, without a word.

        The socket is shut down before it is closed: a thread still reads from it, and would read
        from whatever gets its number next.
        """
        if self._socket is not None:
            with suppress(OSError):
                self._socket.socket.shutdown(SHUT_RDWR)
            self._socket.close()
            self._socket = None
            self.cuts += 1

    def _say(self, said: Decoded) -> None:
        assert self._socket is not None, "it is connected"
        self._socket.send(sealed(self.key, self._session, DEVICE, said))

    def _next_answer(self) -> Decoded:
        """The next answer; lamps and meters that come in between are kept."""
        while (heard := self._heard())["kind"] == "state":
            self.standing.update({name: heard[name] for name in heard if name != "kind"})
        return heard

    def _heard(self) -> Decoded:
        assert self._socket is not None, "it is connected"
        try:
            text = self._socket.recv(timeout=ANSWER_SECONDS)
        except _closed() as closed:
            raise _refused_or(closed) from None
        said = unsealed(self.key, self._session, ROOM, str(text))
        if not isinstance(said, dict):
            raise WireRefused("not-understood", "the room did not answer with an object")
        return said

    def _is(self, share: float) -> bool:
        return self.chance.random() < share


def _closed() -> type[Exception]:
    from websockets.exceptions import WebSocketException

    return WebSocketException


def _refused_or(closed: Exception) -> Exception:
    """A refusal that trying again does not change, or the lost connection itself."""
    reason = str(getattr(getattr(closed, "rcvd", None), "reason", ""))
    code, sign, sentence = reason.partition(": ")
    if sign and code == "device-unknown":
        return Failed(code, sentence)
    return closed


def _begin(url: str) -> str:
    """A new session."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise Failed("url-wrong", f"url is {url!r}: write http:// or https:// and the server")
    try:
        with urlopen(Request(url, method="POST"), timeout=ANSWER_SECONDS) as answer:
            session: str = json.load(answer)["session"]
    except HTTPError as error:
        raise ConnectionError(f"the server answers {error.code}") from None
    except (URLError, HTTPException, ValueError, KeyError) as error:
        raise ConnectionError(str(error)) from None  # A server that is killed answers half.
    return session
