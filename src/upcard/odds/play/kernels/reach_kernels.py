"""How often each hand is reached, and how it fares together with the dealer's."""

from __future__ import annotations

import numpy as np

from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.kernels.dealer_kernels import fill_chances
from upcard.odds.play.kernels.kernel_arrays import (
    DOUBLE,
    NATURAL,
    OUTCOMES,
    RESCUE,
    STAND,
    VALUES,
    Hands,
    KernelHouse,
    KernelShoe,
)
from upcard.odds.play.kernels.kernel_cache import compiled, inlined


@compiled
def spread(
    upcard: int,
    order: Integers,
    shoe: KernelShoe,
    hands: Hands,
    house: KernelHouse,
    decisions: Integers,
    reach: Floats,
) -> None:
    """Carry the chances of *reach* forward: from three cards to all that follow."""
    chances = np.empty(VALUES)
    bust = hands.after.shape[0]
    for place in range(order.size - 1, -1, -1):
        hand = order[place]
        ends = hands.total[hand] == 21 and house.ends_turn
        if ends or not fill_chances(upcard, hand, shoe, chances):
            continue
        for level in range(reach.shape[0]):
            action = decisions[level, hand]
            is_over = house.sure[level, hand] > 0.0 or action in (STAND, RESCUE)
            if reach[level, hand] == 0.0 or is_over:
                continue
            drawn = house.double_to[level, hand] if action == DOUBLE else level
            for value in range(VALUES):
                after = hands.after[hand, value]
                if after != bust:
                    reach[drawn, after] += reach[level, hand] * chances[value]


@inlined
def draw_joint(after: Integers, chances: Floats, joint: Floats, lost: float) -> float:
    """One more card, of which a bust loses *lost*; what the dealer ends with is fixed."""
    worth = 0.0
    for value in range(VALUES):
        if after[value] == joint.size:
            worth -= chances[value] * lost
        else:
            worth += chances[value] * joint[after[value]]
    return worth


@compiled
def join_dealer(
    upcard: int,
    order: Integers,
    shoe: KernelShoe,
    hands: Hands,
    house: KernelHouse,
    decisions: Integers,
    joint: Floats,
) -> None:
    """Fill *joint*: a hand's mean result together with each end of the dealer's hand."""
    chances = np.empty(VALUES)
    for place in range(order.size):
        hand = order[place]
        if not fill_chances(upcard, hand, shoe, chances):
            continue
        total = hands.total[hand]
        for level in range(joint.shape[0]):
            action = STAND if total == 21 and house.ends_turn else decisions[level, hand]
            drawn = house.double_to[level, hand] if action == DOUBLE else level
            won, lost = house.pay[level, hand] * house.win[level], house.lose[level]
            sure = house.sure[level, hand]
            for end in range(OUTCOMES):
                chance = shoe.outcomes[hand, upcard, end]
                if sure > 0.0:
                    joint[level, hand, end] = sure * chance
                elif action == STAND:
                    worth = house.wins[total, end] * won - house.loses[total, end] * lost
                    if end == NATURAL:
                        worth += house.spare[level]
                    joint[level, hand, end] = worth * chance
                elif action == RESCUE:
                    joint[level, hand, end] = house.rescue[level] * chance
                else:
                    lost = house.lose[drawn] - (house.spare_bust[drawn] if end == NATURAL else 0.0)
                    joint[level, hand, end] = draw_joint(
                        hands.after[hand], chances, joint[drawn, :, end], chance * lost
                    )
