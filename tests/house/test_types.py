"""Types say what a value is: `Any` says nothing, and there is less of it with every change."""

import tokenize
from pathlib import Path

from tests.house.sources import package_files, shown

# A ratchet: lower it whenever you can, never raise it.
ANY_MAX = 124


def test_the_package_says_any_no_more_often_than_before() -> None:
    said = {shown(path): count for path in package_files() if (count := times_any(path))}
    most = sorted(said.items(), key=lambda one: -one[1])[:10]

    assert sum(said.values()) <= ANY_MAX, (
        f"Any stands {sum(said.values())} times in the package, {ANY_MAX} are allowed: give it a "
        "type (object where a value is only passed on, a TypedDict for JSON, Plain for any JSON); "
        f"most of it is in {most}"
    )


def test_any_is_counted_as_a_type_and_not_as_a_word(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        '"""Any of them."""\nfrom typing import Any\nx: Any = "Any"  # Any\nAnyOdds = x\n'
    )

    assert times_any(file) == 2


def times_any(path: Path) -> int:
    """How often the file at *path* says `Any`, its import included, sentences aside."""
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    return sum(token.type == tokenize.NAME and token.string == "Any" for token in tokens)
