"""Envy as machine code: what the win of one player brings the others."""

from __future__ import annotations

import numpy as np

from upcard.simulation.kernels import layout as at
from upcard.simulation.kernels.compilation import also_plain, called, inlined
from upcard.simulation.kernels.draws import Flag, Number, index
from upcard.simulation.kernels.layout import Integers, Tables


@called
def envious(tables: Tables, felt: Integers, winner: Number) -> Number:
    """How many envy bonuses a super bonus of spot *winner* brings the other players."""
    settings, envying = tables.settings, 0
    for spot in range(settings[at.SPOTS]):
        if may_envy(settings, felt, spot):
            envying |= 1 << spot
    per_spot = settings[at.ENVY_PER_SPOT]
    return envying_others(settings[at.SPOTS], tables.players, winner, envying, per_spot)


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


@called
def may_envy(settings: Integers, felt: Integers, spot: Number) -> Flag:
    """Whether the rules let a spot get envy: some need a hand that is not bust or given up."""
    if not settings[at.ENVY_TO_PLAYERS_STILL_IN]:
        return True
    start = at.HAND_RECORDS + at.HANDS_PER_SPOT * spot
    for hand in range(start, start + felt[at.HAND_COUNTS + spot]):
        closed = felt[hand] >> at.CLOSED_SHIFT
        if closed == 0 or closed == at.PAID_21 + 1:
            return True
        if closed == at.NATURAL + 1 or closed == at.SUITED_NATURAL + 1:
            return True
    return False


@called
def envies_of(tables: Tables, felt: Integers, side: Number) -> Number:
    """What the lines that spots got on a side wager bring the other players who made it."""
    brought = np.int64(0)
    for spot in range(tables.settings[at.SPOTS]):
        verdict = felt[at.SIDE_VERDICTS + at.SIDES_MAX * spot + side]
        amount = tables.envies[index(side * at.VERDICTS + verdict)]
        if amount:
            brought += amount * others_in(tables, felt, side, spot)
    return brought


@called
def others_in(tables: Tables, felt: Integers, side: Number, winner: Number) -> Number:
    """How many players but that of spot *winner* have made a side wager."""
    spots, envying = tables.settings[at.SPOTS], 0
    for spot in range(spots):
        if is_made(felt, side, spot):
            envying |= 1 << spot
    return envying_others(spots, tables.players, winner, envying, 0)


@inlined
def is_made(felt: Integers, side: Number, spot: Number) -> Flag:
    """Whether a spot has made a side wager."""
    return felt[index(at.SIDE_VERDICTS + at.SIDES_MAX * spot + side)] != at.NOT_MADE
