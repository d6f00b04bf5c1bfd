"""What counters could do to the main wager: what each card is worth to the best play."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from upcard.cards import Deck
from upcard.odds.counts import best_count
from upcard.odds.exposures import Dealing
from upcard.odds.figure_texts import percent
from upcard.odds.play.payments import facts_of
from upcard.odds.play.solver import MeanGains
from upcard.odds.play.stock import Stock, stock_of
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
ONE_SUIT: Final = "a heart stands for all cards with its points"
HEARTS: Final = "h"
NOTHING_GONE: Final = 0


def main_effects(rules: Rules, decks: int, gains: MeanGains) -> Effects:
    """
    What removing each card does to what the best play of *rules* gains.

    A heart stands for all cards with its points: few games look at suits, and then for hands that
    are rare. The play is the best one for the cards left, so the effects add up to nearly 0.
    """
    facts, shoe = facts_of(rules), composition(rules.deck, decks)
    stocks = stocks_without(rules.deck, decks)
    worths = {gone: Fraction(gains.of_stock(facts, left)) for gone, left in stocks.items()}
    whole = worths[NOTHING_GONE]
    by_card = {card: worths[card.points] - whole for card in shoe}
    return Effects(shoe=shoe, edge=whole, by_card=by_card)


def stocks_without(deck: Deck, decks: int) -> dict[int, Stock]:
    """A full shoe, and by the points of a card that shoe without one."""
    shoe = composition(deck, decks)
    hearts = {card.points: card for card in shoe if card.suit == HEARTS}
    gone = {NOTHING_GONE: [], **{points: [card] for points, card in hearts.items()}}
    return {points: stock_of(without(shoe, cards).elements()) for points, cards in gone.items()}


def looks_at_suits(rules: Rules) -> bool:
    """Whether the main game of *rules* pays some hands by their suits."""
    facts = facts_of(rules)
    return facts.suits_matter or facts.suited_natural is not None


def main_protection(
    rules: Rules, decks: int, dealing: Dealing, gains: MeanGains | None = None
) -> MainProtectionRecord:
    """Effects of removal on the main wager, the best simple count, and what it would win."""
    effects = main_effects(rules, decks, gains or MeanGains())
    count = best_count(effects, LEVELS[0])
    return {
        "wager": "main",
        "paytable": "",
        "cards": effects.shoe.total(),
        "house_edge_percent": percent(-effects.edge),
        "effects_of_removal": effects_record(effects),
        "counts": [linear_count_record(effects, dealing, count)] if count else [],
        "suit_count": None,
        "assumptions": [BEST_PLAY, *([ONE_SUIT] if looks_at_suits(rules) else [])],
    }
