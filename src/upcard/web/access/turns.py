"""Turns: how many requests are answered at once, so that a dealer's key never waits for a guest."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from upcard.web.access.callers import Caller
from upcard.web.access.places import Places, Share, TakenPlace
from upcard.web.refusals import NO_PLACE, WebRefused

WAIT_SECONDS: Final = 30.0
"""How long a request may wait for its turn."""
SERVED_MAX: Final = 10_000
"""Of how many callers it is known when they were served last."""
_PLAYED: Final = "/api/solo"
_WORKED_OUT: Final = re.compile(r"/api/(lab|solo/[^/]+/(advice|chart|counts|judged))\b")


class Lane(StrEnum):
    """The lines that requests wait in; each is served beside the others."""

    STAFF = "staff"
    DISPLAY = "display"
    ENTRY = "entry"
    PROBE = "probe"
    DEVICE = "device"
    GUEST = "guest"
    PLAY = "play"
    """The solo table, whoever plays."""
    WORK = "work"
    """Advice and the lab: what is worked out takes long, and the cards do not wait for it."""


def lane_of(caller: Caller, path: str) -> Lane:
    """The line for a request."""
    if _WORKED_OUT.match(path):
        return Lane.WORK
    return Lane.PLAY if path.startswith(_PLAYED) else Lane(caller.who)


class _Threads:
    """
    The threads of one lane. Of those who wait, whoever was served longest ago is next.

    A crowd that signs in all the time then delays a dealer by one of them, not by all.
    """

    def __init__(self, many: int) -> None:
        self._free = many
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._served: dict[str, int] = {}
        """When each caller was served last, counted in turns; the longest ago first."""
        self._count = 0

    async def acquire(self, key: str) -> None:
        """Wait for a thread."""
        if self._free:
            self._free -= 1
            self._serve(key)
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            self._leave(key, mine)
            raise

    def release(self) -> None:
        """Give a thread to the next one, or keep it."""
        if not self._waiting:
            self._free += 1
            return
        key = min(self._waiting, key=lambda key: self._served.get(key, 0))
        line = self._waiting[key]
        line.popleft().set_result(None)
        if not line:
            del self._waiting[key]
        self._serve(key)

    def _serve(self, key: str) -> None:
        self._count += 1
        self._served.pop(key, None)
        self._served[key] = self._count
        if len(self._served) > SERVED_MAX:
            del self._served[next(iter(self._served))]

    def _leave(self, key: str, mine: asyncio.Future[None]) -> None:
        """Somebody does not wait any longer; a thread that was just given to them goes on."""
        if mine.done() and not mine.cancelled():
            self.release()
            return
        line = self._waiting[key]
        line.remove(mine)
        if not line:
            del self._waiting[key]


class Turn:
    """Somebody's turn; it is over when the answer begins."""

    def __init__(self, place: TakenPlace, threads: _Threads) -> None:
        self._place = place
        self._threads = threads
        self._is_over = False

    def end(self) -> None:
        """Let the next one in; a second time does nothing."""
        if not self._is_over:
            self._is_over = True
            self._place.give_back()
            self._threads.release()


class Turns:
    """
    The lines of a server.

    Each request is worked on by a thread, and all threads share one interpreter: a lane's number
    of turns bounds both what it takes of the threads and how long the others wait for it.
    """

    def __init__(self, at_once: Mapping[Lane, int], lines: Mapping[Lane, Share]) -> None:
        self._lines = Places("requests at once", {lane: lines[lane] for lane in at_once})
        self._threads = {lane: _Threads(many) for lane, many in at_once.items()}

    async def wait(self, lane: Lane, key: str) -> Turn:
        """Wait for a turn, or be refused because too many wait already."""
        place, threads = self._lines.take(lane, key), self._threads[lane]
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await threads.acquire(key)
        except TimeoutError:
            place.give_back()
            raise WebRefused(
                "busy", "the server is busy: try again in a moment", NO_PLACE, wait_s=5
            ) from None
        except BaseException:
            place.give_back()
            raise
        return Turn(place, threads)
