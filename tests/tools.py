"""
Programs that tests run beside Python, and what a test does where one is missing.

The system's own come first. PostgreSQL is also in a wheel and Chromium in an npm package, both
among the development dependencies, so that nobody needs root for them. What no package has, the
script `.ci/tools` installs.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable
from typing import Final, NoReturn

import pytest

FOLDERS: Final = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
FROM_PACKAGES_ONLY: Final = os.environ.get("UPCARD_TOOLS") == "packages"
"""Whether PostgreSQL and Chromium must come from packages, though the system has them."""
INSTALL: Final = "sudo .ci/tools"
NOT_INSTALLED: Final = "not installed: "


def tool_or_skip(name: str) -> str:
    """Where a program is."""
    return shutil.which(name, path=FOLDERS) or missing(name)


def missing(name: str, command: str = INSTALL) -> NoReturn:
    """Skip the test for want of something that *command* installs; on CI, fail it."""
    reason = f"{NOT_INSTALLED}{name} ({command})"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def skipped_lines(reasons: Iterable[str]) -> list[str]:
    """
    What was skipped and why, most tests first, and the one command that installs what is missing.

    >>> nginx = "not installed: nginx (sudo .ci/tools)"
    >>> print("\\n".join(skipped_lines([nginx, "no GPU", nginx])))
    2 tests: not installed: nginx (sudo .ci/tools)
    1 test: no GPU
    To run the tests that need a program you do not have: sudo .ci/tools
    """
    counted = Counter(reasons).most_common()
    lines = [f"{n} test{'s' if n > 1 else ''}: {reason}" for reason, n in counted]
    if any(reason.endswith(f"({INSTALL})") for reason, _ in counted):
        lines.append(f"To run the tests that need a program you do not have: {INSTALL}")
    return lines
