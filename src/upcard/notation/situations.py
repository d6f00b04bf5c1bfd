"""Situations: a player's hand against an up card, in one line."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from upcard.game.decisions import Decision
from upcard.notation.text_lines import NotationError, plain_line
from upcard.quotes import quoted

VALUES: Final = "A23456789T"
"""Cards by blackjack value: T stands for every ten-value card."""

_LINE: Final = re.compile(
    r"(?P<hand>hard (?:[4-9]|1[0-9]|2[01])|soft (?:1[2-9]|2[01])|[A2-9T]{1,12})"
    r" v (?P<upcard>[A2-9T])(?: @(?P<shoe>[^=]+?))?(?: ?= (?P<facts>.+))?"
)
_DECKS: Final = re.compile(r"([1-8])d((?:-[A2-9T])*)")
_COUNT: Final = re.compile(r"([A2-9T])([0-9]{1,3})")
_FACT: Final = re.compile(rf"({'|'.join(Decision)}) (-?[0-9]{{1,6}}(?:\.[0-9]{{1,20}})?)(?: |$)")


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
    """`6d`, six decks; `6d-8-T`, less two cards; `A2 T5`, a count of each; empty for any."""
    facts: tuple[tuple[str, str], ...] = ()
    """Values of decisions, as they are written."""

    def __str__(self) -> str:
        shoe = f" @{self.shoe}" if self.shoe else ""
        facts = " ".join(f"{decision} {value}" for decision, value in self.facts)
        return f"{self.hand} v {self.upcard}{shoe}{f' = {facts}' if facts else ''}"


def read_situation(text: str, line: int = 0) -> Situation:
    """The situation written as *text*."""
    plain = " ".join(plain_line(text, line).split())
    found = _LINE.fullmatch(plain)
    if not found:
        raise NotationError(
            line,
            f"{quoted(plain)} is not a situation: write it like 'T6 v T', 'hard 16 v 9 @6d', with "
            "a hard total from 4 to 21 or a soft one from 12 to 21",
        )
    _check_hand(found["hand"], line)
    shoe = found["shoe"] or ""
    if shoe:
        shoe_counts(shoe, line=line)
    return Situation(found["hand"], found["upcard"], shoe, _facts(found["facts"] or "", line))


def _check_hand(hand: str, line: int) -> None:
    """Refuse cards that nobody has a decision on: a single one, or more than 21 points."""
    points = 0 if " " in hand else sum(VALUES.index(value) + 1 for value in hand)
    if len(hand) < 2 or points > 21:
        raise NotationError(
            line, f"{quoted(hand)} is not a hand: write two or more cards, of 21 points at most"
        )


def _facts(text: str, line: int) -> tuple[tuple[str, str], ...]:
    facts = tuple((found[1], found[2]) for found in _FACT.finditer(text))
    if " ".join(f"{decision} {value}" for decision, value in facts) != text:
        raise NotationError(
            line,
            f"{quoted(text)} has no facts: write decisions with values, like 'stand -0.54'",
        )
    if len({decision for decision, _ in facts}) != len(facts):
        raise NotationError(line, f"{quoted(text)} has a decision twice: write each once")
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
            raise NotationError(line, f"shoe {quoted(text)} takes more cards away than there are")
        return counts
    words = [found for found in map(_COUNT.fullmatch, text.split()) if found]
    counts = Counter({word[1]: int(word[2]) for word in words})
    if not words or len(words) != len(text.split()):
        raise NotationError(
            line, f"{quoted(text)} is not a shoe: write 6d, 6d-8-T or counts like A2 T5"
        )
    if len(counts) != len(words) or not counts.total():
        raise NotationError(
            line, f"shoe {quoted(text)} has a card twice or none at all: write each card once"
        )
    return counts
