"""Cards by the numbers that kernels know them by: what the rule book says of one, two or three."""

from __future__ import annotations

from upcard.game import decisions, specials, stakes
from upcard.game.house import House
from upcard.simulation.kernels import layout as at


def points_of(card: int) -> int:
    """Blackjack points of a card type, the ace as 1."""
    return card // 4 + 1 if card < 4 * at.JACK else 10


def may_split(house: House, first: int, second: int, *, is_split: bool) -> bool:
    """Whether two cards may be split, of a spot that has one hand so far or may have more."""
    points = points_of(first)
    pair = decisions.SAME_VALUE if points == points_of(second) else decisions.NO_PAIR
    if first // 4 == second // 4:
        pair = decisions.SAME_RANK
    laid = stakes.Laid(is_split=int(is_split))
    hand = decisions.Holding(2 * points, 0, 2, points, pair, 1, 0, laid)
    return decisions.why_not_split(house, hand) == 0


def kind_of_21(cards: int, first: int, second: int, third: int) -> int:
    """What a hand of 21 is by its number of cards, or as 6-7-8 or 7-7-7 with its suits."""
    product = points_of(first) * points_of(second) * points_of(third)
    suits = {card % 4 for card in (first, second, third)}
    if len(suits) > 1:
        return specials.kind_of_21(cards, product, specials.MIXED)
    shared = specials.SPADES if suits == {at.SPADES} else specials.SUITED
    return specials.kind_of_21(cards, product, shared)
