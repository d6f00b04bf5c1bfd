"""
Wagers, hands and lines of a paytable in words, for people.

Every sentence names them by these functions. The names that files, orders and the journal use
(`bahama-progressive`, `1ab`) are for programs; a test of the house looks for them in sentences.
"""

from __future__ import annotations

from typing import Final

from upcard.game.words import words_of
from upcard.quotes import quoted
from upcard.table.bonus_pays import SUPER_BONUS
from upcard.table.envies import ENVY
from upcard.table.games import Game
from upcard.table.rounds import ALONE, DEALER, INSURANCE, MAIN, Award, Round

DEAL: Final = "DEAL"
"""The one key of S4's Digital Card System: it starts a round, and goes back to the start."""
_TITLES: Final = {
    MAIN: "Main",
    INSURANCE: "Insurance",
    SUPER_BONUS: "Super Bonus",
    ENVY: "Envy Bonus",
}


def wager_title(game: Game, wager: str) -> str:
    """The name of a wager on the layout; what no layout has is quoted."""
    offer = game.offers.get(wager)
    return offer.title if offer else _TITLES.get(wager) or quoted(wager)


def wager_on(game: Game, wager: str, spot: int) -> str:
    """A wager and where it lies, like "Bahama Bonus Progressive on spot 1"."""
    return f"{wager_title(game, wager)} on spot {spot}"


def award_title(award: Award) -> str:
    """What an award is for and where, like "Four of a kind on spot 1"."""
    return f"{words_of(award.outcome)} on spot {award.spot}"


def hand_title(round_: Round, name: str) -> str:
    """A hand by its spot and, where the spot has several, by its place: "hand 2 of spot 1"."""
    if name == DEALER:
        return "the dealer"
    if name.endswith(ALONE):
        whose = hand_title(round_, name.removesuffix(ALONE))
        return f"the side wager of {whose}" if whose != "the dealer" else "the side wager on five"
    spot, place = name.rstrip("ab"), _place_on_spot(round_, name)
    return f"hand {place} of spot {spot}" if place else f"spot {spot}"


def wager_of_hand(round_: Round, wager: str, hand: str) -> str:
    """A wager's title, and which hand of the spot it is for where there are several."""
    title, place = wager_title(round_.game, wager), _place_on_spot(round_, hand)
    return f"{title}, hand {place}" if place else title


def _place_on_spot(round_: Round, name: str) -> int:
    """Which of its spot's hands it is, counted from 1; 0 where it is the only one."""
    spot = name.rstrip("ab")
    own = [hand.name for hand in round_.hands if str(hand.spot) == spot]
    return own.index(name) + 1 if len(own) > 1 and name in own else 0


def has_deal_key(game: Game) -> bool:
    """
    Whether DEAL is the one key of the round, as on S4's Digital Card System.

    There the dealer lifts the bonus wagers, pays their winners, and goes on with DEAL each time.
    """
    lifted = any(x.after_start == "lifted" and not x.is_progressive for x in game.offers.values())
    return game.rules.bonus_round_pause and lifted


def start_key(game: Game) -> str:
    """The key that starts a round, by the name that the game's document gives it."""
    return DEAL if has_deal_key(game) else "START GAME"


def end_key(game: Game) -> str:
    """The key that goes back to the start of the next round."""
    return DEAL if has_deal_key(game) else "END GAME"


def started(sentence: str) -> str:
    """*sentence* with a capital letter."""
    return sentence[:1].upper() + sentence[1:]
