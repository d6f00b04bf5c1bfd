"""The page of checks is whole, and every test that it names is there."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PAGE = (PROJECT / "docs" / "operations.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| [0-9]+ \|", line)
]
SHOWN = sorted(
    {name for row in ROWS for name in re.findall(r"`((?:tests|src|docs)/[^`]+)`", row[3])}
)


@cache
def functions_in(path: Path) -> frozenset[str]:
    """The names of a module's own functions."""
    nodes = ast.parse(path.read_text()).body
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef))


def test_every_check_is_there_once_and_in_order() -> None:
    assert [int(number) for number, *_ in ROWS] == list(range(1, 121))


def test_every_check_has_a_state_and_what_shows_it() -> None:
    for number, text, state, shown in ROWS:
        assert text, number
        assert state in ("met", "partly", "not built"), number
        if state == "met":
            assert "::test_" in shown or ".round`" in shown, f"{number}: no test is named"
        else:
            assert re.sub(r"`(tests|src|docs)/[^`]+`", "", shown).strip(" ,;"), (
                f"{number}: say what is missing"
            )


def test_the_page_counts_its_checks_right() -> None:
    found = Counter(state for _, _, state, _ in ROWS)

    assert (
        f"Of 120 checks {found['met']} are met, {found['partly']} partly, and "
        f"{found['not built']} are not built."
    ) in PAGE


@pytest.mark.parametrize("name", SHOWN)
def test_what_shows_a_check_exists(name: str) -> None:
    path, _, function = name.partition("::")

    assert (PROJECT / path).is_file()
    if function:
        assert function in functions_in(PROJECT / path)
