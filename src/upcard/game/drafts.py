"""A rules file that is not checked yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from upcard.money import Cents, MoneyError, read_money

Found = Iterator[tuple[str, str]]
"""Paths and sentences."""


class Facts:
    """A file that may still be wrong in places: asks for a value, gets it or None."""

    def __init__(
        self, raw: Mapping[str, object], *, is_recorded: bool = False, is_what_if: bool = False
    ) -> None:
        self.raw = raw
        self.is_what_if = is_what_if
        """Whether somebody only asks what it would be worth: then no document need allow it."""
        self.is_recorded = is_recorded
        """Whether a room plays by the file already: answers that were retired since may stay."""

    def at(self, path: str) -> object:
        """The value at *path*, or None where the file does not get that far."""
        value: object = self.raw
        for key in path.split("."):
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def has(self, path: str) -> bool:
        """Whether there is a section at *path*: a feature that is on."""
        return isinstance(self.at(path), dict)

    def amount(self, path: str) -> Cents | None:
        """The amount at *path*, or None."""
        value = self.at(path)
        try:
            return read_money(value) if isinstance(value, str) else None
        except MoneyError:
            return None

    def rows(self, path: str) -> list[dict[str, object]]:
        """The tables at *path*, in order; anything else there is left out."""
        value = self.at(path)
        return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []

    def names(self, path: str) -> list[object]:
        """The list at *path*, or an empty one."""
        value = self.at(path)
        return value if isinstance(value, list) else []

    def wagers(self) -> list[tuple[str, dict[str, object]]]:
        """The side wagers with their paths."""
        return [(f"side_wagers.{i}", wager) for i, wager in enumerate(self.rows("side_wagers"))]

    def offered(self) -> list[str]:
        """The names of the side wagers; a wager whose name is not text is left out."""
        return texts([wager.get("wager") for _, wager in self.wagers()])


def texts(value: object) -> list[str]:
    """The texts in a list; anything else there is left out, and anything else is an empty list."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
