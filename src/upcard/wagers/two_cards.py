"""Royal Match, Bet the Set, House Money: suits and ranks of the player's first two cards."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.cards import RANKS, Card
from upcard.hand_values import is_natural


def judge_royal_match(cards: Sequence[Card]) -> frozenset[str]:
    """
    Two cards of one suit; the royal match is a king and a queen, the suited natural pays apart.

    The dealer's two cards come after the player's where the paytable has a crown treasure line:
    the dealer has a royal match as well.

    >>> from upcard.cards import read_cards
    >>> [sorted(judge_royal_match(read_cards(text))) for text in ("Kd Qd", "Kd Qs", "Ah Th")]
    [['royal-match', 'suited'], [], ['suited', 'suited-natural']]
    >>> sorted(judge_royal_match(read_cards("Kd Qd Qs Ks")))
    ['crown-treasure', 'royal-match', 'suited']
    """
    players, dealers = cards[:2], cards[2:]
    if players[0].suit != players[1].suit:
        return frozenset()
    fits = {"suited"}
    if is_natural(players):
        fits.add("suited-natural")
    if is_royal_match(players):
        fits.add("royal-match")
        if is_royal_match(dealers):
            fits.add("crown-treasure")
    return frozenset(fits)


def is_royal_match(cards: Sequence[Card]) -> bool:
    """
    Whether *cards* are the king and the queen of one suit.

    >>> from upcard.cards import read_cards
    >>> is_royal_match(read_cards("Qh Kh")), is_royal_match(read_cards("Kh Kh"))
    (True, False)
    """
    return {card.rank for card in cards} == {"K", "Q"} and len({card.suit for card in cards}) == 1


def judge_pair(cards: Sequence[Card]) -> frozenset[str]:
    """
    Two cards of one rank; of one suit too is a suited pair.

    >>> from upcard.cards import read_cards
    >>> sorted(judge_pair(read_cards("8d 8d"))), sorted(judge_pair(read_cards("8d 8s")))
    (['pair', 'suited-pair'], ['pair'])
    """
    first, second = cards
    if first.rank != second.rank:
        return frozenset()
    return frozenset({"pair", "suited-pair"} if first is second else {"pair"})


def judge_house_money(cards: Sequence[Card]) -> frozenset[str]:
    """
    A pair, or two ranks that are neighbours; of one suit they pay more, ace and king the most.

    >>> from upcard.cards import read_cards
    >>> [sorted(judge_house_money(read_cards(text))) for text in ("9h Td", "8d 8d", "9h Jh")]
    [['neighbours'], ['pair'], []]
    >>> sorted(judge_house_money(read_cards("9h Th")))
    ['neighbours', 'suited-neighbours']
    >>> sorted(judge_house_money(read_cards("Kd Ad")))
    ['neighbours', 'suited-ace-king', 'suited-neighbours']
    """
    first, second = cards
    if first.rank == second.rank:
        return frozenset({"pair"})
    if not are_neighbours(first, second):
        return frozenset()
    fits = {"neighbours"}
    if first.suit == second.suit:
        fits.add("suited-neighbours")
        if {first.rank, second.rank} == {"A", "K"}:
            fits.add("suited-ace-king")
    return frozenset(fits)


def are_neighbours(first: Card, second: Card) -> bool:
    """
    Whether two ranks follow each other; the ace follows the king and comes before the two.

    >>> from upcard.cards import read_cards
    >>> [are_neighbours(*read_cards(text)) for text in ("Ah 2d", "Kh Ad", "Th Jd", "Kh 2d")]
    [True, True, True, False]
    """
    apart = abs(RANKS.index(first.rank) - RANKS.index(second.rank))
    return apart in (1, len(RANKS) - 1)
