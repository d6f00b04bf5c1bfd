"""The formatter formats everything: lines that are kept from it stay few."""

import re

from tests.house.sources import ROOT, python_files, shown

# A ratchet: lower it whenever you can, never raise it.
EXCEPTIONS_MAX = 39
FOLDERS = ("src", "tests", "benchmarks", "examples")

# A comment that turns ruff's formatter off: for a line, or from there on.
EXCEPTION = re.compile(r"#\s*fmt:\s*(?:skip|off)\b")


def test_few_lines_are_kept_from_the_formatter() -> None:
    found = exceptions()

    assert len(found) <= EXCEPTIONS_MAX, (
        f"{len(found)} lines are kept from the formatter, {EXCEPTIONS_MAX} are allowed: "
        f"{', '.join(found)}"
    )


def test_every_way_to_turn_the_formatter_off_is_seen() -> None:
    assert EXCEPTION.search("x = 1  # " + "fmt: skip")
    assert EXCEPTION.search("#" + "fmt:off")
    assert not EXCEPTION.search("# " + "fmt: on")


def exceptions() -> list[str]:
    """Where the formatter is turned off, as FILE:LINE."""
    files = [path for folder in FOLDERS for path in python_files(ROOT / folder)]
    assert files, f"{ROOT} holds no Python file: the house tests look in the wrong place"
    return [
        f"{shown(path)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if EXCEPTION.search(line)
    ]
