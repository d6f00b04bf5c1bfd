"""Proofs: a tiny shoe, a policy, and the value of a round as an exact fraction."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import Card, CardError, read_cards, write_cards
from upcard.notation.records import NotationError, Record, laid_out, read_line
from upcard.notation.setting_up import game_of_record
from upcard.table.games import Game

_HEADERS = ("rules", "decks", "set")
_CLAUSE = re.compile(
    r"stand|(?:hit|redouble|rescue)-below \d+|(?:double|surrender)-on(?: \d+)+|split(?: [A2-9T])*",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Proof:
    """
    A claim anybody can check: in this game, from this shoe, by this policy, a round is worth this.

    The value is the mean net of one spot's main wager, in wagers.
    """

    comments: tuple[str, ...]
    record: Record
    """The headers that describe the game."""
    shoe: tuple[Card, ...]
    policy: str
    """How the player decides: clauses with commas between, of which the first that fits holds."""
    value: Fraction

    @property
    def game(self) -> Game:
        """The game the proof is about."""
        return game_of_record(self.record)

    def __str__(self) -> str:
        headers = [laid_out(line.key, line.words, None) for line in self.record.lines]
        return "\n".join(
            [
                *self.comments,
                *headers,
                f"shoe    {write_cards(self.shoe)}",
                f"policy  {self.policy}",
                f"value   = {self.value}",
                "",
            ]
        )


def read_proof(text: str) -> Proof:
    """The proof written as *text*; `str` of it is the canonical form."""
    comments, record, rest = [], Record(), {}
    for number, line in enumerate(text.splitlines(), start=1):
        key, _, words = line.partition(" ")
        if line.startswith("#"):
            comments.append(line.rstrip())
        elif key in _HEADERS:
            record.lines.append(read_line(line, number))
        elif key in ("shoe", "policy", "value"):
            rest[key] = (words.strip(), number)
        elif line.strip():
            raise NotationError(number, f"{key!r} begins no line of a proof")
    for key in ("shoe", "policy", "value"):
        if key not in rest:
            raise NotationError(0, f"the proof has no {key!r} line")
    return Proof(
        tuple(comments), record, _shoe(*rest["shoe"]), _policy(*rest["policy"]),
        _value(*rest["value"]),
    )  # fmt: skip


def _shoe(text: str, line: int) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except CardError as error:
        raise NotationError(line, str(error)) from None


def _policy(text: str, line: int) -> str:
    for clause in text.split(","):
        if not _CLAUSE.fullmatch(clause.strip()):
            raise NotationError(
                line,
                f"policy is {text!r}: {clause.strip()!r} is no clause; write stand, hit-below 17, "
                "split, split 8, double-on 10 11, redouble-below 12, rescue-below 16 or "
                "surrender-on 16, with commas between",
            )
    return text


def _value(text: str, line: int) -> Fraction:
    try:
        return Fraction(text.removeprefix("=").strip())
    except (ValueError, ZeroDivisionError):
        raise NotationError(line, f"value is {text!r}: write a fraction like = -3/35") from None
