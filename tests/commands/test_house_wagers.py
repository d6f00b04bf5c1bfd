"""Side wagers that a house keeps in a folder: played where they pass the battery, else refused."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.commands.runs import PROJECT

MODULE = '''"""Two sevens."""

from upcard.families.card_numbers import SEVEN, is_red, line_bits, rank_of
from upcard.families.family import TWO_CARDS, Family

BOTH_RED, ANY = line_bits(2)


def judge(first: int, second: int) -> int:
    if rank_of(first) != SEVEN or rank_of(second) != SEVEN:
        return 0
    return ANY | (BOTH_RED if is_red(first) and is_red(second) else 0)


FAMILIES = (Family(name="twin-sevens", sees=TWO_CARDS, lines=("red", "any"), judge=judge),)
'''
SHEET = """wager = "twin-sevens"
title = "Twin Sevens"
kind = "side"
family = "twin-sevens"
levels = []

[paytables.100-40]
decks = [6]
source = "the house"
certified = "no-meter"

[paytables.100-40.pays]
red = "100:1"
any = "40:1"
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where machine code is kept, so that two ways to bring one family compile it once."""
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of installed packages, with a distribution that brings one wager."""
    made = tmp_path / "site"
    package = made / "twin_wagers"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(MODULE)
    (package / "twin-sevens.toml").write_text(SHEET)
    info = made / "twin_wagers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: twin-wagers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[upcard.wagers]\ntwins = twin_wagers\n")
    return made


def upcard_with(site: Path, kernels: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`upcard` where the packages in *site* are installed."""
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "upcard", *words],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(kernels)},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one wager of the house."""
    made = tmp_path / "wagers"
    made.mkdir()
    (made / "twins.py").write_text(MODULE)
    (made / "twin-sevens.toml").write_text(SHEET)
    return made


def upcard(
    folder: Path, *words: str, by_variable: bool = False, kernels: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """`upcard` in a process of its own, because families stay known as long as one lives."""
    told = {"UPCARD_WAGERS": str(folder)} if by_variable else {}
    options = [] if by_variable else ["--wagers", str(folder)]
    return subprocess.run(
        [sys.executable, "-m", "upcard", *options, *words],
        env={**os.environ, **told, "NUMBA_CACHE_DIR": str(kernels or folder.parent / "kernels")},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_wager_of_the_house_has_odds_like_any_other(
    folder: Path, site: Path, kernels: Path
) -> None:
    asked = ("odds", "--wager", "twin-sevens", "--json")
    done = upcard(folder, *asked, kernels=kernels)
    again = upcard(folder, *asked, by_variable=True, kernels=kernels)
    installed = upcard_with(site, kernels, *asked)

    # Of 97,032 ordered pairs of 312 cards 24 x 23 are sevens, 12 x 11 of them red.
    edge = 1 - Fraction(101 * 12 * 11 + 41 * (24 * 23 - 12 * 11), 97032)
    assert json.loads(done.stdout)["house_edge"] == str(edge)
    assert again.stdout == done.stdout
    assert installed.stdout == done.stdout


def test_an_installed_package_that_cannot_be_imported_is_named(site: Path, tmp_path: Path) -> None:
    (site / "twin_wagers" / "__init__.py").write_text("import no_such_module\n")
    done = upcard_with(site, tmp_path, "rules", "list")

    assert done.returncode == 1
    assert done.stderr == (
        "upcard: the installed package twin-wagers names twin_wagers in upcard.wagers, which "
        "cannot be imported: No module named 'no_such_module'; mend or uninstall it [wagers]\n"
    )


def test_wagers_of_an_installed_package_are_offered_by_name(
    site: Path, kernels: Path, tmp_path: Path
) -> None:
    rules = tmp_path / "own.toml"
    rules.write_text(
        'extends = "blackjack"\nname = "own"\ntitle = "Own"\nsource = "us"\ndecks = [6]\n'
        'library = ["twin-sevens"]\n'
    )
    done = upcard_with(site, kernels, "rules", "check", str(rules), "--json")

    assert json.loads(done.stdout) == {"ok": True}


def test_a_family_that_fails_the_battery_is_refused(folder: Path) -> None:
    (folder / "twins.py").write_text(MODULE.replace('("red", "any")', '("red", "any", "blue")'))
    done = upcard(folder, "odds", "--wager", "twin-sevens")

    assert done.returncode == 1
    assert done.stderr == (
        "upcard: twin-sevens: no cards fit the line blue: take it out, or mend the judge [wagers]\n"
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("twins.py", "twin-sevens", "pair", "the family pair exists: choose another name"),
        ("twins.py", "FAMILIES = (", "OTHERS = (", "has no FAMILIES: write a tuple of Family"),
        ("twins.py", "import SEVEN", "import SEVENS", "cannot be imported: cannot import name"),
    ],
)
def test_a_module_that_has_no_family_of_its_own_is_refused(
    folder: Path, file: str, old: str, new: str, sentence: str
) -> None:
    path = folder / file
    path.write_text(path.read_text().replace(old, new))
    done = upcard(folder, "rules", "list")

    assert done.returncode == 1
    assert sentence in done.stderr


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = upcard(tmp_path / "nowhere", "rules", "list")

    assert done.returncode == 1
    assert "nowhere is not a folder: name one with .py and .toml files [wagers]" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('family = "pair"', 'family = "pairs"', "family: is 'pairs': choose one of"),
        ("suited-pair =", "pink =", "is not a line of pair: write suited-pair, pair"),
        ('wager = "twin-sevens"', 'wager = "sevens"', "write the file's name, 'twin-sevens'"),
    ],
)
def test_a_sheet_that_no_family_judges_is_refused(
    folder: Path, old: str, new: str, sentence: str
) -> None:
    (folder / "twins.py").unlink()
    sheet = SHEET.replace('family = "twin-sevens"', 'family = "pair"').replace("any =", "pair =")
    sheet = sheet.replace("red =", "suited-pair =")
    (folder / "twin-sevens.toml").write_text(sheet.replace(old, new))
    done = upcard(folder, "rules", "list")

    assert done.returncode == 1
    assert sentence in done.stderr


def block(kind: str) -> str:
    """The example of CONTRIBUTING.md in that language."""
    section = (PROJECT / "CONTRIBUTING.md").read_text().partition("## Add a side wager")[2]
    return section.partition(f"```{kind}\n")[2].partition("```")[0]


def test_the_wager_of_contributing_takes_two_files_and_few_lines(tmp_path: Path) -> None:
    made = tmp_path / "wagers"
    made.mkdir()
    (made / "ladies.py").write_text(block("python"))
    (made / "ladies.toml").write_text(block("toml"))
    lines = [line for kind in ("python", "toml") for line in block(kind).splitlines() if line]
    done = upcard(made, "odds", "--wager", "ladies", "--json")

    assert (
        f"takes {len(lines)} lines in these two files" in (PROJECT / "CONTRIBUTING.md").read_text()
    )
    assert len(lines) <= 60
    assert round(json.loads(done.stdout)["house_edge_percent"], 4) == 24.7089
