"""
Coverage files: each sentence of a document, and the test that shows it.

A line has three fields with tabs between them: where the sentence stands, the sentence, and the
tests that show it (`test_file.py::test_name`, separated by commas), or why nothing here can show
it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """One line of a coverage file."""

    file: str
    citation: str
    sentence: str
    shown: str

    @property
    def section(self) -> str:
        """The document and its section."""
        return self.citation.rpartition(" ")[0]

    @property
    def number(self) -> str:
        """The number of the sentence in its section."""
        return self.citation.rpartition(" ")[2]


def rows_in(folder: Path) -> list[Row]:
    """Every line of the coverage files of a folder of tests."""
    files = sorted((folder / "coverage").glob("*.tsv"))
    return [Row(path.name, *line.split("\t")) for path in files for line in _lines(path)]


def _lines(path: Path) -> Iterator[str]:
    yield from path.read_text().splitlines()


def names_in(folder: Path) -> dict[str, list[str]]:
    """The tests of a folder by file."""
    return {
        path.name: [
            one.name
            for one in ast.parse(path.read_text()).body
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
        ]
        for path in folder.glob("test_*.py")
    }


def numbers_listed(rows: list[Row]) -> dict[str, list[str]]:
    """The numbers of each section, each once, in the order they are listed."""
    listed: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if row.number not in listed[row.section]:
            listed[row.section].append(row.number)
    return dict(listed)


def check_row(row: Row, tests: Mapping[str, list[str]], not_shown: str) -> None:
    """A sentence is quoted, and shown by tests that there are, or there is a reason."""
    assert row.sentence, f"{row.file}: {row.citation} quotes nothing"
    if row.shown.startswith(not_shown):
        assert row.shown.removeprefix(not_shown)
        return
    for name in row.shown.split(","):
        module, _, test = name.partition("::")
        assert test in tests.get(module, []), (
            f"{row.file}: {row.citation} names {name}, which is no test"
        )


def names_shown(rows: list[Row]) -> set[str]:
    """Every test that a line names."""
    return {name for row in rows for name in row.shown.split(",")}
