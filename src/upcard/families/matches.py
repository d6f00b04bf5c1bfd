"""Match-Up and Match-Down: the player's two cards against one card of the dealer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from upcard.families.card_numbers import is_pair, line_bits
from upcard.families.family import TWO_CARDS, WITH_UPCARD, CardPlace, Family, Pays, Reading
from upcard.families.sights import ANY_SUITS, EVERY_RANK, Sight, same_or_same_rank
from upcard.money import Pay, ToOne

TWO_MATCHES: Final = "two_matches"
MATCHES: Final = {
    "two-suited": (2, 0),
    "suited-and-unsuited": (1, 1),
    "one-suited": (1, 0),
    "two-unsuited": (0, 2),
    "one-unsuited": (0, 1),
}
"""Outcomes as a rack card lists them, each with its suited and its unsuited matches."""
TWO_SUITED, BOTH, SUITED, TWO_UNSUITED, UNSUITED = line_bits(5)


def judge(first: int, second: int, dealers: int) -> int:
    """Which matches two cards make with the dealer's card, by rank: J, Q and K differ."""
    suited = int(first == dealers) + int(second == dealers)
    matching = int(is_pair(first, dealers)) + int(is_pair(second, dealers))
    if matching == 0:
        return 0
    if matching == 1:
        return SUITED if suited == 1 else UNSUITED
    if suited == 2:
        return TWO_SUITED
    return BOTH if suited == 1 else TWO_UNSUITED


def match_pay(outcome: str, lines: Pays, readings: Mapping[str, str]) -> Pay:
    """
    What *outcome* pays, from the two printed lines.

    Two matching cards are added up, or only the better one is paid (ambiguity 13).

    >>> nine_four = {"suited": ToOne(Fraction(9)), "unsuited": ToOne(Fraction(4))}
    >>> [str(match_pay(name, nine_four, {"two_matches": "added"})) for name in MATCHES]
    ['18:1', '13:1', '9:1', '8:1', '4:1']
    """
    suited, unsuited = MATCHES[outcome]
    parts = [_ratio(lines["suited"])] * suited + [_ratio(lines["unsuited"])] * unsuited
    is_added = readings[TWO_MATCHES] == "added"
    return ToOne(sum(parts, Fraction(0)) if is_added else max(parts))


def _ratio(pay: Pay) -> Fraction:
    assert isinstance(pay, ToOne), f"a match pays odds, not {pay}"
    return pay.ratio


def _family(name: str, dealers: CardPlace) -> Family:
    pays: dict[str, Callable[[Pays, Mapping[str, str]], Pay]] = {
        outcome: partial(match_pay, outcome) for outcome in MATCHES
    }
    return Family(
        name=name,
        sees=(*TWO_CARDS, dealers),
        lines=("suited", "unsuited"),
        judge=judge,
        sight=Sight(
            draw=(2, 0, 1),
            named=1,
            alike=same_or_same_rank,
            ranks=EVERY_RANK,
            suits=ANY_SUITS,
            swaps=((0, 1),),
        ),
        readings={TWO_MATCHES: Reading(answers=("added", "best-only"))},
        joined=pays,
    )


FAMILIES = (_family("match-up", WITH_UPCARD[-1]), _family("match-down", CardPlace.HOLE))
