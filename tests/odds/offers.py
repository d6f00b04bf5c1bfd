"""Shorthand for the tests of odds: wagers by name, on so many decks."""

from collections import Counter
from fractions import Fraction

from upcard.cards import Card
from upcard.odds.progressive_odds import ProgressiveOdds, progressive_odds
from upcard.odds.wager_odds import WagerOdds, odds_of
from upcard.odds.wager_sheets import deck_of, full_shoe, offer_from_sheet, sheet_of
from upcard.wagers import Offer

EVERY_WAGER = [
    ("match-up", "1", 48),
    ("match-down", "3", 48),
    ("trilux", "TRI-01", 48),
    ("trilux", "TRI-04", 48),
    ("trilux-super-3", "SUP-01", 48),
    ("trilux-progressive", "PT6", 52),
    ("21+3", "9-1", 52),
    ("kings-bounty", "KB01", 52),
    ("bonanza", "5000", 52),
    ("bahama-progressive", "PT1", 48),
    ("bahama-progressive", "PT3", 48),
    ("blazing-7s-upcard", "PT2", 52),
    ("blazing-7s-player", "PT1", 52),
    ("blazing-7s-player", "PT2", 52),
    ("royal-match", "25-2.5", 52),
    ("royal-match", "25-5-2.5", 52),
    ("royal-match", "1000-25-2.5", 52),
    ("bet-the-set", "20-10", 52),
    ("house-money", "9-4-3-1", 52),
]
"""Wager, paytable and cards per deck: every family, and both sides of what paytables differ in."""


def offer(wager: str, paytable: str, cards: int) -> Offer:
    """A wager of the catalogue, read as its deck suggests."""
    return offer_from_sheet(sheet_of(wager), paytable, deck_of(cards))


def shoe(cards: int, decks: int) -> Counter[Card]:
    """A full shoe."""
    return full_shoe(deck_of(cards), decks)


def odds(wager: str, paytable: str, cards: int, decks: int) -> WagerOdds:
    """The odds of a wager on a full shoe."""
    return odds_of(offer(wager, paytable, cards), shoe(cards, decks))


def progressive(wager: str, paytable: str, cards: int, decks: int) -> ProgressiveOdds:
    """A progressive on a full shoe, with its certified meter settings."""
    table = sheet_of(wager).paytables[paytable]
    return progressive_odds(offer(wager, paytable, cards), shoe(cards, decks), table)


def percent(exact: Fraction, digits: int) -> float:
    """*exact* in percent, rounded as a publication rounds it."""
    return round(float(100 * exact), digits)
