"""Wagers on the player's first two cards alone: relatives of the documents' wagers."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.cards import Card


def judge_royal_match(cards: Sequence[Card]) -> frozenset[str]:
    """
    Two cards of one suit; a king and a queen of one suit are the royal match.

    >>> from upcard.cards import read_cards
    >>> [sorted(judge_royal_match(read_cards(text))) for text in ("Kd Qd", "Kd Qs")]
    [['royal-match', 'suited'], []]
    """
    first, second = cards
    if first.suit != second.suit:
        return frozenset()
    royal = {first.rank, second.rank} == {"K", "Q"}
    return frozenset({"royal-match", "suited"} if royal else {"suited"})


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
