"""Meter awards of one round: whose turn it is to be paid."""

from __future__ import annotations

from typing import Final

from upcard.game.choices import SeveralWinners
from upcard.table.rounds import Award, AwardState, Round

CLOSED: Final = frozenset({AwardState.CONFIRMED, AwardState.REVERSED})
"""States in which nobody has to do anything more for an award."""


def open_awards(round_: Round) -> tuple[Award, ...]:
    """Awards that are not confirmed yet, in the order they are paid: the dealer's right first."""
    waiting = [award for award in round_.awards if award.state not in CLOSED]
    return tuple(sorted(waiting, key=lambda award: -award.spot))


def next_award(round_: Round) -> tuple[Award, int] | None:
    """The award to be paid next, and among how many it is divided."""
    waiting = open_awards(round_)
    return (waiting[0], winners_sharing(round_, waiting[0])) if waiting else None


def winners_sharing(round_: Round, award: Award) -> int:
    """How many winners divide the award: more than one only where 100% awards are split equally."""
    offer = round_.game.offers[award.wager]
    if offer.several_winners is not SeveralWinners.SPLIT_EQUALLY or award.percent != 100:
        return 1
    return sum(
        other.wager == award.wager and other.level == award.level and other.percent == 100
        for other in round_.awards
    )


def more_may_win(round_: Round, wager: str) -> bool:
    """Whether a wager of that name is still to be judged, so that the order is not known yet."""
    if not round_.game.knows_cards:
        return False  # Nobody judges: the dealer has keyed every winner, or keys it now.
    judged = {award.spot for award in round_.awards if award.wager == wager}
    return any(
        other.name == wager and not other.is_settled and other.spot not in judged
        for other in round_.wagers
    )
