"""Progress of a long command, on stderr."""

from __future__ import annotations

import sys
import time


class Progress:
    """Prints notes always; steps and round rates only on a terminal, at most once a second."""

    def __init__(self) -> None:
        self._began = self._told = time.perf_counter()
        self._first: int | None = None
        self._is_open = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def note(self, sentence: str) -> None:
        """Say that something slow begins, on a terminal or not."""
        self.close()
        print(sentence, file=sys.stderr, flush=True)
        self._began = time.perf_counter()

    def step(self, sentence: str) -> None:
        """Show one of many steps, on a terminal in place of the last one."""
        if sys.stderr.isatty():
            self._is_open = True
            print(f"\r\x1b[K{sentence}", end="", file=sys.stderr, flush=True)

    def rounds(self, done: int, total: int) -> None:
        """Show how many of all rounds have been played."""
        now = time.perf_counter()
        if self._first is None:
            # A run that goes on has rounds from before: they are nobody's speed.
            self._first, self._began = done, now
        elif now - self._told >= 1 and done > self._first:
            self._told = now
            rate = (done - self._first) / (now - self._began)
            self.step(f"{done:,} rounds, {rate:,.0f}/s, {(total - done) / rate:.0f} s to go")

    def close(self) -> None:
        """End the line that shows steps."""
        if self._is_open:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_open = False
