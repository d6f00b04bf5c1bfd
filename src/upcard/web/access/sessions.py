"""Sessions: who is signed in, kept on the server under a hash of a random id."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from upcard.room.people.staff import Member

SESSIONS_MAX: Final = 5000
ID_BYTES: Final = 32
"""Twice the 128 bits that are asked for."""
FOLDER: Final = "sessions"
"""In the room's folder: a file for each server, by its port."""
SAVE_SECONDS: Final = 20.0
"""How old the times in the file may get while people only look and press."""
CLOCK_SLACK_SECONDS: Final = 60.0
LOG: Final = logging.getLogger("upcard.faults")


@dataclass(slots=True)
class Session:
    """Somebody who signed in. What they may do is looked up in the room each time."""

    badge: str
    csrf: str
    began: float
    used: float
    key: str
    """The name it is kept under: a hash, so that a memory dump signs nobody in."""
    pins: int = 0
    """Which of the badge's PINs it began with."""
    has_passkey: bool = False
    """Whether a passkey was shown when it began."""

    def is_of(self, member: Member) -> bool:
        """Whether *member* still has the badge and the PIN that it began with."""
        return member.is_active and member.badge == self.badge and member.pins == self.pins


class Sessions:
    """
    The sessions of a server.

    With a file they outlive the process: a page reconnects by itself after a crash. The file
    has no session id, only hashes of them, and nobody but the server's user reads it.
    """

    def __init__(
        self,
        idle_seconds: float,
        session_seconds: float,
        clock: Callable[[], float] = time.time,
        file: Path | None = None,
    ) -> None:
        self._idle = idle_seconds
        self._longest = session_seconds
        self._clock = clock
        self._file = file
        self._saved = 0.0
        self._lock = threading.Lock()
        self._kept = {session.key: session for session in _read(self._file)}

    def begin(self, member: Member, *, has_passkey: bool = False) -> tuple[str, Session]:
        """A new session: the id for the cookie, shown once, and what is stored of it."""
        id_, now = secrets.token_urlsafe(ID_BYTES), self._clock()
        csrf = secrets.token_urlsafe(ID_BYTES)
        session = Session(member.badge, csrf, now, now, _key(id_), member.pins, has_passkey)
        with self._lock:
            self._clear_away(now)
            self._kept[session.key] = session
            self._save(now)
        return id_, session

    def find(self, id_: str) -> Session | None:
        """The session of that id, if it is not over; using it keeps it alive."""
        now = self._clock()
        with self._lock:
            session = self._kept.get(_key(id_))
            if session is None or self._is_over(session, now):
                return None
            session.used = now
            if now - self._saved > SAVE_SECONDS:
                self._save(now)
            return session

    def peek(self, id_: str) -> Session | None:
        """The session of that id, if it is not over; looking does not keep it alive."""
        with self._lock:
            session = self._kept.get(_key(id_))
            return None if session is None or self._is_over(session, self._clock()) else session

    def is_alive(self, session: Session) -> bool:
        """Whether a session that a socket was opened with is still good; a look is no use."""
        with self._lock:
            kept = self._kept.get(session.key)
            return kept is session and not self._is_over(session, self._clock())

    def end(self, session: Session) -> None:
        """Sign out."""
        with self._lock:
            self._kept.pop(session.key, None)
            self._save(self._clock())

    def _is_over(self, session: Session, now: float) -> bool:
        """Whether its time is up; a clock set back does not make a session longer."""
        is_early = now < session.began - CLOCK_SLACK_SECONDS
        is_late = now - session.used > self._idle or now - session.began > self._longest
        return is_early or is_late

    def _save(self, now: float) -> None:
        """Replace the whole file: a crash leaves the old one or the new one."""
        self._saved = now
        if self._file is None:
            return
        new = self._file.with_suffix(".new")
        try:
            self._file.parent.mkdir(mode=0o700, exist_ok=True)
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump([asdict(session) for session in self._kept.values()], file)
            new.replace(self._file)
        except OSError as error:
            LOG.error("sessions cannot be saved: %s", error)

    def _clear_away(self, now: float) -> None:
        for key, session in list(self._kept.items()):
            if self._is_over(session, now):
                del self._kept[key]
        while len(self._kept) >= SESSIONS_MAX:
            del self._kept[min(self._kept, key=lambda key: self._kept[key].used)]


def _read(file: Path | None) -> list[Session]:
    """The sessions of an earlier process; a file that is not ours is as good as none."""
    try:
        found = json.loads(file.read_text("utf-8")) if file else []
        return [Session(**one) for one in found]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError) as error:
        LOG.error("sessions cannot be read, so everybody must sign in again: %s", error)
        return []


def _key(id_: str) -> str:
    return hashlib.sha256(id_.encode("utf-8", "replace")).hexdigest()
