"""Situations: a player's hand against an up card, in one line."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from upcard.notation.records import NotationError

VALUES: Final = "A23456789T"
"""Cards by blackjack value: T stands for every ten-value card."""

_LINE: Final = re.compile(
    r"(?P<hand>(?:hard|soft) \d{1,2}|[A2-9T]{1,12}) v (?P<upcard>[A2-9T])"
    r"(?: @(?P<shoe>[^=]+?))?(?:\s*= (?P<facts>.+))?",
    re.ASCII,
)
_DECKS: Final = re.compile(r"([1-8])d((?:-[A2-9T])*)", re.ASCII)
_COUNT: Final = re.compile(r"([A2-9T])(\d{1,3})", re.ASCII)
_FACT: Final = re.compile(r"(hit|stand|double|split|surrender|rescue) (-?\d+(?:\.\d+)?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Situation:
    """
    What a player holds, what the dealer shows, which shoe it comes from, and what is known of it.

    >>> str(read_situation("T6 v T @6d-8-8-T   = stand -0.5404 hit -0.5398"))
    'T6 v T @6d-8-8-T = stand -0.5404 hit -0.5398'
    >>> read_situation("soft 18 v 9").hand
    'soft 18'
    """

    hand: str
    """Card values like `T6`, or a total like `hard 16`."""
    upcard: str
    shoe: str = ""
    """`6d`, six decks; `6d-8-T`, less two cards; `A2 T5`, so many of each; empty for any."""
    facts: tuple[tuple[str, str], ...] = ()
    """Values of decisions, as they are written."""

    def __str__(self) -> str:
        shoe = f" @{self.shoe}" if self.shoe else ""
        facts = " ".join(f"{decision} {value}" for decision, value in self.facts)
        return f"{self.hand} v {self.upcard}{shoe}{f' = {facts}' if facts else ''}"


def read_situation(text: str, line: int = 0) -> Situation:
    """The situation written as *text*."""
    found = _LINE.fullmatch(text.strip())
    if not found:
        raise NotationError(
            line, f"{text!r} is not a situation: write it like 'T6 v T', 'hard 16 v 9 @6d'"
        )
    shoe = " ".join((found["shoe"] or "").split())
    if shoe:
        shoe_counts(shoe, line=line)
    return Situation(found["hand"], found["upcard"], shoe, _facts(found["facts"] or "", line))


def _facts(text: str, line: int) -> tuple[tuple[str, str], ...]:
    facts = tuple((found[1], found[2]) for found in _FACT.finditer(text))
    if " ".join(f"{decision} {value}" for decision, value in facts) != " ".join(text.split()):
        raise NotationError(line, f"{text!r} are no facts: write decisions with their values")
    return facts


def shoe_counts(text: str, *, tens_per_deck: int = 16, line: int = 0) -> Counter[str]:
    """
    How many cards of each value a shoe holds.

    >>> shoe_counts("1d-8-T")["T"], shoe_counts("A2 T5").total()
    (15, 7)
    """
    if found := _DECKS.fullmatch(text):
        decks = int(found[1])
        counts = Counter(
            {value: decks * (tens_per_deck if value == "T" else 4) for value in VALUES}
        )
        counts.subtract(found[2].replace("-", ""))
        if min(counts.values()) < 0:
            raise NotationError(line, f"shoe {text!r} takes more cards away than there are")
        return counts
    words = [_COUNT.fullmatch(word) for word in text.split()]
    if not words or not all(words):
        raise NotationError(line, f"{text!r} is not a shoe: write 6d, 6d-8-T or counts like A2 T5")
    return Counter({word[1]: int(word[2]) for word in words if word})
