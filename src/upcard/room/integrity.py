"""The running software: a hash of every file of the package and of what Python loads first."""

from __future__ import annotations

import hashlib
import os
import site
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from upcard.room.files import write_private

LEFT_OUT: Final = ("__pycache__", ".pyc")
"""Compiled copies, which every machine makes for itself."""
MANIFEST: Final = "software.txt"
"""In the room's folder: the files that were accepted last, sealed by the hash in the journal."""


def manifest() -> str:
    """One line for each file that affects the program, sorted: its SHA-256 and its name."""
    found = [*_hashes(files("upcard"), ""), *loaded_first()]
    return "".join(f"{hash_}  {name}\n" for name, hash_ in found)


def loaded_first() -> list[tuple[str, str]]:
    """
    What Python runs or looks at before the program, and could change it with.

    That is every `.pth` file beside the installed packages, the modules `sitecustomize` and
    `usercustomize`, and the variables that lead Python elsewhere, with the modules they lead to.
    """
    found = {
        f"python: {path.name}": _hash(path.read_bytes())
        for folder in map(Path, (*site.getsitepackages(), site.getusersitepackages()))
        for path in folder.glob("*.pth")
    }
    for name in ("sitecustomize", "usercustomize"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None and Path(spec.origin).is_file():
            found[f"python: {name}"] = _hash(Path(spec.origin).read_bytes())
    for variable in ("PYTHONPATH", "PYTHONHOME"):
        if value := os.environ.get(variable):
            found[f"python: {variable}"] = _hash(value.encode())
    for folder in filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)):
        for path in Path(folder).glob("*.py"):
            found[f"python: PYTHONPATH {path.name}"] = _hash(path.read_bytes())
    return sorted(found.items())


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def software_hash(text: str | None = None) -> str:
    """
    The SHA-256 of a manifest; without one, of the package now on the disk.

    >>> len(software_hash())
    64
    """
    return hashlib.sha256((manifest() if text is None else text).encode()).hexdigest()


def changed_files(before: str, after: str) -> list[str]:
    """
    The names of files that are not the same in two manifests.

    >>> changed_files("aa  one.py\\nbb  two.py\\n", "aa  one.py\\ncc  two.py\\ndd  three.py\\n")
    ['three.py', 'two.py']
    """
    lines = set(before.splitlines()) ^ set(after.splitlines())
    return sorted({line.partition("  ")[2] for line in lines})


def keep_manifest(folder: Path) -> None:
    """Write down the files that were accepted, so that a later change can be named."""
    write_private(folder / MANIFEST, manifest().encode())


def changes_since(folder: Path, accepted: str) -> list[str]:
    """The files that changed since *accepted*; none where the list of then is not whole."""
    try:
        kept = (folder / MANIFEST).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    return changed_files(kept, manifest()) if software_hash(kept) == accepted else []


def _hashes(folder: Traversable, path: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name.endswith(LEFT_OUT):
            continue
        name = f"{path}/{item.name}" if path else item.name
        if item.is_dir():
            found += _hashes(item, name)
        else:
            found.append((name, _hash(item.read_bytes())))
    return found
