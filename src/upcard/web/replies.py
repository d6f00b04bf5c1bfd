"""Answers as JSON: refusals in one form, and text that every browser can read."""

from __future__ import annotations

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from upcard.calculators.calculators import CalculationStopped
from upcard.catalogue import UnknownName
from upcard.drills.drill_kinds import DrillError
from upcard.jackpot import JackpotRefused
from upcard.journal import JournalError
from upcard.notation import NotationError
from upcard.odds import OddsError
from upcard.room.people.staff import StaffRefused
from upcard.room.refusals import RoomRefused
from upcard.rules import RulesError
from upcard.screens.wire_texts import as_json
from upcard.solo.refusals import RoundUnknown, SoloRefused, SoloUnknown
from upcard.strategy.chart_players import ChartError
from upcard.table import GameError, Refused
from upcard.table.codec import CodecError
from upcard.web.answer_languages import in_asked_language
from upcard.web.refusals import (
    FIELDS_WRONG,
    NO_PLACE,
    NOT_FOUND,
    NOT_UNDERSTOOD,
    REFUSED,
    TOO_LARGE,
    TRY_AGAIN,
    WebRefused,
)

MESSAGE_MAX = 600
REFUSAL = "refusal"
"""Under this name the state of a request has the code that it was refused with."""
Headers = dict[str, str] | None
LOG = logging.getLogger("upcard.faults")


class Reply(Response):
    """JSON that never fails to be written: a stray half of a character is shown as `?`."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """*content* as UTF-8 JSON, in the language that was asked for."""
        return as_json(in_asked_language(content)).encode("utf-8", "replace")


class Refusal(Reply):
    """A refusal; it leaves its code with the request, for the log and the metrics."""

    def __init__(self, code: str, error: dict[str, object], status: int, headers: Headers) -> None:
        self.code = code
        super().__init__({"error": error}, status_code=status, headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        scope.setdefault("state", {})[REFUSAL] = self.code
        await super().__call__(scope, receive, send)


def refusal(
    code: str, message: str, status: int, *, wait_s: int = 1, more: dict[str, object] | None = None
) -> Refusal:
    """A refusal as the pages expect it; one that passes by itself says when to try again."""
    short = message if len(message) <= MESSAGE_MAX else f"{message[:MESSAGE_MAX]}…"
    headers = {"retry-after": str(wait_s)} if status in TRY_AGAIN else None
    error = {"code": code, "message": short, **(more or {})}
    return Refusal(code, error, status, headers)


def refused_reply(refused: WebRefused) -> Refusal:
    """The same, of what was raised."""
    return refusal(
        refused.code, str(refused), refused.status, wait_s=refused.wait_s, more=refused.more
    )


def raw_refusal(code: str, message: str, status: int) -> bytes:
    """The same as bytes, for a client whose request never became one; it ends the connection."""
    reply = refusal(code, message, status)
    lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode())]
    lines += [b"%s: %s" % pair for pair in reply.raw_headers]
    return b"\r\n".join([*lines, b"connection: close", b"", bytes(reply.body)])


_REFUSALS: tuple[type[Exception], ...] = (
    Refused,
    SoloRefused,
    RoomRefused,
    StaffRefused,
    JackpotRefused,
    GameError,
    OddsError,
    DrillError,
)
_OTHERS: dict[type[Exception], tuple[str, int]] = {
    SoloUnknown: (SoloUnknown.code, NOT_FOUND),
    RoundUnknown: (RoundUnknown.code, NOT_FOUND),
    CalculationStopped: (CalculationStopped.code, NO_PLACE),
    CodecError: ("not-understood", FIELDS_WRONG),
    RulesError: ("rules-not-valid", FIELDS_WRONG),
    UnknownName: ("unknown-name", NOT_FOUND),
    NotationError: ("notation", FIELDS_WRONG),
    ChartError: ("chart-incomplete", FIELDS_WRONG),
}


def add_refusals(app: FastAPI) -> None:
    """Turn every known failure into a refusal with its code, its sentence and its status."""
    app.add_exception_handler(WebRefused, _web_refused)
    app.add_exception_handler(RequestValidationError, _fields_wrong)
    app.add_exception_handler(HTTPException, _http_refused)
    app.add_exception_handler(JournalError, _not_stored)
    app.add_exception_handler(Exception, _fault)
    for kind in _REFUSALS:
        app.add_exception_handler(kind, _refused)
    for kind in _OTHERS:
        app.add_exception_handler(kind, _other)


async def _web_refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, WebRefused)
    return refused_reply(error)


async def _refused(_: Request, error: Exception) -> Response:
    return refusal(str(getattr(error, "code", "refused")), str(error), REFUSED)


async def _other(_: Request, error: Exception) -> Response:
    code, status = _OTHERS[type(error)]
    return refusal(code, str(error), status)


async def _not_stored(_: Request, error: Exception) -> Response:
    """The disk or the database did not do its part; nothing is acknowledged."""
    LOG.error("storage: %s", error)
    return refusal(str(getattr(error, "code", "storage")), str(error), 503)


async def _fault(request: Request, error: Exception) -> Response:
    """A fault of ours: the log has where, the answer only says so."""
    LOG.error("fault: %s", type(error).__name__, exc_info=error)
    message = f"something went wrong: give a technician this number: {request.state.request_id}"
    return refusal("fault", message, 500)


async def _fields_wrong(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(each["type"] == "json_invalid" for each in found):
        return refusal("not-json", "the body is not JSON", NOT_UNDERSTOOD)
    sentences = [f"{_place(each['loc'])}: {each['msg'].lower()}" for each in found[:5]]
    return refusal("fields-wrong", "; ".join(sentences), FIELDS_WRONG)


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(map(str, location[1:])) or str(location[0])


_HTTP_CODES = {
    NOT_FOUND: "not-found",
    405: "method-not-allowed",
    NOT_UNDERSTOOD: "not-understood",
    TOO_LARGE: "too-large",
}


async def _http_refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _HTTP_CODES.get(error.status_code, "not-understood")
    reply = refusal(code, str(error.detail).lower(), error.status_code)
    reply.headers.update(error.headers or {})
    return reply
