"""What counters could do to the main wager: what each card is worth to the best play."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Final

from upcard.cards import SUITS, Card
from upcard.odds.counts import best_count
from upcard.odds.exposures import Dealing
from upcard.odds.figure_texts import percent
from upcard.odds.play.payments import PlayFacts, facts_of
from upcard.odds.play.solver import MeanGains
from upcard.odds.play.stock import SUITED_VALUES, stock_of
from upcard.odds.protection import (
    LEVELS,
    MainProtectionRecord,
    effects_record,
    linear_count_record,
)
from upcard.odds.removals import Effects
from upcard.rules.schema import Rules
from upcard.shoes import composition, without

BEST_PLAY: Final = (
    "the game is played best, for the cards that are in the shoe: with fixed-money bonuses counted "
    "as nothing, and every double that the rules allow"
)


def main_effects(rules: Rules, decks: int, gains: MeanGains) -> Effects:
    """
    What removing each card does to what the best play of *rules* gains.

    Cards that no rule tells apart are removed once for all of them. The play is the best one for
    the cards left, so the effects add up to nearly 0.
    """
    facts, shoe = facts_of(rules), composition(rules.deck, decks)
    whole = Fraction(gains.of_stock(facts, stock_of(shoe.elements())))
    worths: dict[Hashable, Fraction] = {}
    by_card: dict[Card, Fraction] = {}
    for card in shoe:
        alike = _told_apart(facts, card)
        if alike not in worths:
            left = stock_of(without(shoe, [card]).elements())
            worths[alike] = Fraction(gains.of_stock(facts, left)) - whole
        by_card[card] = worths[alike]
    return Effects(shoe=shoe, edge=whole, by_card=by_card)


def _told_apart(facts: PlayFacts, card: Card) -> Hashable:
    """What the main game sees of a card: its points, and a suit that pays more."""
    suit = facts.suited_natural
    if facts.suits_matter and card.points in SUITED_VALUES:
        return card.points, card.suit == "s"
    if suit is not None and card.points in (1, 10):
        return card.points, card.suit == SUITS[suit[0]]
    return card.points


def main_protection(
    rules: Rules, decks: int, dealing: Dealing, gains: MeanGains | None = None
) -> MainProtectionRecord:
    """Effects of removal on the main wager, the best simple count, and what it would win."""
    effects = main_effects(rules, decks, gains or MeanGains())
    count = best_count(effects, LEVELS[0])
    return {
        "wager": "main",
        "cards": effects.shoe.total(),
        "house_edge_percent": percent(-effects.edge),
        "effects_of_removal": effects_record(effects),
        "counts": [linear_count_record(effects, dealing, count)] if count else [],
        "suit_count": None,
        "assumptions": [BEST_PLAY],
    }
