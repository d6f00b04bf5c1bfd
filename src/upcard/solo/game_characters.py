"""What a player should know of a game before sitting down: its character and its edge."""

from __future__ import annotations

from typing import Final, NamedTuple


class GameCharacter(NamedTuple):
    """A game in a player's words."""

    words: str
    edge_percent: float
    """What the house keeps of the first wagers under best play, with the usual number of decks."""


FIRST_GAME: Final = "blackjack"
"""The game that a newcomer knows."""

_PLAIN: Final = "Blackjack pays 3 to 2 and the dealer hits soft 17. "
_SPANISH: Final = (
    "No tens in the deck, but your 21 always wins, five cards or 7-7-7 pay more, "
    "and you may double on any number of cards. "
)

CHARACTERS: Final = {
    "blackjack": GameCharacter(
        "The game you know. " + _PLAIN + "No side bets, few surprises.", 0.6154
    ),
    "bahama-rack-card": GameCharacter(
        _SPANISH + "Double up to three times, and give up half when it goes wrong.", 0.1356
    ),
    "bahama-wsgc": GameCharacter(
        _SPANISH + "Double up to three times; match the dealer's card or play for the jackpot.",
        0.7063,
    ),
    "bahama-wsgc-s17": GameCharacter(
        _SPANISH + "Double up to three times. The dealer stands on every 17, which helps you.",
        0.6435,
    ),
    "bahamas": GameCharacter(
        _SPANISH + "Double up to three times, up to eight times your wager.", 0.4169
    ),
    "bahamas-s17": GameCharacter(
        _SPANISH + "Double up to three times. The dealer stands on soft 17, which helps you.",
        0.3645,
    ),
    "bet-the-set-21": GameCharacter(
        _PLAIN + "A side bet pays when your first two cards are a pair.", 0.6154
    ),
    "bonanza": GameCharacter(
        _PLAIN + "You may surrender, and a side bet pays up to 5,000 for 1 on the dealer's cards.",
        0.5272,
    ),
    "free-bet": GameCharacter(
        "The house pays for many of your doubles and splits, so you take more of them. "
        "In return a dealer's 22 pushes instead of losing.",
        1.0144,
    ),
    "house-money": GameCharacter(
        _PLAIN
        + "Win the side bet on a pair or a straight, and let the winnings ride on your hand.",
        0.5472,
    ),
    "kings-bounty": GameCharacter(
        _PLAIN + "A side bet pays when your first two cards total 20, most of all for two kings of "
        "spades.",
        0.6154,
    ),
    "pontoon": GameCharacter(
        "Spanish 21 as Australia plays it: the dealer's second card comes after you have played. "
        "Your 21 is paid at once, and a late dealer blackjack leaves your doubles alone.",
        0.3456,
    ),
    "royal-match-21": GameCharacter(
        _PLAIN + "A side bet pays when your first two cards share a suit, most of all for a king "
        "and queen.",
        0.6154,
    ),
    "spanish-21": GameCharacter(_SPANISH + "A lively game that rewards knowing it well.", 0.7768),
    "spanish-21-redouble": GameCharacter(_SPANISH + "You may double again after a double.", 0.4169),
    "spanish-21-s17": GameCharacter(
        _SPANISH + "The dealer stands on every 17, which helps you.", 0.3645
    ),
    "super-fun-21": GameCharacter(
        "One deck, and blackjack pays even money unless it is in diamonds. In return it always "
        "wins, a hand of six cards wins at once, and you may surrender at any time.",
        0.9373,
    ),
    "trilux-blackjack": GameCharacter(
        _PLAIN + "Side bets make a poker hand of your two cards and the dealer's.", 0.6154
    ),
    "zappit": GameCharacter(
        "Throw away a first hand of 15 to 18 and get two new cards. "
        "In return a dealer's 22 pushes instead of losing.",
        1.2096,
    ),
}
"""By name. `tests/solo/test_game_characters.py` solves the games and compares."""
