"""The keys of a table as words: `bet 1 main 10`, `start`, `hit`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import typer

from upcard.cards import Card
from upcard.commands.locale_amounts import amount_argument
from upcard.commands.room.shared_options import read_list
from upcard.game.decisions import Decision
from upcard.room.orders import Wish
from upcard.room.table_orders import Operate, StepBack
from upcard.table.commands import (
    AnswerPeek,
    Choose,
    Command,
    Deal,
    DealFaceDown,
    EndGame,
    LiftWager,
    MoveWinnings,
    PlaceWager,
    PressDeal,
    StartGame,
    TakeSeat,
)

BACK: Final = "back"
_DECISIONS: Final = [decision.value for decision in Decision]
_MADE: Final[dict[str, tuple[int, Callable[..., Command]]]] = {
    "bet": (3, lambda spot, wager, amount: PlaceWager(_spot(spot), wager, amount_argument(amount))),
    "lift": (2, lambda spot, wager: LiftWager(_spot(spot), wager)),
    "seat": (2, lambda player, spots: TakeSeat(player, tuple(map(_spot, read_list(spots))))),
    "move": (2, lambda spot, amount: MoveWinnings(_spot(spot), amount_argument(amount))),
    "start": (0, StartGame),
    "deal": (0, PressDeal),
    "card": (1, lambda card: Deal(card_word(card))),
    "face-down": (0, DealFaceDown),
    "peek": (1, lambda seen: AnswerPeek(_seen(seen))),
    "end": (0, EndGame),
}
"""How many words follow each key, and the command it makes."""


def read_keys(table: str, words: Sequence[str]) -> list[Wish]:
    """
    Read the keys that *words* name, in order; anything else is wrong usage.

    >>> [type(wish).__name__ for wish in read_keys("t1", "bet 1 main 10 start back".split())]
    ['Operate', 'Operate', 'StepBack']
    """
    rest, found = list(words), list[Wish]()
    while rest:
        name = rest.pop(0).rstrip(",").lower()
        many = _MADE[name][0] if name in _MADE else 0
        if len(rest) < many:
            raise typer.BadParameter(f"{name!r} takes {many} words after it, not {len(rest)}")
        found.append(_wish(table, name, [word.rstrip(",") for word in rest[:many]]))
        rest = rest[many:]
    return found


def _wish(table: str, name: str, words: Sequence[str]) -> Wish:
    if name == BACK:
        return StepBack(table)
    if name in _MADE:
        return Operate(table, _MADE[name][1](*words))
    if name in _DECISIONS:
        return Operate(table, Choose(Decision(name)))
    known = ", ".join([*_MADE, *_DECISIONS, BACK])
    raise typer.BadParameter(f"{name!r} is not a key: press {known}")


def card_word(text: str) -> Card:
    """The card that a word names; anything else is wrong usage."""
    try:
        return Card.parse(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _seen(text: str) -> bool:
    if text not in ("blackjack", "none"):
        raise typer.BadParameter(f"peek is {text!r}: write blackjack or none")
    return text == "blackjack"


def _spot(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise typer.BadParameter(f"spot is {text!r}: write a number from 1 to 7")
    return int(text)
