"""A small book, written once for all tests of a process."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import mkdtemp

from tests.commands.runs import run_here

GAME = "bonanza"
WAGERS = ("lucky-ladies", "push-22", "trilux-progressive")
"""A wager on cards, one on the dealer's hand, one that a meter pays."""
NUMBER = re.compile(r'<data value="([^"]+)" data-at="([^"]+)" title="([^"]+)">')


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number on a page: its value, the command that prints it, and where in its record."""

    value: float
    path: str
    command: str


@cache
def small_book() -> Path:
    """The folder of a book with one game and a few wagers."""
    folder = Path(mkdtemp(prefix="upcard-book-"))
    run_here("book", "--out", str(folder), *asked(), "--fresh")
    return folder


def asked() -> list[str]:
    """What is asked for, as words of the command."""
    return [word for name in (GAME, *WAGERS) for word in ("--only", name)]


def numbers_on(page: Path) -> list[ShownNumber]:
    """Every number of a page that names its command."""
    return [
        ShownNumber(float(value), unescape(path), unescape(command))
        for value, path, command in NUMBER.findall(page.read_text("utf-8"))
    ]
