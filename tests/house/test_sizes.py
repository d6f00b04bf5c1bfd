"""Modules and functions stay small, and each module is named after something of the domain."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.house.sources import ROOT, package_files, python_files, shown, tree_of

# A ratchet: lower them whenever you can, never raise them.
MODULE_LINES_MAX = 400
TEST_MODULE_LINES_MAX = 517
FUNCTION_LINES_MAX = 40

# Names that say nothing of what is inside, so that anything may end up there.
EMPTY_NAMES = {"common", "core", "helper", "manager", "service", "util"}


def test_no_module_of_the_package_is_too_long() -> None:
    wrong = too_long(package_files(), MODULE_LINES_MAX)

    assert wrong == [], "\n".join(wrong)


def test_no_module_of_the_tests_is_too_long() -> None:
    wrong = too_long(python_files(ROOT / "tests"), TEST_MODULE_LINES_MAX)

    assert wrong == [], "\n".join(wrong)


def test_no_function_of_the_package_is_too_long() -> None:
    wrong = [
        f"{shown(path)}: the body of {name} has {lines} lines, {FUNCTION_LINES_MAX} are allowed"
        for path in package_files()
        for name, lines in function_bodies(tree_of(path))
        if lines > FUNCTION_LINES_MAX
    ]

    assert wrong == [], "\n".join(wrong)


def test_no_module_has_a_name_that_says_nothing() -> None:
    files = [*package_files(), *python_files(ROOT / "tests"), *python_files(ROOT / "benchmarks")]
    wrong = [shown(path) for path in files if empty_names(path)]

    assert wrong == [], f"name it after what it holds, in casino words: {', '.join(wrong)}"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("def f():\n    return 1", 1),
        ("def f(\n    a,\n    b,\n):\n    return a", 1),
        ('def f():\n    """\n    Says much.\n    """\n    a = 1\n\n    return a', 3),
        ('def f():\n    """Says it all."""', 0),
        ("async def f():\n    a = 1\n    return (\n        a\n    )", 4),
    ],
)
def test_a_body_is_counted_without_signature_and_docstring(text: str, lines: int) -> None:
    assert list(function_bodies(ast.parse(text))) == [("f", lines)]


def too_long(files: Iterable[Path], lines_max: int) -> list[str]:
    """The *files* of more than *lines_max* lines, as sentences."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    return [
        f"{shown(path)} has {lines} lines, {lines_max} are allowed: take a part of it out"
        for path, lines in lengths.items()
        if lines > lines_max
    ]


def function_bodies(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Each function of *tree* and the lines of its body, which its docstring is no part of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body if ast.get_docstring(node) is None else node.body[1:]
            yield node.name, lines_of(body)


def lines_of(statements: list[ast.stmt]) -> int:
    """The lines from the first of *statements* to the last, blank ones included."""
    if not statements:
        return 0
    last = statements[-1].end_lineno
    assert last is not None
    return last - statements[0].lineno + 1


def empty_names(path: Path) -> set[str]:
    """The parts of the module's name at *path* that say nothing, in singular or plural."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return {part for part in parts if part.removesuffix("s") in EMPTY_NAMES}
