"""Where tests keep their files: in memory where there is room, because rooms wait for the disk."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
BYTES_MIN: Final = 4 << 30
"""A run takes about a quarter of this."""


def keep_in_memory() -> None:
    """
    Make a folder in memory that this process and its children keep temporary files in.

    Every order of a room waits until it is on the disk, and on a disk that takes most of the time
    of a test. Whoever sets TMPDIR has chosen another place.
    """
    if "TMPDIR" in os.environ or not _has_room():
        return
    folder = Path(tempfile.mkdtemp(prefix="upcard-tests-", dir=MEMORY))
    folder.chmod(0o755)  # PostgreSQL may run as another user.
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    # What is registered first is done last: servers that still use the folder have stopped then.
    atexit.register(_remove, folder, os.getpid())


def _remove(folder: Path, maker: int) -> None:
    if os.getpid() == maker:
        shutil.rmtree(folder, ignore_errors=True)


def _has_room() -> bool:
    """Whether memory takes files that may be run, and enough of them."""
    try:
        found = os.statvfs(MEMORY)
    except OSError:
        return False
    can_run = not found.f_flag & os.ST_NOEXEC
    return can_run and found.f_bavail * found.f_frsize > BYTES_MIN and os.access(MEMORY, os.W_OK)
