"""Who waits for what: after each commit, the screens whose table or meter changed are woken."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from upcard.room.followers import Following
from upcard.room.rooms import Room
from upcard.room.state import RoomState
from upcard.screens.chronicles import Chronicle
from upcard.screens.pictures import Frames

DESK: Final = "desk"


def _nothing() -> None:
    """What stops a watch that has not begun."""


def table_topic(name: str) -> str:
    """What a table's screens wait for."""
    return f"table {name}"


def progressive_topic(name: str) -> str:
    """What a jackpot display waits for."""
    return f"progressive {name}"


class Hub:
    """The bridge from the room's threads to the server's event loop."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.frames = Frames()
        self.chronicle = Chronicle(room)
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._seen = room.state
        self._told = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_told = False
        self._over = threading.Event()
        self._unwatch: Callable[[], None] = _nothing
        self._following = Following(room)
        self._is_running = False

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to watch the room."""
        self._loop = loop
        self._unwatch = self.room.watch(self._changed)
        self.chronicle.start(self._tell)
        self._following.__enter__()
        self._is_running = True

    def stop(self) -> None:
        """Wake everybody for the last time."""
        self._over.set()
        self._unwatch()
        self.chronicle.stop()
        if self._is_running:
            self._following.__exit__(None, None, None)
        for events in self._waiting.values():
            for event in events:
                event.set()

    @contextmanager
    def waiting_for(self, *topics: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever one of *topics* has changed."""
        event = asyncio.Event()
        for topic in topics:
            self._waiting[topic].add(event)
        try:
            yield event
        finally:
            for topic in topics:
                self._waiting[topic].discard(event)

    def _changed(self) -> None:
        """The room has committed something. Called in any thread."""
        self.chronicle.news()
        self._tell()

    def _tell(self) -> None:
        if self._loop is not None and not self._is_told and not self._over.is_set():
            self._is_told = True
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._is_told = False
        before, after = self._seen, self.room.state
        self._seen = after
        topics = {*_changed_topics(before, after), *self._new_histories(after)}
        for topic in topics:
            for event in self._waiting.get(topic, ()):
                event.set()

    def _new_histories(self, state: RoomState) -> Iterator[str]:
        for name in self.chronicle.take_news():
            yield table_topic(name)
            yield DESK
        told = self.chronicle.told
        if told != self._told:
            self._told = told
            yield DESK
            yield from map(progressive_topic, state.links)


def _standing(state: RoomState) -> set[tuple[str, str, bool]]:
    """What screens and devices of a table must know at once: who is enrolled, who is lost."""
    return {(one.table, one.enrolment, one.is_lost) for one in state.devices.values()}


def _changed_topics(before: RoomState, after: RoomState) -> Iterator[str]:
    if before is after:
        return
    yield DESK
    for name, table in after.tables.items():
        if before.tables.get(name) is not table:
            yield table_topic(name)
    if before.devices is not after.devices:
        for device in {*_standing(before), *_standing(after)}:
            if (device in _standing(before)) != (device in _standing(after)):
                yield table_topic(device[0])
    everything = (
        before.links is not after.links
        or before.funds is not after.funds
        or before.staff is not after.staff
    )
    for name, link in after.links.items():
        now = after.jackpots.progressives.get(name)
        if everything or before.jackpots.progressives.get(name) is not now:
            yield progressive_topic(name)
            for table_name in link.tables:
                yield table_topic(table_name)
    if everything:
        for name in after.tables:
            yield table_topic(name)
