"""An exercise as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from upcard.drills.drill_types import DrillExercise
from upcard.money import Cents, show_money
from upcard.plain import Decoded


def lines_of_exercise(exercise: DrillExercise) -> Iterator[str]:
    """What lies on the table, and what you are asked."""
    for moment in exercise["moments"]:
        yield moment["title"]
        yield from _table(moment["view"])
    for number, step in enumerate(exercise["steps"], 1):
        yield f"{number:>3}  {step['sentence']}"
    if exercise["desk"] is not None:
        yield from _table(exercise["desk"]["view"])
        for meter in exercise["desk"]["meters"]:
            yield f"{meter['level']} {show_money(meter['amount'])}"
        yield f"Hand buttons: {', '.join(line['title'] for line in exercise['desk']['lines'])}"


def _table(view: Decoded) -> Iterator[str]:
    """The cards and the wagers of a view."""
    if view["dealer_cards"]:
        yield f"Dealer  {_cards(view['dealer_cards'])}"
    for spot in view["spots"]:
        wagers = (f"{one['title']} {_money(one['amount'])}" for one in spot["wagers"])
        yield f"Spot {spot['spot']}  {', '.join(wagers)}"
        for hand in spot["hands"]:
            gave_up = f"  {hand['border']}" if hand["border"] else ""
            stake = _money(hand["stake"])
            shown = f"{_cards(hand['cards'])}  ({hand['total']}, {stake}){gave_up}"
            yield f"    {hand['name']:<5} {shown}"


def _cards(cards: Sequence[str]) -> str:
    return " ".join(cards)


def _money(amount: int) -> str:
    return show_money(Cents(amount))
