"""Refusals of the web: a code, a sentence, and the HTTP status they travel with."""

from __future__ import annotations

from typing import Any, Final

NOT_UNDERSTOOD: Final = 400
NO_SESSION: Final = 401
NOT_THIS_ROLE: Final = 403
NOT_FOUND: Final = 404
REFUSED: Final = 409
TOO_LARGE: Final = 413
FIELDS_WRONG: Final = 422
TOO_OFTEN: Final = 429


class WebRefused(Exception):
    """A request that is not carried out. Nothing changed."""

    def __init__(
        self, code: str, message: str, status: int = REFUSED, *, wait_s: int | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.code = code
        self.status = status
        self.wait_s = wait_s
        """In how many seconds it may be tried again, where that is known."""
        self.more = more or {}
        """What a page needs to go on."""
        super().__init__(message)
