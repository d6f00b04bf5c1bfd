"""Text that somebody wrote, as a refusal shows it."""

from __future__ import annotations

from typing import Final

_QUOTED_MAX: Final = 60


def quoted(text: str) -> str:
    """
    *text* in quotes, and not longer than people read.

    >>> quoted("6 decks"), quoted("9" * 5_000)[-4:]
    ("'6 decks'", "99…'")
    """
    return repr(text if len(text) <= _QUOTED_MAX else f"{text[:_QUOTED_MAX]}…")
