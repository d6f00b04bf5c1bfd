"""Sessions: who is signed in, kept on the server under a hash of a random id."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

SESSIONS_MAX: Final = 5000
ID_BYTES: Final = 32
"""Twice the 128 bits that are asked for."""


@dataclass(slots=True)
class Session:
    """Somebody who signed in. What they may do is looked up in the room each time."""

    badge: str
    csrf: str
    began: float
    used: float
    key: str
    """The name it is kept under: a hash, so that a memory dump signs nobody in."""


class Sessions:
    """The sessions of a server. They are not kept over a restart: everybody signs in again."""

    def __init__(
        self, idle_seconds: float, session_seconds: float, clock: Callable[[], float] | None = None
    ) -> None:
        self._idle = idle_seconds
        self._longest = session_seconds
        self._clock = clock or time.monotonic
        self._kept: dict[str, Session] = {}
        self._lock = threading.Lock()

    def begin(self, badge: str) -> tuple[str, Session]:
        """A new session: the id for the cookie, which is told once, and what is kept of it."""
        id_, now = secrets.token_urlsafe(ID_BYTES), self._clock()
        session = Session(badge, secrets.token_urlsafe(ID_BYTES), now, now, _key(id_))
        with self._lock:
            self._clear_away(now)
            self._kept[session.key] = session
        return id_, session

    def find(self, id_: str) -> Session | None:
        """The session of that id, if it is not over; using it keeps it alive."""
        now = self._clock()
        with self._lock:
            session = self._kept.get(_key(id_))
            if session is None or self._is_over(session, now):
                return None
            session.used = now
            return session

    def is_alive(self, session: Session) -> bool:
        """Whether a session that a socket was opened with is still good; a look is no use."""
        with self._lock:
            kept = self._kept.get(session.key)
            return kept is session and not self._is_over(session, self._clock())

    def touch(self, session: Session) -> None:
        """Keep a session alive: somebody is there."""
        session.used = self._clock()

    def end(self, session: Session) -> None:
        """Sign out."""
        with self._lock:
            self._kept.pop(session.key, None)

    def _is_over(self, session: Session, now: float) -> bool:
        return now - session.used > self._idle or now - session.began > self._longest

    def _clear_away(self, now: float) -> None:
        for key, session in list(self._kept.items()):
            if self._is_over(session, now):
                del self._kept[key]
        while len(self._kept) >= SESSIONS_MAX:
            del self._kept[min(self._kept, key=lambda key: self._kept[key].used)]


def _key(id_: str) -> str:
    return hashlib.sha256(id_.encode("utf-8", "replace")).hexdigest()
