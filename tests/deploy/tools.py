"""Programs that tests of deploy/ run: without one the test is skipped, and on CI it fails."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
FOLDERS: Final = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def tool_or_skip(name: str) -> str:
    """Where a program is."""
    found = shutil.which(name, path=FOLDERS)
    if found is not None:
        return found
    reason = f"{name} is not installed"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
