"""Text as it comes in: its lines, its words, and the one way to refuse them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from upcard.problems import UpcardError
from upcard.quotes import quoted

LINE_MAX: Final = 10_000
WORD_MAX: Final = 400
_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")
_BYTE_ORDER_MARK: Final = "\ufeff"


class NotationError(UpcardError, ValueError):
    """
    Text that is not what it should be, or not what the table says.

    *line* is where it stands, from 1; it is 0 for text that is no file, like one situation.
    """

    code = "notation"

    def __init__(self, line: int, message: str, *, text: str = "", says: str = "") -> None:
        self.line = line
        self.text = text
        self.says = says
        super().__init__(f"line {line}: {message}" if line else message)


def lines_in(text: str) -> Iterator[tuple[int, str]]:
    """
    The lines of *text* with their numbers, as an editor counts them.

    A byte order mark and the line ends of any system are understood, and a tab is a space.

    >>> list(lines_in("rules\\tblackjack\\r\\n# Soft 17."))
    [(1, 'rules blackjack'), (2, '# Soft 17.')]
    """
    lines = _LINE_ENDS.split(text.removeprefix(_BYTE_ORDER_MARK))
    for number, line in enumerate(lines, start=1):
        yield number, plain_line(line, number)


def plain_line(line: str, number: int = 0) -> str:
    """*line* with spaces for tabs, refused if it is too long or holds what does not print."""
    if len(line) > LINE_MAX:
        raise NotationError(
            number, f"the line has {len(line):,} characters: write {LINE_MAX:,} at most"
        )
    line = line.replace("\t", " ").rstrip(" ")
    for place, sign in enumerate(line, start=1):
        if not sign.isprintable():
            raise NotationError(
                number,
                f"character {place} is U+{ord(sign):04X}, which does not print: "
                "write letters, digits, symbols and spaces",
            )
    return line


def words_in(line: str, number: int = 0) -> list[str]:
    """The words of a plain line."""
    words = line.split()
    for word in words:
        if len(word) > WORD_MAX:
            raise NotationError(
                number, f"{quoted(word)} has {len(word):,} characters: write {WORD_MAX} at most"
            )
    return words


def whole_number(word: str, *, low: int, high: int) -> int | None:
    """
    The number that *word* writes in the digits 0 to 9, or None if it is not from *low* to *high*.

    >>> whole_number("8", low=1, high=8), whole_number("²", low=1, high=8)
    (8, None)
    """
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(high))):
        return None
    number = int(word)
    return number if low <= number <= high else None
