"""Waiting after wrong PINs: longer each time, for one badge from one place, and never for good."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

FREE_TRIES: Final = 3
"""Wrong PINs in a row that cost no waiting: people mistype."""
WAIT_MAX_S: Final = 30.0
"""The longest wait. Nobody can keep a badge from signing in for longer, not even from its own
place."""
FORGOTTEN_S: Final = 3600.0
STRANGERS_S: Final = 4.0
"""All places together where a badge never signed in may try its PIN once in so many seconds."""
STRANGERS_BURST: Final = 10
KEPT_MAX: Final = 20_000


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an order comes from: an address, a device that is known, or the server's shell."""

    name: str
    is_known: bool = False
    """Whether somebody of the room has signed in from there before."""


SHELL: Final = Origin("shell", is_known=True)


@dataclass(slots=True)
class _Tried:
    failures: int = 0
    until: float = 0.0
    """When the next try may be made."""
    at: float = 0.0


class Tries:
    """
    Who has to wait before the next PIN, kept in memory.

    A try is counted when it is made and forgotten when it was right, so that many at once are
    many. There is no lock: what an outsider does at one place costs nobody else anything, and
    sessions are not touched.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tried: dict[tuple[str, str], _Tried] = {}
        self._strangers: dict[str, float] = {}
        """When the tries of strangers on a badge will be paid off; in the past where they are."""
        self._lock = threading.Lock()

    def take(self, badge: str, origin: Origin) -> float:
        """
        Make a try, or say in how many seconds it can be made.

        >>> tries = Tries(clock=lambda: 0.0)
        >>> [tries.take("sup-1", Origin("10.0.0.7")) for _ in range(5)]
        [0.0, 0.0, 0.0, 0.0, 1.0]
        """
        with self._lock:
            now = self._clock()
            tried = self._of(badge, origin, now)
            wait = max(tried.until - now, self._strangers_wait(badge, origin, now))
            if wait > 0:
                return wait
            tried.failures += 1
            tried.at = now
            if tried.failures > FREE_TRIES:
                tried.until = now + min(WAIT_MAX_S, 2.0 ** (tried.failures - FREE_TRIES - 1))
            if not origin.is_known:
                self._strangers[badge] = max(now, self._strangers.get(badge, now)) + STRANGERS_S
            return 0.0

    def passed(self, badge: str, origin: Origin) -> None:
        """The PIN was right: what was wrong before is forgotten."""
        with self._lock:
            self._tried.pop((badge, origin.name), None)
            if not origin.is_known and badge in self._strangers:
                self._strangers[badge] -= STRANGERS_S

    def _of(self, badge: str, origin: Origin, now: float) -> _Tried:
        key = (badge, origin.name)
        tried = self._tried.get(key)
        if tried is None or now - tried.at > FORGOTTEN_S:
            self._make_room(now)
            tried = self._tried[key] = _Tried(at=now)
        return tried

    def _strangers_wait(self, badge: str, origin: Origin, now: float) -> float:
        if origin.is_known:
            return 0.0
        owed = self._strangers.get(badge, now) - now
        return max(0.0, owed - (STRANGERS_BURST - 1) * STRANGERS_S)

    def _make_room(self, now: float) -> None:
        """Forget what no longer counts; if everything does, what was tried longest ago."""
        if len(self._tried) < KEPT_MAX:
            return
        self._strangers = {one: due for one, due in self._strangers.items() if due > now}
        oldest = sorted(self._tried, key=lambda key: self._tried[key].at)
        for key in oldest[: KEPT_MAX // 10]:
            del self._tried[key]
