"""What the front door refuses: a code for machines, a sentence for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from upcard.notation.text_lines import NotationError
from upcard.problems import UpcardError


class AppError(UpcardError):
    """
    Something that cannot be done as it was asked.

    >>> error = AppError("rounds", "rounds is 0: write 1 or more")
    >>> error.code, str(error)
    ('rounds', 'rounds is 0: write 1 or more')
    """

    def __init__(self, code: str, message: str, **more: Any) -> None:
        self.code = code
        self.more = more
        """More about it for machines, by name."""
        super().__init__(message)


@contextmanager
def blamed_on(path: Path, code: str, **more: Any) -> Iterator[None]:
    """Name the file and the line of what is wrong in a text."""
    try:
        yield
    except NotationError as error:
        raise AppError(
            code,
            f"{path}: {error}",
            **more,
            file=str(path),
            line=error.line,
            text=error.text,
            table_says=error.says,
        ) from None
