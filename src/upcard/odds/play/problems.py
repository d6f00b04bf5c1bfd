"""What the solver refuses, by name: a sentence instead of a wrong number."""

from __future__ import annotations

from upcard.problems import UpcardError


class PlayError(UpcardError, ValueError):
    """
    A main game, shoe or plan that the solver has no exact value for.

    >>> str(PlayError("wager-not-positive", "the wager is 0 cents: it must be over 0"))
    'the wager is 0 cents: it must be over 0'
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
