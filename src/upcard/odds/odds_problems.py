"""Why a question about odds has no answer."""

from __future__ import annotations

from upcard.problems import UpcardError


class OddsError(UpcardError, ValueError):
    """A question about odds that has no answer. *code* is stable."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)
