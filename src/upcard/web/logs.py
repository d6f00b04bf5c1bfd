"""The log: one line for each thing, as text or JSON, with its time, request and badge."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from upcard.room.clocks import moment

REQUEST: Final[ContextVar[Mapping[str, object] | None]] = ContextVar("request", default=None)
"""The state of the request that is being answered: its id, and its badge once it is known."""
FIELDS: Final = "fields"
"""Under this name a record has what its line tells beside the sentence."""


class LogFormat(StrEnum):
    """How a line is written."""

    TEXT = "text"
    JSON = "json"


class LogLevel(StrEnum):
    """From which level on lines are written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@contextmanager
def logging_to(handler: logging.Handler, format_: LogFormat, level: LogLevel) -> Iterator[None]:
    """Send everything that the server and its libraries log in this block to *handler*."""
    handler.setFormatter(formatter_for(format_))
    root, ours = logging.getLogger(), logging.getLogger("upcard")
    before = root.handlers[:], root.level, ours.level
    root.handlers[:] = [handler]
    # Below that, libraries log whole requests, with their cookies and links.
    root.setLevel(logging.WARNING)
    ours.setLevel(level.upper())
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        ours.setLevel(before[2])


def formatter_for(format_: LogFormat) -> logging.Formatter:
    """What writes a record as a line."""
    return _JsonLines() if format_ is LogFormat.JSON else _TextLines()


class _JsonLines(logging.Formatter):
    """Each record as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = _told(record) | {"message": record.getMessage()} | getattr(record, FIELDS, {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class _TextLines(logging.Formatter):
    """Each record as a line for people; every line of a traceback begins like its record."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, or the lines of a traceback."""
        told = _told(record)
        head = f"{told['time']} {told['level']:<7} {told['id'] or '-'} {told['badge'] or '-'}"
        return "\n".join(f"{head} {line}" for line in self._lines(record))

    def _lines(self, record: logging.LogRecord) -> Iterator[str]:
        fields: dict[str, object] = getattr(record, FIELDS, {})
        pairs = "".join(f" {name}={value}" for name, value in fields.items() if value != "")
        first, *others = record.getMessage().splitlines() or [""]
        yield first + pairs
        yield from others
        if record.exc_info:
            yield from self.formatException(record.exc_info).splitlines()


def _told(record: logging.LogRecord) -> dict[str, object]:
    """What every line has."""
    request = REQUEST.get() or {}
    return {
        "time": moment(datetime.fromtimestamp(record.created, UTC)),
        "level": record.levelname.lower(),
        "logger": record.name,
        "id": request.get("request_id", ""),
        "badge": request.get("badge", ""),
    }
