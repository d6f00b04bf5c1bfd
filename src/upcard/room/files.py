"""Files that only the room's user can read, in whatever folder."""

from __future__ import annotations

import os
from pathlib import Path


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, and wait until it is on the disk."""
    _written(path, content, os.O_EXCL)


def write_private(path: Path, content: bytes) -> None:
    """Write or replace a file, and wait until it is on the disk."""
    _written(path, content, os.O_TRUNC)


def _written(path: Path, content: bytes, how: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600)
    with os.fdopen(handle, "wb") as file:
        os.fchmod(handle, 0o600)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
