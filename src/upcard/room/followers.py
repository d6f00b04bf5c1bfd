"""Follow a journal that others also write: a second server, or the command line."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from upcard.journal.listeners import listening
from upcard.room.rooms import Room

LOOK_S: Final = 0.5
TOGETHER_S: Final = 0.02
"""How long to wait: several entries are read as fast as one, and an order reads them anyway."""
AGAIN_S: Final = 0.2
"""How long to wait before a database that does not answer is asked again."""


class Following:
    """
    While it is entered, a room knows what other processes record.

    A database that goes away is asked until it is back.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="following", daemon=True)

    def __enter__(self) -> Following:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _follow(self) -> None:
        while not self._ended.is_set():
            try:
                self._listen()
            except SQLAlchemyError:
                self._ended.wait(AGAIN_S)

    def _listen(self) -> None:
        with listening(self._room.journal) as listener:
            while not self._ended.is_set():
                told = listener.wait(self._room.sequence, LOOK_S)
                if told > self._room.sequence:
                    self._ended.wait(TOGETHER_S)
                if told > self._room.sequence:
                    self._room.catch_up()
