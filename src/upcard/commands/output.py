"""What every command shares: --json, error sentences, exit codes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Final

import typer
from rich.console import Console

from upcard.app.problems import AppError
from upcard.extras import missing_extras_named
from upcard.problems import UpcardError

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


class Failed(AppError):
    """A failed command: a code, a sentence, and details for --json."""


DATABASE_ERROR: Final = ("sqlalchemy.exc", "SQLAlchemyError")
"""Whether this is a database error, checked by name so that nothing has to be imported."""


def _failures() -> tuple[type[Exception], ...]:
    """The failures that the user can fix. Anything else is a bug and shows a traceback."""
    module, name = DATABASE_ERROR
    database = (getattr(sys.modules[module], name),) if module in sys.modules else ()
    return (UpcardError, OSError, *database)


def show_json(document: object) -> None:
    """One JSON document on stdout."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


PIPED_WIDTH: Final = 10_000
"""The width of lines in a pipe or a file: wide enough never to wrap."""


def console_for_people() -> Console:
    """The terminal; in a pipe or a file nothing is cut off, wrapped or coloured."""
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return Console(highlight=False)
    return Console(width=PIPED_WIDTH, highlight=False, color_system=None)


def show(document: object, as_json: bool, as_text: Callable[[], None]) -> None:
    """Print *document* as JSON, or call *tell* to print it for people."""
    if as_json:
        show_json(document)
    else:
        as_text()


@contextmanager
def failures_told(as_json: bool) -> Iterator[None]:
    """Turn known failures into a sentence and exit code 1; nothing else goes to stdout."""
    try:
        with missing_extras_named():
            yield
    except BrokenPipeError:
        raise  # Whoever reads has read enough: `main` ends quietly.
    except _failures() as error:
        code, more = _code(error)
        if as_json:
            show_json({**more, "error": {"code": code, "message": _sentence(error)}})
        else:
            print(f"upcard: {_sentence(error)} [{code}]", file=sys.stderr)
        raise typer.Exit(1) from None


def _code(error: Exception) -> tuple[str, dict[str, object]]:
    if isinstance(error, UpcardError):
        return str(error.code), getattr(error, "more", {})
    return "file" if isinstance(error, OSError) else "database", {}


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {(error.strerror or 'cannot be read').lower()}"
    # A database's own error has the statement and its parameters in its text: not for people.
    return str(getattr(error, "orig", None) or error).strip()
