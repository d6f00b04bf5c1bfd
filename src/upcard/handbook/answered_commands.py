"""A command with the record it prints: every number in the book comes from one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape


@dataclass(frozen=True, slots=True)
class AnsweredCommand:
    """One command line and what it prints under `--json`."""

    command: str
    record: object

    def number(self, path: str) -> float:
        """
        The number at *path*, whose parts are joined by slashes; a fraction is a number, too.

        >>> AnsweredCommand("upcard", {"main": {"ev": [2]}}).number("main/ev/0")
        2.0
        """
        found = self.inside(path)
        return float(Fraction(found) if isinstance(found, str) else _number(found, path))

    def inside(self, path: str) -> object:
        """What the record has at *path*; all of it where that is empty."""
        found = self.record
        for part in path.split("/"):
            found = _inside(found, part) if part else found
        return found

    def text(self, name: str) -> str:
        """The text of that name in the record."""
        found = _inside(self.record, name)
        assert isinstance(found, str), f"{name} is no text"
        return found

    def texts(self, name: str) -> list[str]:
        """The texts in the list of that name."""
        found = _inside(self.record, name)
        assert isinstance(found, list), f"{name} is no list"
        return [str(text) for text in found]

    def shown(self, path: str, form: str = "{:.4f}%") -> str:
        """
        The number at *path* as HTML that names its command and its place in the record.

        >>> AnsweredCommand("upcard odds x", {"edge": 5}).shown("edge", "{:.1f}%")
        '<data value="5.0" data-at="edge" title="upcard odds x">5.0%</data>'
        """
        value = self.number(path)
        text = form.format(value)
        return (
            f'<data value="{value!r}" data-at="{escape(path)}" title="{escape(self.command)}">'
            f"{escape(text)}</data>"
        )


def _number(found: object, path: str) -> float:
    assert isinstance(found, int | float), f"{path} is no number"
    return found


def _inside(found: object, part: str) -> object:
    match found:
        case Mapping():
            return found[part]
        case Sequence():
            return found[int(part)]
    raise AssertionError(f"nothing is inside {found!r}")


@dataclass(frozen=True, slots=True)
class CommandList:
    """The commands of one page, each once, in the order they are used."""

    _commands: dict[str, None] = field(default_factory=dict)

    def add(self, answered: AnsweredCommand) -> AnsweredCommand:
        """Note a command, and hand it back."""
        self._commands.setdefault(answered.command)
        return answered

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)
