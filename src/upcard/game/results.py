"""The result of a player's final hand against the dealer's."""

from __future__ import annotations

from typing import Final

from upcard.game.dealers import NATURAL
from upcard.game.hands import TWENTY_ONE
from upcard.game.house import House

LOSE: Final = 0
PUSH: Final = 1
WIN: Final = 2


def contest(house: House, mine: int, dealers: int) -> int:
    """
    What a total of *mine* that stood is to the dealer's end: a total, or a natural.

    Nobody can foresee who wins, a processor neither: everything is worked out, then one chosen.
    """
    to_beat = 0 if TWENTY_ONE < dealers < NATURAL else dealers
    wins_anyway = (mine == TWENTY_ONE) & (dealers == TWENTY_ONE) & (house.twenty_one_wins != 0)
    is_push = (mine == to_beat) | (dealers == house.pushing_total)
    wins = ((mine > to_beat) | wins_anyway) & (dealers != house.pushing_total)
    otherwise = PUSH if is_push else LOSE
    return WIN if wins else otherwise


def surrender_counts(is_dealers: bool) -> bool:
    """
    Whether a surrendered hand saves half: against a dealer's natural all of it is lost.

    Every document surrenders late: S0 5.a by name, S1 "once the dealer has checked their hand for
    a blackjack", S2 and S4 in the play that begins when the dealer has none. So a natural that
    nobody looked for before the surrender still takes the whole wager.
    """
    return not is_dealers


def is_suited_natural(house: House, first: int, second: int) -> bool:
    """Whether a natural of cards with these suits is of the suit that pays more."""
    return house.natural_suit != 0 and first == second == house.natural_suit - 1


def contest_of_naturals(house: House, is_dealers: bool) -> int:
    """What a player's natural is to the dealer's hand."""
    return PUSH if is_dealers and house.natural_wins == 0 else WIN
