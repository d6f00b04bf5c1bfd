"""The two hands of one player, for side wagers that look at both."""

from __future__ import annotations

from upcard.table.rounds import Round


def other_spot(round_: Round, spot: int) -> int | None:
    """
    The spot of the other hand that a wager on *spot* looks at, if there is one.

    The spots on which a player has a main wager go in pairs, in the order they act. The wager lies
    on the first of a pair and looks at the cards of both.
    """
    player = round_.player_of(spot)
    own = [each for each in round_.spots if round_.player_of(each) == player]
    place = own.index(spot) if spot in own else 1
    return own[place + 1] if place % 2 == 0 and place + 1 < len(own) else None
