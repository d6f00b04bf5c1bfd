"""What every command shares: --json, error sentences, exit codes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from upcard.app.problems import AppError

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, nothing else.")]


class Failed(AppError):
    """A command that cannot do what it was asked: a code, a sentence, and more for --json."""


KNOWN: Final = {
    "builtins.OSError": "file",
    "sqlalchemy.exc.SQLAlchemyError": "database",
    "upcard.catalogue.UnknownName": "unknown-name",
    "upcard.rules.RulesError": "rules-not-valid",
    "upcard.notation.NotationError": "notation",
    "upcard.strategy.charts.ChartError": "chart-incomplete",
    "upcard.odds.OddsError": "",
    "upcard.odds.play.problems.PlayError": "",
    "upcard.table.GameError": "",
    "upcard.table.Refused": "",
    "upcard.jackpot.Refused": "",
    "upcard.journal.JournalError": "",
    "upcard.room.refusals.RoomRefused": "",
    "upcard.room.staff.StaffRefused": "",
    "upcard.books.histories.PeriodError": "",
    "upcard.books.slips.SlipError": "",
    "upcard.witness.witnesses.WitnessError": "witness",
}
"""
Failures that are the user's to mend, and their code where they bring none of their own.

Anything else is a bug and shows as one. They are names because nobody pays for importing what a
command does not use: a failure of a module that is not loaded cannot have happened.
"""


def _known() -> dict[type[Exception], str]:
    """The failures that can have happened, with their codes."""
    found: dict[type[Exception], str] = {AppError: ""}
    for path, code in KNOWN.items():
        module, _, name = path.rpartition(".")
        if module in sys.modules:
            found[getattr(sys.modules[module], name)] = code
    return found


def show_json(document: Any) -> None:
    """One JSON document on stdout."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


PIPED_WIDTH: Final = 10_000
"""Where nobody looks at columns, lines are as long as they are."""


def console_for_people() -> Console:
    """The terminal; in a pipe or a file nothing is cut off, wrapped or coloured."""
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return Console(highlight=False)
    return Console(width=PIPED_WIDTH, highlight=False, color_system=None)


def show(document: Any, as_json: bool, as_text: Callable[[], None]) -> None:
    """*document* as JSON, or the same for people."""
    if as_json:
        show_json(document)
    else:
        as_text()


@contextmanager
def failures_told(as_json: bool) -> Iterator[None]:
    """Turn known failures into a sentence and exit code 1; nothing else goes to stdout."""
    try:
        yield
    except BrokenPipeError:
        raise  # Whoever reads has read enough: `main` ends quietly.
    except tuple(_known()) as error:
        code, more = _code(error)
        if as_json:
            show_json({**more, "error": {"code": code, "message": _sentence(error)}})
        else:
            print(f"upcard: {_sentence(error)} [{code}]", file=sys.stderr)
        raise typer.Exit(1) from None


def _code(error: Exception) -> tuple[str, dict[str, Any]]:
    usual = next(code for kind, code in _known().items() if isinstance(error, kind))
    return usual or str(getattr(error, "code", "")), getattr(error, "more", {})


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {(error.strerror or 'cannot be read').lower()}"
    # A database's own error has the statement and its parameters in its text: not for people.
    return str(getattr(error, "orig", None) or error).strip()
