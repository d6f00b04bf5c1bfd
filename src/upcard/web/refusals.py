"""Refusals of the web: a code, a sentence, and the HTTP status they travel with."""

from __future__ import annotations

from typing import Final

from upcard.problems import UpcardError

NOT_UNDERSTOOD: Final = 400
NO_SESSION: Final = 401
NOT_THIS_ROLE: Final = 403
NOT_FOUND: Final = 404
TOO_SLOW: Final = 408
REFUSED: Final = 409
TOO_LARGE: Final = 413
FIELDS_WRONG: Final = 422
TOO_OFTEN: Final = 429
HEADER_TOO_LARGE: Final = 431
NO_PLACE: Final = 503

TRY_AGAIN: Final = frozenset({TOO_OFTEN, NO_PLACE})
"""Statuses that pass by themselves: the answer says when to try again."""


class WebRefused(UpcardError):
    """A request that is not carried out. Nothing changed."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int = REFUSED,
        *,
        wait_s: int = 1,
        more: dict[str, object] | None = None,
    ) -> None:
        self.code = code
        self.status = status
        self.wait_s = wait_s
        """In how many seconds to try again, where the status is one of TRY_AGAIN."""
        self.more = more or {}
        """What a page needs to go on."""
        super().__init__(message)
