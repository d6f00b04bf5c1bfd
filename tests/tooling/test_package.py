"""What is installed is complete: pages are in every package, and what is left out is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import upcard
from upcard.extras import EXTRAS

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
IS_FULL = os.environ.get("UPCARD_INSTALL") == "full"
INSTALL_BYTES_MAX = 320_000_000
PAGE = "upcard/web/pages/index.html"
LOCKED = "requirements/runtime.txt"


def clone(folder: Path, *, has_pages: bool) -> Path:
    """The parts of a clone that a package is built from."""
    ignored = shutil.ignore_patterns("__pycache__", "pages")
    shutil.copytree(ROOT / "src", folder / "src", ignore=ignored)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    if has_pages:
        page = folder / "src" / PAGE
        page.parent.mkdir()
        page.write_text("<title>Upcard</title>")
    return folder


def build(folder: Path, kind: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel or an sdist on a machine without Node."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind]
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": "/nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_package_without_pages_is_not_built_and_says_what_is_missing(
    kind: str, tmp_path: Path
) -> None:
    done = build(clone(tmp_path, has_pages=False), kind)

    assert done.returncode != 0
    assert "the pages of the web table are not built" in done.stderr
    assert "make pages" in done.stderr
    assert not list(tmp_path.glob("dist/*"))


def test_wheel_and_sdist_have_the_pages(tmp_path: Path) -> None:
    folder = clone(tmp_path, has_pages=True)
    for kind in ("wheel", "sdist"):
        done = build(folder, kind)
        assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("dist/*.whl")
    (source,) = folder.glob("dist/*.tar.gz")

    with zipfile.ZipFile(wheel) as opened:
        assert PAGE in opened.namelist()
    with tarfile.open(source) as archive:
        assert any(name.endswith(f"src/{PAGE}") for name in archive.getnames())


def test_every_package_of_an_extra_is_known_by_its_extra() -> None:
    imported = packages_distributions()
    homes = {
        package: {canonicalize_name(name) for name in names} for package, names in imported.items()
    }
    for extra, packages in EXTRAS.items():
        wanted = {
            canonicalize_name(Requirement(text).name)
            for text in PROJECT["optional-dependencies"][extra]
        }
        # What is not installed here cannot be asked how it is imported.
        known = {name for package in packages for name in homes.get(package, ())}
        here = {
            name for name in wanted - {"upcard"} if any(name in all_ for all_ in homes.values())
        }

        assert here <= known, f"{extra}: say in upcard.extras how {here - known} is imported"


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine where nothing but `pip install upcard` was done."""
    folder = tmp_path_factory.mktemp("lean")
    for name in sorted(set(closure(PROJECT["dependencies"]))):
        for file in distribution(name).files or []:
            top = file.parts[0]
            if top != ".." and not (folder / top).exists() and top != "__pycache__":
                (folder / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    source = Path(upcard.__file__).parents[1]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "PYTHONPATH": f"{source}{os.pathsep}{folder}"}


def closure(texts: list[str]) -> Iterator[str]:
    """The packages that these requirements lead to, without anybody's extras."""
    for text in texts:
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield wanted.name
            yield from closure(distribution(wanted.name).requires or [])


def run(lean: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """`upcard` there: without the packages of the site."""
    command = [sys.executable, "-S", "-m", "upcard", *words]
    return subprocess.run(command, env=lean, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ("serve --demo", "room"),
        ("room show --data nowhere", "room"),
        ("room init --data nowhere --name North --location here", "room"),
        ("audit verify --data nowhere", "room"),
        ("odds blackjack --report nowhere.pdf", "charts"),
    ],
)
def test_a_command_whose_extra_is_missing_says_how_to_install_it(
    words: str, extra: str, lean: dict[str, str]
) -> None:
    done = run(lean, *words.split())

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"pip install 'upcard[{extra}]' [not-installed]\n")
    assert not list(Path().glob("nowhere*"))


def test_mathematics_and_a_table_in_the_terminal_need_no_extra(lean: dict[str, str]) -> None:
    for words in ("rules list", "odds bahamas", "play bahamas --auto 1"):
        done = run(lean, *words.split())

        assert done.returncode == 0, done.stderr


def test_the_doctor_says_how_to_install_what_is_missing(lean: dict[str, str]) -> None:
    done = run(lean, "doctor")

    assert done.returncode == 0, done.stderr
    assert "pip install 'upcard[room]'" in done.stdout


def test_the_package_itself_imports_within_a_tenth_of_a_second(lean: dict[str, str]) -> None:
    code = "import time; t = time.process_time(); import upcard; print(time.process_time() - t)"
    command = [sys.executable, "-S", "-c", code]
    done = subprocess.run(command, env=lean, capture_output=True, text=True, check=True)

    assert float(done.stdout) < 0.1


@pytest.mark.skipif(not IS_FULL, reason="installs packages: set UPCARD_INSTALL=full")
def test_a_real_installation_is_small_and_simulates(tmp_path: Path) -> None:
    folder = clone(tmp_path / "clone", has_pages=True)
    assert build(folder, "wheel").returncode == 0
    (wheel,) = folder.glob("dist/*.whl")
    place = tmp_path / "venv"
    venv.create(place, with_pip=True)
    pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    before = size(place)
    subprocess.run([*pip, "--constraint", str(pins(tmp_path)), str(wheel)], check=True)
    taken = size(place) - before
    command = [str(place / "bin" / "upcard"), "simulate", "blackjack", "--rounds", "1000", "--seed"]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([*command, "1"], env=env, capture_output=True, text=True, check=False)

    print(f"{taken:,} bytes")
    assert taken < INSTALL_BYTES_MAX
    assert done.returncode == 0, done.stderr


def pins(folder: Path) -> Path:
    """The versions that are locked, without their hashes."""
    lines = (ROOT / LOCKED).read_text().splitlines()
    path = folder / "pins.txt"
    path.write_text("\n".join(line.removesuffix(" \\") for line in lines if "==" in line))
    return path


def size(folder: Path) -> int:
    """How many bytes the files of a folder have."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
