"""Progress callbacks for long calculations."""

from __future__ import annotations

from typing import Final, Protocol


class Watcher(Protocol):
    """Receives what is being done, and each step of a long calculation."""

    def note(self, sentence: str) -> None:
        """A long calculation begins."""

    def rounds(self, done: int, total: int) -> None:
        """*done* of *total* rounds have been played."""


class _Nobody:
    def note(self, sentence: str) -> None:
        pass

    def rounds(self, done: int, total: int) -> None:
        pass


NOBODY: Final[Watcher] = _Nobody()
