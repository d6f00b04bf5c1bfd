"""Turns: how many requests are answered at once, so that a dealer's key never waits for a guest."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from upcard.web.callers import Caller
from upcard.web.places import Place, Places, Share
from upcard.web.refusals import NO_PLACE, WebRefused

WAIT_SECONDS: Final = 20.0
"""How long a request may wait for its turn."""
_PLAY: Final = ("/api/solo", "/api/lab")


class Lane(StrEnum):
    """The lines that requests wait in; each is served beside the others."""

    STAFF = "staff"
    DISPLAY = "display"
    ENTRY = "entry"
    GUEST = "guest"
    PLAY = "play"
    """The solo table and the lab, whoever plays: what they work out takes long."""


def lane_of(caller: Caller, path: str) -> Lane:
    """The line for a request."""
    return Lane.PLAY if path.startswith(_PLAY) else Lane(caller.who)


class Turn:
    """Somebody's turn; it is over when the answer begins."""

    def __init__(self, place: Place, threads: asyncio.Semaphore) -> None:
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
        self._threads = {lane: asyncio.Semaphore(many) for lane, many in at_once.items()}

    async def wait(self, lane: Lane, key: str) -> Turn:
        """Wait for a turn, or be refused because too many wait already."""
        place, threads = self._lines.take(lane, key), self._threads[lane]
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await threads.acquire()
        except TimeoutError:
            place.give_back()
            raise WebRefused(
                "busy", "the server is busy: try again in a moment", NO_PLACE, retry_seconds=5
            ) from None
        except BaseException:
            place.give_back()
            raise
        return Turn(place, threads)
