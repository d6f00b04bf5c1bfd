"""What hands that are over for the player come to against each end of the dealer's."""

from __future__ import annotations

from typing import Final, NamedTuple

from upcard.game import dealers, results, specials, stakes
from upcard.game.house import House
from upcard.simulation.kernels import layout as at
from upcard.simulation.setups.packed_games import Packed

STILL_IN: Final = (at.NATURAL, at.SUITED_NATURAL)
"""Of the outcomes that the dealer's draws do not change, those of hands that are not lost."""


class EndedHand(NamedTuple):
    """A hand whose player is done."""

    stakes: int
    is_split: bool
    total: int = 0
    """The total with which it stands, or stood."""
    kind: int = specials.PLAIN
    """What a 21 is made of."""
    outcome: int | None = None
    """What it came to before the dealer drew; None where it stands."""
    is_paid: bool = False
    """Whether it is a 21 that is paid at once, by its kind."""

    @property
    def doubles(self) -> int:
        """How often it was doubled."""
        return self.stakes % at.FREE_DOUBLES

    @property
    def free_doubles(self) -> int:
        """How many of these doubles the house paid."""
        return self.stakes // at.FREE_DOUBLES & 1


def outcome_of(pack: Packed, hand: EndedHand, dealer: int) -> int:
    """What a hand comes to against the dealer's end, as settlements name it."""
    house, is_natural = pack.setup.game.house, dealer == dealers.NATURAL
    row = 2 * hand.is_split + (hand.doubles > 0)
    won = int(pack.tables.specials[row * at.KINDS + hand.kind])
    if hand.is_paid:
        return won
    match hand.outcome:
        case None:
            return _outcome_of_standing(house, hand, dealer, won)
        case at.SURRENDERED:
            return at.SURRENDERED if results.surrender_counts(is_natural) else at.LOSE
        case at.NATURAL | at.SUITED_NATURAL:
            tied = results.contest_of_naturals(house, is_natural) == results.PUSH
            return at.PUSH if tied else hand.outcome
        case outcome:
            return outcome


def _outcome_of_standing(house: House, hand: EndedHand, dealer: int, won: int) -> int:
    result = results.contest(house, hand.total, dealer)
    is_beaten = result == results.LOSE and dealer == dealers.NATURAL
    if is_beaten and stakes.is_spared(house, hand.doubles, hand.free_doubles):
        return at.ORIGINAL_LOST
    return won if result == results.WIN else result


def taken_once(house: House, hand_stakes: int, outcome: int, *, is_taken: bool) -> int:
    """
    What a hand comes to where a natural takes one wager of its whole spot.

    *is_taken* says whether it has taken that of a hand before.
    """
    hand, is_bust = EndedHand(hand_stakes, is_split=False), outcome == at.BUST
    is_beaten = outcome in (at.LOSE, at.ORIGINAL_LOST) or is_bust
    if not (is_beaten and stakes.is_met_by_natural(house, is_bust)):
        return outcome
    if is_taken or hand_stakes & at.FUNDED:
        return at.SPARED
    spared = stakes.is_spared(house, hand.doubles, hand.free_doubles)
    return at.ORIGINAL_LOST if spared else outcome
