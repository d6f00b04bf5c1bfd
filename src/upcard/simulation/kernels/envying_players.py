"""Envy as machine code: how many others get something when one player wins."""

from __future__ import annotations

from upcard.simulation.kernels.compilation import also_plain
from upcard.simulation.kernels.draws import Number
from upcard.simulation.kernels.layout import Integers


@also_plain
def envying_others(
    spots: Number, players: Integers, winner: Number, envying: Number, per_spot: Number
) -> Number:
    """
    How often others than the player of *winner* get envy: once a player, or once a spot.

    *envying* has a bit for each spot that may get it.
    """
    found = 0
    for spot in range(spots):
        if players[spot] == players[winner] or envying >> spot & 1 == 0:
            continue
        counted = False
        for other in range(spot):
            if players[other] == players[spot] and envying >> other & 1:
                counted = True
        if not counted or per_spot:
            found += 1
    return found
