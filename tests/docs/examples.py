"""What pages show of the command line, read off them and run as a reader would."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

from tests.commands.runs import PROJECT, USUAL, Done, run_here

PAGES = sorted([*(PROJECT / "docs").rglob("*.md"), PROJECT / "README.md"])
WIDTH = "100"
"""How many columns the terminal of every page has."""
_BLOCK = re.compile(
    r"^(?P<fence>`{3,})(?P<kind>[^\n`]*)\n(?P<body>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL
)
_FILE = re.compile(r"\A:caption: (?P<name>\S+)\n\n")
_PIN = re.compile(r"\bPIN (\d+)")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page."""

    kind: str
    """What stands behind its fence: `python`, `console`, `{code-block} toml`."""
    body: str
    line: int

    @property
    def file(self) -> tuple[str, str] | None:
        """The name and text of the file that the block tells the reader to write, if it does."""
        found = _FILE.match(self.body) if self.kind.startswith("{code-block}") else None
        return (found["name"], self.body[found.end() :]) if found else None


@dataclass(frozen=True, slots=True)
class Typed:
    """A command that a page shows, and what it shows below it."""

    command: str
    shown: str


def blocks_of(text: str) -> list[Block]:
    """Every fenced block of a page, in order."""
    return [
        Block(found["kind"].strip(), found["body"], text.count("\n", 0, found.start()) + 1)
        for found in _BLOCK.finditer(text)
    ]


def typed_in(block: Block) -> Iterator[Typed]:
    """The commands of a `console` block: each begins with a dollar sign."""
    head, *parts = re.split(r"^\$ ", block.body, flags=re.MULTILINE)
    assert not head, f"line {block.line}: begin a console block with $ and a command"
    for part in parts:
        command, _, shown = part.partition("\n")
        while command.endswith("\\"):
            more, _, shown = shown.partition("\n")
            command = command[:-1] + more.strip()
        yield Typed(command, shown)


@dataclass(slots=True)
class Reader:
    """Somebody who types what a page says, in a folder of their own."""

    folder: Path
    variables: dict[str, str] = field(default_factory=lambda: {"COLUMNS": WIDTH})
    pins: dict[str, str] = field(default_factory=dict)
    """PINs that the page shows, and those that were made up instead."""

    def write(self, name: str, text: str) -> None:
        """Write a file that the page shows."""
        (self.folder / name).write_text(text)

    def type(self, typed: Typed) -> str:
        """Type a command; say what differs from what the page shows, or nothing."""
        words = shlex.split(self._with_own_pins(typed.command))
        if words[0] == "export":
            self.variables |= dict(word.split("=", 1) for word in words[1:])
            return ""
        done = self._done(words)
        printed = [_plain(done.stdout), _plain(done.stderr + done.stdout)]
        self.pins |= zip(_PIN.findall(typed.shown), _PIN.findall(done.stdout), strict=False)
        wanted = _plain(self._with_own_pins(typed.shown))
        if any(OutputChecker().check_output(wanted, text, ELLIPSIS) for text in printed):
            return ""
        return f"$ {typed.command}\nthe page shows:\n{wanted}\nit prints:\n{printed[-1]}"

    def _done(self, words: list[str]) -> Done:
        match words:
            case ["upcard", *rest]:
                with chdir(self.folder):
                    return run_here(*rest, code=None, variables=self.variables)
            case ["python", *rest]:
                env = {**os.environ, **USUAL, **self.variables}
                done = subprocess.run(
                    [sys.executable, *rest], cwd=self.folder, env=env, capture_output=True,
                    text=True, check=False,
                )  # fmt: skip
                return Done(done.stdout, done.stderr)
        raise AssertionError(f"{words[0]} is not upcard, python or export: show it in a sh block")

    def _with_own_pins(self, text: str) -> str:
        for shown, made_up in self.pins.items():
            text = text.replace(shown, made_up)
        return text


def _plain(text: str) -> str:
    """*text* without blanks at the ends of lines: tables are padded to the terminal's width."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())
