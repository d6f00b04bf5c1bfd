"""How many files and connections this process may have open."""

from __future__ import annotations

import sys
from typing import Final

ENOUGH: Final = 65_536
"""More is not asked for where the system sets no bound."""


def files_allowed() -> int:
    """How many files this process may open once the limit is raised as far as it goes."""
    if sys.platform == "win32":
        return ENOUGH
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)


def raise_files_allowed() -> int:
    """Raise the limit as far as it goes; how many files may be open then."""
    allowed = files_allowed()
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < allowed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed
