"""What a wager's cards are. Every judge names all the lines they fit; the paytable picks one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from upcard.cards import Card
from upcard.game.dealers import may_have_natural
from upcard.wagers.dealer_hands import judge_push_22
from upcard.wagers.four_cards import judge_four_of_a_kind
from upcard.wagers.matches import judge_match
from upcard.wagers.sevens import judge_sevens
from upcard.wagers.three_cards import judge_three_cards
from upcard.wagers.twenties import judge_bonanza, judge_kings_bounty
from upcard.wagers.two_cards import (
    is_royal_match,
    judge_house_money,
    judge_pair,
    judge_royal_match,
)

Readings = Mapping[str, str]
Judge = Callable[[Sequence[Card], Readings], frozenset[str]]

JUDGES: Final[dict[str, Judge]] = {
    "match-up": lambda cards, _: judge_match(cards),
    "match-down": lambda cards, _: judge_match(cards),
    "three-card": lambda cards, readings: judge_three_cards(
        cards, straights_over_missing_ten=readings["straights_over_missing_ten"] == "yes"
    ),
    "kings-bounty": lambda cards, _: judge_kings_bounty(cards),
    "bonanza": lambda cards, _: judge_bonanza(cards),
    "four-of-a-kind": lambda cards, _: judge_four_of_a_kind(cards),
    "three-7s-player": lambda cards, _: judge_sevens(cards),
    "three-7s-upcard": lambda cards, _: judge_sevens(cards),
    "royal-match": lambda cards, _: judge_royal_match(cards),
    "pair": lambda cards, _: judge_pair(cards),
    "push-22": lambda cards, _: judge_push_22(cards),
    "house-money": lambda cards, _: judge_house_money(cards),
}
"""The judge of each family in `upcard.rules.families`."""

WAITS: Final[dict[str, Callable[[Sequence[Card]], bool]]] = {
    "never": lambda _cards: False,
    "kings-of-spades-face-possible-natural": lambda cards: (
        cards[0].text == cards[1].text == "Ks" and cards[2].points in (1, 10)
    ),
    "two-highest-awards": lambda cards: cards[0] is cards[1] is cards[2] and cards[0].points == 10,
    "royal-match-faces-king-or-queen": lambda cards: (
        is_royal_match(cards[:2]) and cards[2].rank in ("K", "Q")
    ),
}
"""For each documented exception: whether these cards (player's two, up card) must wait."""


def dealer_may_have_natural(upcard: Card) -> bool:
    """Whether a hole card exists that makes a natural with *upcard*."""
    return may_have_natural(upcard.points)
