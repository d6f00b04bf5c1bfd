"""Sentences name wagers, hands and acts in words: no name that is meant for programs."""

import ast
from collections.abc import Iterator

import pytest

from tests.house.sources import SOURCE, package_files, shown, tree_of

FOLDERS = ("table", "room", "screens", "solo", "web", "drills", "jackpot", "books")
"""What pages and refusals are made of. The command line and the notation are typed in names."""
CODES = {"wager", "outcome", "act", "awaited"}
"""Fields and variables that hold a name for programs: say it with `table.titles`."""
WORDS = {
    "act",
    "award.act",
    "chips.act",
    "moved.act",
    "moved.outcome",
    "one.act",
    "right.act",
}
"""Fields of such names that hold words already: movements."""
EXEMPT = {
    "src/upcard/screens/notices.py": "a text with spaces is the id of a notice",
    "src/upcard/room/projections/incidents.py": "a report of an old room says what it said then",
}
NAMED = {"hand", "offer", "wager"}
"""Whose `name` is one."""


def raw_codes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a sentence shows a code as it is; a quoted one (`!r`) is what somebody typed."""
    for node in _without_asserts(tree):
        if not isinstance(node, ast.JoinedStr) or not _is_sentence(node):
            continue
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and part.conversion == -1:
                said = ast.unparse(part.value)
                if _is_code(part.value):
                    yield node.lineno, said


def _without_asserts(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node but those of an assertion, which only a programmer reads."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.Assert):
            yield node
            yield from _without_asserts(node)


def _is_sentence(text: ast.JoinedStr) -> bool:
    said = [one.value for one in text.values if isinstance(one, ast.Constant)]
    return any(" " in str(one).strip(" ") or str(one).strip(" ").isalpha() for one in said)


def _is_code(value: ast.expr) -> bool:
    match value:
        case ast.Name(id=name):
            return name in CODES
        case ast.Attribute(value=ast.Name(id=owner), attr="name"):
            return owner in NAMED
        case ast.Attribute(attr=name):
            return name in CODES | {"hand"}
        case ast.Call(func=ast.Name(id="awaits")):
            return True
    return False


def test_no_sentence_shows_a_name_that_is_meant_for_programs() -> None:
    wrong = [
        f"{shown(path)}:{line}: {said}"
        for path in package_files()
        if path.relative_to(SOURCE).parts[0] in FOLDERS and shown(path) not in EXEMPT
        for line, said in raw_codes(tree_of(path))
        if said not in WORDS
    ]

    assert wrong == [], "say it in words (table/titles.py, room/people/roles.py):\n" + "\n".join(
        wrong
    )


@pytest.mark.parametrize(
    ("code", "is_wrong"),
    [
        ('f"{command.wager} on spot {spot}"', True),
        ('f"hand {hand.name} may not hit"', True),
        ('f"the table is waiting for {awaits(round_)}"', True),
        ('f"{command.wager!r} is not a wager here"', False),
        ('f"{wager_title(game, wager)} is too late"', False),
        ('f"{round_id}.{award.wager}"', False),
        ('assert x, f"no line answers {awaited} here"', False),
    ],
)
def test_a_code_in_a_sentence_is_found(code: str, is_wrong: bool) -> None:
    assert bool(list(raw_codes(ast.parse(code)))) is is_wrong
