"""The lines of a recorded round, before anybody plays it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

HEADERS: Final = ("rules", "decks", "pack", "paytable", "set", "date", "limits", "seat")
"""The lines that say what is played and by whom, in this order."""

_HAND: Final = re.compile(r"[1-7][ab]{0,3}")
_EXPECTS: Final = re.compile(r"(?:^|\s)=(?:\s|$)")
_KEY_WIDTH: Final = 8
_FIELD_WIDTH: Final = 14
_LEFT_WIDTH: Final = 34


class NotationError(ValueError):
    """Text that is not what it should be, or not what the table says."""

    def __init__(self, line: int, message: str, *, text: str = "", says: str = "") -> None:
        self.line = line
        self.text = text
        self.says = says
        super().__init__(f"line {line}: {message}" if line else message)


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is about, what was done, and what must come out."""

    number: int
    key: str
    """The first word: a header, dealer, jackpot, or a hand's name."""
    words: tuple[str, ...]
    """What was done: everything between the key and the equals sign."""
    expected: str | None
    """What must come out, one space between words; None where the line has no equals sign."""

    @property
    def about(self) -> str:
        """What the expectation is for: the same words name the same thing in the table's answer."""
        kind = self.words[0] if self.words else ""
        if self.key == "jackpot":
            return f"jackpot {kind}"
        if kind == "side":
            return f"{self.key} {' '.join(self.words[:2])}"
        return f"{self.key} {kind}" if kind in SPOT_KINDS else self.key

    def __str__(self) -> str:
        return laid_out(self.key, self.words, self.expected)


SPOT_KINDS: Final = ("side", "insurance", "super-bonus", "envy")
"""Lines about a spot that are not about a hand's cards."""


@dataclass(slots=True)
class Record:
    """A recorded round: comments, headers, and the lines of dealer, hands and wagers."""

    comments: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def with_key(self, key: str) -> list[Line]:
        """The lines that begin with *key*."""
        return [line for line in self.lines if line.key == key]

    @property
    def first_line(self) -> int:
        """Where the record begins in its file."""
        return self.lines[0].number if self.lines else 0

    def __str__(self) -> str:
        return "\n".join([*self.comments, *map(str, self.lines)]) + "\n"


def laid_out(key: str, words: tuple[str, ...], expected: str | None) -> str:
    """One line in canonical columns."""
    if key in HEADERS:
        return f"{key:<{_KEY_WIDTH - 1}} {' '.join(words)}"
    if key in ("dealer", "jackpot"):
        left = f"{key:<{_FIELD_WIDTH}}{' '.join(words)}"
    elif words and words[0] in ("insurance", "super-bonus", "envy"):
        left = f"{key:<{_KEY_WIDTH}}{' '.join(words)}"
    else:
        first = words[0] if words else ""
        left = f"{key:<{_KEY_WIDTH}}{first:<5} {' '.join(words[1:])}"
    left = left.rstrip()
    return left if expected is None else f"{left:<{_LEFT_WIDTH - 1}} = {expected}"


def read_records(text: str) -> Iterator[Record]:
    """The rounds of a `.round` or `.shoe` text, in order; blank lines part them."""
    record = Record()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            if record.lines:
                yield _checked(record)
                record = Record()
        elif line.startswith("#"):
            if record.lines:
                raise NotationError(number, "a comment stands before the round, not inside it")
            record.comments.append(line.rstrip())
        else:
            for part in re.split(r"\s/\s", line):
                record.lines.append(read_line(part, number))
    if record.lines:
        yield _checked(record)


def read_line(text: str, number: int = 0) -> Line:
    """One line of a record."""
    parts = _EXPECTS.split(text, maxsplit=1)
    words = parts[0].split()
    if not words:
        raise NotationError(number, "a line begins with a header, dealer, jackpot or a hand")
    expected = " ".join(parts[1].split()) if len(parts) > 1 else None
    key = words[0]
    if key not in (*HEADERS, "dealer", "jackpot") and not _HAND.fullmatch(key):
        allowed = ", ".join((*HEADERS, "dealer", "jackpot"))
        raise NotationError(
            number, f"{key!r} begins no line: write {allowed}, or a hand like 1 or 1ab"
        )
    return Line(number, key, tuple(words[1:]), expected)


def _checked(record: Record) -> Record:
    for key in ("rules", "dealer"):
        if len(record.with_key(key)) != 1:
            raise NotationError(
                record.first_line, f"the round has {len(record.with_key(key))} {key!r} lines, not 1"
            )
    seen: dict[str, int] = {}
    for line in record.lines:
        if line.key in HEADERS:
            continue
        if line.about in seen:
            raise NotationError(
                line.number, f"{line.about!r} is written on line {seen[line.about]} already"
            )
        seen[line.about] = line.number
    return record
