"""How often: token buckets, one a client, that fill up again with time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from upcard.web.server_settings import Rate

BUCKETS_MAX: Final = 10_000


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Buckets:
    """One bucket for each name; an empty bucket says no."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}
        self._lock = threading.Lock()

    def take(self, name: str) -> bool:
        """
        Whether *name* may once more.

        >>> buckets = Buckets(Rate(1.0, 2), clock=lambda: 0.0)
        >>> [buckets.take("guest") for _ in range(3)]
        [True, True, False]
        """
        now, rate = self._clock(), self._rate
        with self._lock:
            bucket = self._buckets.get(name)
            if bucket is None:
                self._make_room(now)
                bucket = self._buckets[name] = _Bucket(rate.burst, now)
            bucket.tokens = min(rate.burst, bucket.tokens + (now - bucket.at) * rate.per_second)
            bucket.at = now
            if bucket.tokens < 1:
                return False
            bucket.tokens -= 1
            return True

    def _make_room(self, now: float) -> None:
        """Forget the full buckets; if every one is in use, the one used longest ago."""
        if len(self._buckets) < BUCKETS_MAX:
            return
        seconds = self._rate.burst / self._rate.per_second
        for name, bucket in list(self._buckets.items()):
            if now - bucket.at > seconds:
                del self._buckets[name]
        while len(self._buckets) >= BUCKETS_MAX:
            del self._buckets[min(self._buckets, key=lambda name: self._buckets[name].at)]
