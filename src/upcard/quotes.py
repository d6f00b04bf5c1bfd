"""How a refusal quotes what a person wrote."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import Final

_QUOTED_MAX: Final = 60
_NAMES_MAX: Final = 12


def quoted(text: str) -> str:
    """
    *text* in quotes, and not longer than people read.

    >>> quoted("6 decks"), quoted("9" * 5_000)[-4:]
    ("'6 decks'", "99…'")
    """
    return repr(text if len(text) <= _QUOTED_MAX else f"{text[:_QUOTED_MAX]}…")


def nearest(names: Collection[str], wanted: str) -> str:
    """
    *names* as a refusal lists them: where they are many, those most like what somebody wrote.

    >>> nearest(("pair", "trilux"), "pears"), nearest([f"no-{n}" for n in range(40)], "no7")
    ('pair, trilux', 'no-7, no-37, no-27, no-17 or one of 36 others')
    """
    if len(names) <= _NAMES_MAX:
        return ", ".join(names)
    near = get_close_matches(wanted[:_QUOTED_MAX], names, n=4, cutoff=0.0)
    return f"{', '.join(near)} or one of {len(names) - len(near)} others"
