"""Match-Up and Match-Down: the player's two cards against one card of the dealer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from upcard.cards import Card
from upcard.money import Pay, ToOne

OUTCOMES: Final = {
    (2, 0): "two-suited",
    (1, 1): "suited-and-unsuited",
    (1, 0): "one-suited",
    (0, 2): "two-unsuited",
    (0, 1): "one-unsuited",
}
"""Outcomes by (suited matches, unsuited matches), as a rack card lists them."""


def judge_match(cards: Sequence[Card]) -> frozenset[str]:
    """
    Which matches the player's two cards make with the dealer's card, by rank: J, Q and K differ.

    >>> from upcard.cards import read_cards
    >>> [sorted(judge_match(read_cards(text))) for text in ("9s 4h 9s", "Ks 9h 9d", "Ks Qd Jc")]
    [['one-suited'], ['one-unsuited'], []]
    >>> sorted(judge_match(read_cards("9s 9d 9s")))
    ['suited-and-unsuited']
    """
    first, second, dealers = cards
    suited = (first is dealers) + (second is dealers)
    matching = (first.rank == dealers.rank) + (second.rank == dealers.rank)
    if not matching:
        return frozenset()
    return frozenset((OUTCOMES[suited, matching - suited],))


def match_pays(lines: Mapping[str, Pay], two_matches: str) -> dict[str, Pay]:
    """
    What each outcome pays, from the two printed lines.

    Two matching cards are added up, or only the better one is paid (ambiguity 13).

    >>> nine_four = {"suited": ToOne(Fraction(9)), "unsuited": ToOne(Fraction(4))}
    >>> {name: str(pay) for name, pay in match_pays(nine_four, "added").items()}
    {'two-suited': '18:1', 'suited-and-unsuited': '13:1', 'one-suited': '9:1', \
'two-unsuited': '8:1', 'one-unsuited': '4:1'}
    """
    suited, unsuited = (_ratio(lines[name]) for name in ("suited", "unsuited"))
    pays: dict[str, Pay] = {}
    for (of_suited, of_unsuited), name in OUTCOMES.items():
        parts = [suited] * of_suited + [unsuited] * of_unsuited
        pays[name] = ToOne(sum(parts, Fraction(0)) if two_matches == "added" else max(parts))
    return pays


def _ratio(pay: Pay) -> Fraction:
    assert isinstance(pay, ToOne), f"a match pays odds, not {pay}"
    return pay.ratio
