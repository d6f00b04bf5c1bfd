"""No remainder is taken of raw randomness: it would make small numbers likelier than large ones."""

import ast

import pytest

from tests.house.sources import package_files, shown, tree_of

RAW = {
    "secrets",
    "random",
    "urandom",
    "getrandom",
    "ChaCha20",
    "chacha20_block",
    "keystream_words",
    "new_seed",
}
"""What a module names that has raw randomness in its hands."""
ALLOWED = {
    # A PIN of six digits out of 256 bits: no PIN is likelier than another by more than 2**-236,
    # and no card comes of it.
    "src/upcard/room/keys.py": 1,
}


def has_raw_randomness(tree: ast.Module) -> bool:
    """Whether a module names a source of raw randomness."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    parts = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
        for name in (*alias.name.split("."), getattr(node, "module", None) or "")
    }
    return bool(RAW & (names | parts | imported))


def remainders(tree: ast.Module) -> int:
    """How often a module takes a remainder, in whatever way."""
    return sum(
        (isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Mod))
        or (isinstance(node, ast.Name) and node.id == "divmod")
        or (isinstance(node, ast.Attribute) and node.attr in ("__mod__", "mod", "fmod", "divmod"))
        for node in ast.walk(tree)
    )


def test_no_module_with_raw_randomness_takes_a_remainder() -> None:
    likely = [path for path in package_files() if any(raw in path.read_text() for raw in RAW)]
    trees = {shown(path): tree_of(path) for path in likely}
    having = {name: tree for name, tree in trees.items() if has_raw_randomness(tree)}
    wrong = [name for name, tree in having.items() if remainders(tree) != ALLOWED.get(name, 0)]

    assert "src/upcard/room/fairness/fair_shuffles.py" in having
    assert "src/upcard/room/fairness/verify_shoe.py" in having
    assert wrong == [], f"take bounded numbers by rejection, as `below` does: {', '.join(wrong)}"


@pytest.mark.parametrize(
    "text",
    [
        "import secrets\nx = int.from_bytes(secrets.token_bytes(4)) % 52",
        "from os import urandom\nx = urandom(1)[0]\nx %= 52",
        "from upcard.room.fairness.fair_shuffles import keystream_words\n"
        "x = divmod(next(words), 52)",
        "import operator\nimport random\nx = operator.mod(random.getrandbits(32), 52)",
    ],
)
def test_a_remainder_is_found_however_it_is_written(text: str) -> None:
    tree = ast.parse(text)

    assert has_raw_randomness(tree)
    assert remainders(tree) == 1
