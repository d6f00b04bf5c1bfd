"""Proofs: a tiny shoe, a policy, and the value of a round as an exact fraction."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from upcard.cards import Card, CardError, write_cards
from upcard.game.decisions import Decision
from upcard.notation.grammar import read_line, split_line
from upcard.notation.line_orders import in_order
from upcard.notation.lines import Line
from upcard.notation.record_headers import game_of_record, header_lines
from upcard.notation.record_lines import Record
from upcard.notation.text_lines import NotationError, lines_in
from upcard.quotes import quoted
from upcard.table.games import Game

_HEADERS: Final = ("rules", "decks", "set")
_CLAIMS: Final = ("shoe", "policy", "value")
_NUMBER: Final = "[0-9]{1,2}"
_CLAUSE: Final = re.compile(
    rf"stand|(?:hit|redouble|rescue)-below {_NUMBER}|(?:{'|'.join(Decision)})-on(?: {_NUMBER})+"
    "|split(?: [A2-9T])*"
)
_FRACTION: Final = re.compile(r"-?[0-9]{1,100}(?:/0*[1-9][0-9]{0,99})?")


@dataclass(frozen=True, slots=True)
class Proof:
    """
    A claim anybody can check: in this game, from this shoe, by this policy, a round is worth this.

    The value is the mean net of one spot's main wager, in wagers.
    """

    comments: tuple[str, ...]
    game: Game
    """The game the proof is about."""
    shoe: tuple[Card, ...]
    policy: str
    """How the player decides: clauses with commas between, of which the first that fits holds."""
    value: Fraction

    def __str__(self) -> str:
        return "\n".join(
            [
                *self.comments,
                *map(str, in_order(self.game, header_lines(self.game))),
                f"shoe    {write_cards(self.shoe)}",
                f"policy  {self.policy}",
                f"value   = {self.value}",
                "",
            ]
        )


def read_proof(text: str) -> Proof:
    """The proof written as *text*; `str` of it is the canonical form."""
    record = Record()
    for number, line in lines_in(text):
        if line.startswith("#"):
            record.comments.append(line)
        elif line.strip():
            record.add(_line(line, number))
    for key in ("rules", *_CLAIMS):
        if not record.with_key(key):
            raise NotationError(1, f"the proof has no '{key}' line: write one")
    game = game_of_record(record)
    shoe, policy, value = (record.with_key(key)[0] for key in _CLAIMS)
    return Proof(tuple(record.comments), game, _shoe(shoe, game), _policy(policy), _value(value))


def _line(text: str, number: int) -> Line:
    """One line of a proof; a header is the same as in a round."""
    line = split_line(text, number)
    if line.key in _HEADERS:
        return read_line(text, number)
    if line.key not in _CLAIMS:
        raise NotationError(
            number,
            f"{quoted(line.key)} cannot begin a line of a proof: write "
            f"{', '.join((*_HEADERS, *_CLAIMS))}",
        )
    if line.key != "value" and line.expected is not None:
        raise NotationError(number, f"'{line.key}' has an equals sign: only the value has one")
    return line


def _shoe(line: Line, game: Game) -> tuple[Card, ...]:
    try:
        shoe = tuple(map(Card.parse, line.words))
    except CardError as error:
        raise NotationError(line.number, str(error)) from None
    if not shoe:
        raise NotationError(line.number, "the shoe is empty: write its cards, like 'As Kd 9c 7h'")
    for card, count in Counter(shoe).items():
        if card not in game.rules.deck.cards or count > game.decks:
            held = game.decks if card in game.rules.deck.cards else 0
            raise NotationError(
                line.number,
                f"the shoe holds {card} {count} times: {game.decks} {game.rules.deck} decks hold "
                f"it {held} times",
            )
    return shoe


def _policy(line: Line) -> str:
    clauses = [clause.strip() for clause in " ".join(line.words).split(",")]
    for clause in clauses:
        if not _CLAUSE.fullmatch(clause):
            raise NotationError(
                line.number,
                f"policy is {quoted(' '.join(line.words))}: {quoted(clause)} is not a clause; "
                "write stand, hit-below 17, split, split 8, double-on 10 11, redouble-below 12, "
                "rescue-below 16 or surrender-on 16, with commas between",
            )
    return ", ".join(clauses)


def _value(line: Line) -> Fraction:
    if line.words or not _FRACTION.fullmatch(line.expected or ""):
        said = " ".join((*line.words, *(() if line.expected is None else ("=", line.expected))))
        raise NotationError(line.number, f"value is {quoted(said)}: write a fraction like = -3/35")
    return Fraction(line.expected or "")
