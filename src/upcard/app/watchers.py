"""Somebody who waits for a result, and is told how far it has come."""

from __future__ import annotations

from typing import Final, Protocol


class Watcher(Protocol):
    """Is told what is being done, and of each step of what takes long."""

    def note(self, sentence: str) -> None:
        """Something that takes a while begins."""

    def rounds(self, done: int, total: int) -> None:
        """So many of all rounds have been played."""


class _Nobody:
    def note(self, sentence: str) -> None:
        pass

    def rounds(self, done: int, total: int) -> None:
        pass


NOBODY: Final[Watcher] = _Nobody()
