"""What the pages show is what happens: commands, their output, and every Python example."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.commands.runs import PROJECT, command_line
from tests.docs.examples import PAGES, Block, Reader, blocks_of, typed_in

CONSOLES = [path for path in PAGES if "```console" in path.read_text()]
COMMANDS = ("", "sh", "console")
"""The kinds of block whose lines may be commands."""


def name_of(path: Path) -> str:
    """A page, as a test is called by it."""
    return path.relative_to(PROJECT).as_posix()


@pytest.mark.parametrize("path", CONSOLES, ids=name_of)
def test_a_console_shows_what_is_printed(path: Path, tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    for block in blocks_of(path.read_text()):
        if block.file:
            reader.write(*block.file)
        if block.kind == "console":
            for typed in typed_in(block):
                assert (differs := reader.type(typed)) == "", differs


def upcard_commands(block: Block) -> list[list[str]]:
    """The words of each `upcard` command in a block, continued lines put together."""
    if block.kind not in COMMANDS:
        return []
    lines = block.body.replace("\\\n", " ").splitlines()
    found = [re.match(r"\s*(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\S*/)?upcard (.*)", line) for line in lines]
    return [shlex.split(each[1], comments=True) for each in found if each]


def unknown_in(words: list[str]) -> str:
    """The first word of a command that the command line does not have, if there is one."""
    group: Any = command_line()
    rest = [word for word in words if word != "--owner"]
    while rest and hasattr(group, "commands") and not rest[0].startswith("-"):
        word = rest.pop(0)
        if word not in group.commands:
            return word
        group = group.commands[word]
    known = {option for one in group.params for option in one.opts} | {"--help"}
    return next((word for word in rest if word.startswith("--") and word not in known), "")


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_command_of_a_page_exists_with_its_options(path: Path) -> None:
    for block in blocks_of(path.read_text()):
        for words in upcard_commands(block):
            assert unknown_in(words) == "", f"line {block.line}: upcard {shlex.join(words)}"


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_python_example_runs(path: Path) -> None:
    # What has >>> is run by pytest's own doctests; a file must be run by a console below it.
    blocks = blocks_of(path.read_text())
    typed = " ".join(one.body for one in blocks if one.kind == "console")
    for block in blocks:
        if block.kind == "python":
            assert block.body.startswith(">>> "), f"line {block.line}: write it as a doctest"
        if block.kind == "{code-block} python":
            assert block.file, f"line {block.line}: name its file, and run it"
            assert f"python {block.file[0]}" in typed, f"line {block.line}: it is never run"
