"""Effects of removal: what taking one card out of a shoe does to a wager."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards import RANKS, SUITS, Card
from upcard.families.sights import Sight
from upcard.odds.judgements import plan_of
from upcard.odds.procedures import USUAL, Procedure
from upcard.odds.symmetries import card_classes
from upcard.odds.wager_odds import odds_of
from upcard.shoes import without
from upcard.wagers import Offer

Edge = Callable[[Counter[Card]], Fraction]
"""The player's edge on a shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What the removal of each card does to the player's edge, on one shoe."""

    shoe: Counter[Card]
    edge: Fraction
    """The player's edge on the whole shoe."""
    by_card: dict[Card, Fraction]

    @property
    def suits_matter(self) -> bool:
        """Whether cards of one rank have different effects."""
        return any(len(set(self._of_rank(rank))) > 1 for rank in RANKS)

    @property
    def by_rank(self) -> dict[str, Fraction]:
        """The effect of removing a card of each rank, the average over its cards."""
        return {
            rank: self._mean(card for card in self.by_card if card.rank == rank)
            for rank in RANKS
            if self._of_rank(rank)
        }

    @property
    def by_suit(self) -> dict[str, Fraction]:
        """The effect of removing a card of each suit, the average over its cards."""
        return {
            suit: self._mean(card for card in self.by_card if card.suit == suit)
            for suit in SUITS
            if any(card.suit == suit for card in self.by_card)
        }

    def _of_rank(self, rank: str) -> list[Fraction]:
        return [effect for card, effect in self.by_card.items() if card.rank == rank]

    def _mean(self, cards: Iterator[Card]) -> Fraction:
        weighed = [(self.shoe[card], self.by_card[card]) for card in cards]
        total = sum(count for count, _ in weighed)
        return sum((count * effect for count, effect in weighed), Fraction(0)) / total


def player_edge(offer: Offer, procedure: Procedure = USUAL) -> Edge:
    """The player's edge on *offer* as a question about shoes; meters count as empty."""
    return lambda shoe: -odds_of(offer, shoe, procedure).house_edge


def effects_of_removal(offer: Offer, shoe: Counter[Card], procedure: Procedure = USUAL) -> Effects:
    """
    The exact effect of removing each card of *shoe* on the player's edge.

    The effects, weighed by how many of each card there are, add up to exactly 0: the next cards
    are as likely as any others.
    """
    sight = plan_of(offer, procedure).sight
    return removal_effects(player_edge(offer, procedure), sight, shoe)


def removal_effects(edge: Edge, sight: Sight, shoe: Counter[Card]) -> Effects:
    """The same for any wager whose judge has *sight*."""
    whole = edge(shoe)
    by_card: dict[Card, Fraction] = {}
    for cards in card_classes(sight, shoe):
        effect = edge(without(shoe, cards[:1])) - whole
        by_card |= dict.fromkeys(cards, effect)
    in_order = {card: by_card[card] for card in sorted(by_card, key=_place)}
    return Effects(shoe=shoe, edge=whole, by_card=in_order)


def _place(card: Card) -> tuple[int, int]:
    return RANKS.index(card.rank), SUITS.index(card.suit)
