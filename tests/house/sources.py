"""Where the project's files are, for the tests that read them."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "upcard"


def python_files(folder: Path) -> list[Path]:
    """Every Python file under *folder*, in one order on every machine."""
    return sorted(folder.rglob("*.py"))


def package_files() -> list[Path]:
    """Every Python file of the package. If there were none, its tests would pass for nothing."""
    files = python_files(SOURCE)
    assert files, f"{SOURCE} holds no Python file: the house tests look in the wrong place"
    return files


def tree_of(path: Path) -> ast.Module:
    """The syntax tree of the file at *path*."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def shown(path: Path) -> str:
    """The name of *path* for a message: as seen from the root of the repository."""
    return path.relative_to(ROOT).as_posix()


def repository_texts() -> Iterator[tuple[Path, str]]:
    """Every text file that git keeps, or would keep at the next `git add`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for path in sorted({ROOT / name for name in listed.split("\0") if name}):
        # A file may be in the index and gone from the folder.
        if not path.is_file():
            continue
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
