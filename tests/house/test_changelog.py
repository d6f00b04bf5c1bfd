"""Changelog fragments have names that the release can sort, and something to say."""

import re

import pytest

from tests.house.sources import ROOT, shown

FRAGMENTS = ROOT / "changelog.d"
KINDS = ["added", "changed", "deprecated", "fixed", "removed", "security"]
FRAGMENT_NAME = re.compile(rf"[1-9]\d*\.({'|'.join(KINDS)})(\.[1-9]\d*)?\.md")


def test_fragments_are_named_after_their_issue_and_kind() -> None:
    names = {path.name for path in FRAGMENTS.iterdir()} - {"README.md"}
    wrong = sorted(name for name in names if not FRAGMENT_NAME.fullmatch(name))

    assert wrong == [], f"name a fragment like 57.fixed.md; the kinds are {', '.join(KINDS)}"


def test_fragments_say_something() -> None:
    fragments = sorted(set(FRAGMENTS.glob("*.md")) - {FRAGMENTS / "README.md"})
    wrong = [shown(path) for path in fragments if not path.read_text(encoding="utf-8").strip()]

    assert wrong == []


def test_the_readme_explains_every_kind() -> None:
    text = (FRAGMENTS / "README.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| `(\w+)` \|", text, flags=re.MULTILINE) == KINDS


@pytest.mark.parametrize("name", ["2.added.md", "57.fixed.2.md", "1234.security.md"])
def test_a_good_name_passes(name: str) -> None:
    assert FRAGMENT_NAME.fullmatch(name)


@pytest.mark.parametrize(
    "name", ["added.md", "02.added.md", "57.fix.md", "57.fixed.txt", "57-fixed.md", "57.fixed.0.md"]
)
def test_a_bad_name_is_found(name: str) -> None:
    assert not FRAGMENT_NAME.fullmatch(name)
