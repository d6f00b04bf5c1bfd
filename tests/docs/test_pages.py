"""Documentation that cannot drift: made from the code, or compared with it."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
import typer

from upcard.cli import app
from upcard.notation import replay_file
from upcard.notation.lines import HEADERS
from upcard.plain import kinds_of
from upcard.room.orders import OpenCut, SealCut, Wish
from upcard.room.procedures.acts import SECOND_ACTS
from upcard.rules.documentation import rules_file_page
from upcard.table import RefusalCode

PROJECT = Path(__file__).parents[2]
DOCS = PROJECT / "docs"


def commands(group: typer.Typer, name: str = "upcard") -> list[str]:
    """Every command of the command line by its words."""
    own = [f"{name} {command.name}" for command in group.registered_commands]
    for below in group.registered_groups:
        assert below.typer_instance is not None
        own += commands(below.typer_instance, f"{name} {below.name}")
    return own


@pytest.mark.parametrize("words", commands(app))
def test_every_command_is_on_the_commands_page(words: str) -> None:
    assert f"`{words}" in (DOCS / "commands.md").read_text()


def test_the_rules_file_page_is_what_the_schema_says() -> None:
    assert (DOCS / "rules-file.md").read_text() == rules_file_page()


def test_every_header_of_a_round_is_on_the_notation_page() -> None:
    page = (DOCS / "notation.md").read_text()

    assert [header for header in HEADERS if f"`{header} " not in page] == []


def test_the_rounds_on_the_notation_page_replay() -> None:
    blocks = (DOCS / "notation.md").read_text().split("```")[1::2]
    rounds = [block for block in blocks if "dealer" in block]

    assert len(rounds) == 2
    for block in rounds:
        assert replay_file(block)


def test_the_web_page_lists_every_wish_with_its_fields_and_says_which_two_people_sign() -> None:
    page = (DOCS / "web.md").read_text()
    alone, _, rest = page.partition("A second person signs these:")
    together = rest.partition("*command* is")[0]
    lines = {True: together, False: alone}

    for name, kind in kinds_of(Wish).items():
        found = [line for line in lines[kind in SECOND_ACTS].splitlines() if f"`{name}`" in line]
        assert found, f"{name} is on the page where it belongs"
        if kind not in (SealCut, OpenCut):
            assert all(f"`{one.name}`" in found[0] for one in fields(kind)), found[0]


def test_every_refusal_code_is_on_the_refusals_page() -> None:
    page = (DOCS / "refusals.md").read_text()

    assert [code.value for code in RefusalCode if f"| `{code.value}` |" not in page] == []


@pytest.mark.parametrize("path", [*DOCS.rglob("*.md"), PROJECT / "README.md"], ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        assert (path.parent / target).exists(), target


def test_every_ambiguity_that_the_rules_file_numbers_has_a_row() -> None:
    page = (DOCS / "rules-file.md").read_text()
    cited = re.findall(r"Ambiguit(?:y|ies) ([0-9, and]+)", page)
    numbers = {number for each in cited for number in re.findall(r"[0-9]+", each)}

    assert numbers == {str(number) for number in range(1, 22)}
    rows = (DOCS / "ambiguities.md").read_text()
    assert [number for number in numbers if f"\n| {number} |" not in rows] == []


@pytest.mark.parametrize("path", [*DOCS.rglob("*.md"), PROJECT / "README.md"], ids=lambda p: p.name)
def test_a_page_names_no_page_that_a_reader_cannot_have(path: Path) -> None:
    for name in re.findall(r"(?<![\w./-])[\w./-]+\.md\b", path.read_text()):
        assert (path.parent / name).exists() or (PROJECT / name).exists(), name
