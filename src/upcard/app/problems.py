"""Errors of the front door: a code for machines, a sentence for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from upcard.notation.text_lines import NotationError
from upcard.problems import UpcardError


class AppError(UpcardError):
    """
    A request that cannot be carried out.

    >>> error = AppError("rounds", "rounds is 0: write 1 or more")
    >>> error.code, str(error)
    ('rounds', 'rounds is 0: write 1 or more')
    """

    def __init__(self, code: str, message: str, **more: object) -> None:
        self.code = code
        self.more = more
        """Details for machines, by name."""
        super().__init__(message)


@contextmanager
def blamed_on(path: Path, code: str, **more: object) -> Iterator[None]:
    """Add the file and the line to an error in a text."""
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
