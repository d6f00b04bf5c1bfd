"""What every command shares: --json, error sentences, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.catalogue import CATALOGUE, UnknownName, rules_of
from upcard.notation import NotationError
from upcard.odds import OddsError
from upcard.odds.play.problems import PlayError
from upcard.rules import Rules, RulesError, read_rules
from upcard.strategy.charts import ChartError
from upcard.table import GameError, Refused

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document, nothing else.")]


class Failed(Exception):
    """A command that cannot do what it was asked: a code, a sentence, and more for --json."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        self.code = code
        self.more = more
        super().__init__(message)


KNOWN = (
    Failed,
    UnknownName,
    RulesError,
    GameError,
    OddsError,
    PlayError,
    ChartError,
    Refused,
    NotationError,
    OSError,
)
"""Failures that are the user's to mend; anything else is a bug and shows as one."""


def show_json(document: Any) -> None:
    """One JSON document on stdout."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


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
    except KNOWN as error:
        code, more = _code(error)
        if as_json:
            show_json({**more, "error": {"code": code, "message": _sentence(error)}})
        else:
            print(f"upcard: {_sentence(error)}", file=sys.stderr)
        raise typer.Exit(1) from None


def _code(error: Exception) -> tuple[str, dict[str, Any]]:
    match error:
        case Failed():
            return error.code, error.more
        case GameError() | OddsError() | PlayError() | Refused():
            return str(error.code), {}
        case UnknownName():
            return "unknown-name", {}
        case RulesError():
            return "rules-not-valid", {}
        case NotationError():
            return "notation", {}
        case ChartError():
            return "chart-incomplete", {}
        case _:
            return "file", {}


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {(error.strerror or 'cannot be read').lower()}"
    return str(error)


def read_text(path: Path) -> str:
    """The text of a file, or a failure that says what is wrong with it."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise Failed("file", f"{path}: this is not text: a file is written in UTF-8") from None


def rules_from(name: str) -> Rules:
    """The rules of a catalogue name, or of a rules file."""
    if name.endswith(".toml") or "/" in name:
        path = Path(name)
        return read_rules(read_text(path), CATALOGUE, file=str(path))
    return rules_of(name)
