"""Waiting after wrong PINs: longer each time, for one badge at one place, never for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, TypeVar

FREE_TRIES: Final = 3
"""Wrong PINs in a row that cost no waiting: people mistype."""
WAIT_MAX_S: Final = 30.0
"""The longest wait. Nobody can keep a badge from signing in for longer, not even from its own
place."""
FORGOTTEN_S: Final = 3600.0
SUSPECTS_S: Final = 4.0
"""All places with too many wrong PINs share one try of a badge's PIN in this many
seconds."""
NEWCOMERS_S: Final = 1.0
"""The same for all places where nobody has signed in yet and that have not been wrong so often:
strangers who try everywhere soon are none of these, so they keep no newcomer out."""
STRANGERS_BURST: Final = 10
KEPT_MAX: Final = 20_000
Key = TypeVar("Key", bound=Hashable)


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


def _shared(badge: str, failures: int) -> tuple[str, float]:
    """What a stranger's try on *badge* counts with, after this many wrong ones at its place."""
    return badge, SUSPECTS_S if failures >= FREE_TRIES else NEWCOMERS_S


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
        self._places: dict[str, _Tried] = {}
        """What was wrong at each place, whatever the badge."""
        self._strangers: dict[tuple[str, float], float] = {}
        """When the tries of suspects and of newcomers on a badge will be paid off, by the seconds
        that each costs; in the past where they are."""
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
            tried = self._of(self._tried, (badge, origin.name), now)
            place = self._of(self._places, origin.name, now)
            shared = _shared(badge, place.failures)
            wait = max(tried.until - now, self._strangers_wait(shared, origin, now))
            if wait > 0:
                return wait
            for one in (tried, place):
                one.failures, one.at = one.failures + 1, now
            if tried.failures > FREE_TRIES:
                tried.until = now + min(WAIT_MAX_S, 2.0 ** (tried.failures - FREE_TRIES - 1))
            if not origin.is_known:
                self._strangers[shared] = max(now, self._strangers.get(shared, now)) + shared[1]
            return 0.0

    def left(self, badge: str, origin: Origin) -> float:
        """In how many seconds the next try can be made; asking makes none."""
        with self._lock:
            now = self._clock()
            tried, place = self._tried.get((badge, origin.name)), self._places.get(origin.name)
            shared = _shared(badge, place.failures if place else 0)
            own = tried.until - now if tried else 0.0
            return max(0.0, own, self._strangers_wait(shared, origin, now))

    def passed(self, badge: str, origin: Origin) -> None:
        """The PIN was right: what was wrong before is forgotten."""
        with self._lock:
            self._tried.pop((badge, origin.name), None)
            place = self._places.pop(origin.name, None)
            if place is not None and not origin.is_known:
                shared = _shared(badge, place.failures - 1)
                self._strangers[shared] = self._strangers.get(shared, 0.0) - shared[1]

    def _of(self, kept: dict[Key, _Tried], key: Key, now: float) -> _Tried:
        tried = kept.get(key)
        if tried is None or now - tried.at > FORGOTTEN_S:
            self._make_room(kept, now)
            tried = kept[key] = _Tried(at=now)
        return tried

    def _strangers_wait(self, shared: tuple[str, float], origin: Origin, now: float) -> float:
        if origin.is_known:
            return 0.0
        owed = self._strangers.get(shared, now) - now
        return max(0.0, owed - (STRANGERS_BURST - 1) * shared[1])

    def _make_room(self, kept: dict[Key, _Tried], now: float) -> None:
        """Forget what no longer counts; if everything does, what was tried longest ago."""
        if len(kept) < KEPT_MAX:
            return
        self._strangers = {one: due for one, due in self._strangers.items() if due > now}
        for key in sorted(kept, key=lambda key: kept[key].at)[: KEPT_MAX // 10]:
            del kept[key]
