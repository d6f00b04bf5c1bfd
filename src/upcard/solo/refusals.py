"""Refusals of a solo table: a stable code for machines, a sentence for the player."""

from __future__ import annotations

from upcard.problems import UpcardError


class SoloRefused(UpcardError):
    """Something a solo table does not do now. Nothing changed."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class SoloUnknown(UpcardError):
    """A solo table that is not there, or no longer."""

    code = "solo-unknown"


class RoundUnknown(UpcardError):
    """A round that a solo table does not remember."""

    code = "round-unknown"
