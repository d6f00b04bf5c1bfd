"""One line of a record as text: what it is about, what was done, what must come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HEADERS: Final = ("rules", "decks", "pack", "paytable", "set", "date", "limits", "seat")
"""The lines that say what is played and by whom, in this order."""

SPOT_KINDS: Final = ("side", "insurance", "parlay", "super-bonus", "envy")
"""Lines about a spot that are not about a hand's cards, in this order."""

HAND: Final = "hand"
DEALER: Final = "dealer"
JACKPOT: Final = "jackpot"

_NAMED: Final = ("paytable", "set", "limits", "seat", JACKPOT)
"""Kinds that may come several times: their first word says what each is about."""

_KEY_WIDTH: Final = 8
_FIELD_WIDTH: Final = 14
_LEFT_WIDTH: Final = 34


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what it is about, what was done, and what must come out."""

    number: int
    key: str
    """The first word: a header, dealer, jackpot, or a hand's name."""
    words: tuple[str, ...]
    """What was done: everything between the key and the equals sign."""
    expected: str | None
    """What must come out, one space between words; None where the line has no equals sign."""

    @property
    def kind(self) -> str:
        """Which form the line has: a header's, dealer, jackpot, hand, side, insurance and so on."""
        if not self.is_of_spot:
            return self.key
        first = self.words[0] if self.words else ""
        return first if first in SPOT_KINDS else HAND

    @property
    def is_of_spot(self) -> bool:
        """Whether the line is about a spot or one of its hands."""
        return self.key[0].isdigit()

    @property
    def about(self) -> str:
        """What the line is about: no two lines of a round are about the same."""
        if self.kind in _NAMED or self.kind in SPOT_KINDS:
            named = 2 if self.kind == "side" else 1
            return " ".join((self.key, *self.words[:named]))
        return self.key

    def __str__(self) -> str:
        return laid_out(self.key, self.words, self.expected)


def laid_out(key: str, words: tuple[str, ...], expected: str | None) -> str:
    """One line in canonical columns."""
    if key in HEADERS:
        return f"{key:<{_KEY_WIDTH - 1}} {' '.join(words)}"
    if key in (DEALER, JACKPOT):
        left = f"{key:<{_FIELD_WIDTH}}{' '.join(words)}"
    elif words and words[0] in SPOT_KINDS and words[0] != "side":
        left = f"{key:<{_KEY_WIDTH}}{' '.join(words)}"
    else:
        first = words[0] if words else ""
        left = f"{key:<{_KEY_WIDTH}}{first:<5} {' '.join(words[1:])}"
    left = left.rstrip()
    return left if expected is None else f"{left:<{_LEFT_WIDTH - 1}} = {expected}"
