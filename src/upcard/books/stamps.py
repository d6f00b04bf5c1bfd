"""Which software made a report: one hash over every file of the package."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

LEFT_OUT = ("__pycache__", ".pyc")


@cache
def package_hash() -> str:
    """
    The SHA-256 of the installed package: names and contents of its files, in one order.

    Compiled copies are left out, which every machine makes anew.

    >>> len(package_hash())
    64
    """
    digest = hashlib.sha256()
    for name, file in _files(files("upcard"), ""):
        content = file.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _files(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name.endswith(LEFT_OUT):
            continue
        name = f"{path}/{item.name}" if path else item.name
        found += _files(item, name) if item.is_dir() else [(name, item)]
    return found
