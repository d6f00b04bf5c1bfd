"""
The compiled solver: all kernels in this one file, so that their cache never goes stale.

They know arrays and numbers only; `compiled` fills the arrays and says what they mean. Each
function does what `reference` does for one hand, over all hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

from upcard.odds.play.kernel_cache import kept_for

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

STAND, HIT, DOUBLE, RESCUE = 0, 1, 2, 3
VALUES, OUTCOMES, BUST, NATURAL = 10, 7, 5, 6


def compiled(function: Kernel) -> Kernel:
    """*function* as machine code, kept on disk from the first use on."""
    with kept_for(__file__):
        kernel: Kernel = njit(cache=True, error_model="numpy")(function)
    return kernel


@compiled
def weigh_dealer(removed, full, parent, card, before, depth, node, place, orders, peeks, outcomes):
    """Fill *outcomes*: for all that can be out of the shoe and each up card, how it ends."""
    product = np.empty(parent.size)
    counts = np.empty(VALUES)
    chance = np.empty(VALUES * OUTCOMES)
    for out in range(removed.shape[0]):
        cards = 0.0
        is_possible = True
        for value in range(VALUES):
            counts[value] = full[value] - removed[out, value]
            cards += counts[value]
            is_possible = is_possible and counts[value] >= 0
        if not is_possible:
            continue
        product[0] = 1.0
        for place_ in range(1, parent.size):
            left = counts[card[place_]] - before[place_]
            if depth[place_] > 0:
                left /= cards - depth[place_]
            product[place_] = product[parent[place_]] * left
        chance[:] = 0.0
        for term in range(node.size):
            chance[place[term]] += orders[term] * product[node[term]]
        share_outcomes(chance, counts, peeks, outcomes[out])


@compiled
def share_outcomes(chance, counts, peeks, outcomes):
    """Turn products over all up cards into chances for each, the peek taken into account."""
    for upcard in range(VALUES):
        if counts[upcard] < 1:
            continue
        first = upcard * OUTCOMES
        bust = 1.0
        for end in range(OUTCOMES):
            outcomes[upcard, end] = chance[first + end] / counts[upcard]
            bust -= outcomes[upcard, end]
        outcomes[upcard, BUST] = bust
        if peeks[upcard]:
            unknown = 1.0 - outcomes[upcard, NATURAL]
            outcomes[upcard, NATURAL] = 0.0
            for end in range(OUTCOMES):
                outcomes[upcard, end] /= unknown


@compiled
def fill_chances(upcard, removed, full, is_peek, chances):
    """Fill *chances* of the next card; false where those cards cannot all be out of the shoe."""
    cards = 0.0
    for value in range(VALUES):
        chances[value] = full[value] - removed[value] - (value == upcard)
        if chances[value] < 0:
            return False
        cards += chances[value]
    if not is_peek:
        for value in range(VALUES):
            chances[value] /= cards
        return True
    completing = VALUES - 1 - upcard
    makers = chances[completing]
    for value in range(VALUES):
        left = makers - (value == completing)
        chances[value] *= (cards - 1 - left) / ((cards - 1) * (cards - makers))
    return True


@compiled
def stand(total, outcomes, pay, stake, always_wins):
    """The mean and the mean square of standing on *total*."""
    wins = outcomes[BUST]
    pushes = 0.0
    for end in range(5):
        if end + 17 < total:
            wins += outcomes[end]
        elif end + 17 == total:
            if total == 21 and always_wins:
                wins += outcomes[end]
            else:
                pushes = outcomes[end]
    lost = 1.0 - wins - pushes
    won = pay * stake
    return wins * won - lost * stake, wins * won * won + lost * stake * stake


@compiled
def draw(after, chances, mean, square):
    """The mean and the mean square of taking one more card."""
    drawn, drawn_square = 0.0, 0.0
    for value in range(VALUES):
        drawn += chances[value] * mean[after[value]]
        drawn_square += chances[value] * square[after[value]]
    return drawn, drawn_square


@compiled
def best_of(options, rescue):
    """The best decision: the first of equals in the order stand, hit, double, rescue."""
    best, action = options[STAND], STAND
    for other in (HIT, DOUBLE):
        if options[other] > best:
            best, action = options[other], other
    if rescue > best:
        action = RESCUE
    return action


@compiled
def play_hand(
    hand, level, is_choosing, chances, outcomes, after, total, pay, may_double, rescue, ends_turn,
    always_wins, decisions, options, squares, mean, square,
):  # fmt: skip
    """One hand after *level* doubles: what each decision is worth, and the one that is made."""
    stake = 2.0**level
    worth, worth_square = stand(total[hand], outcomes, pay[level, hand], stake, always_wins)
    options[level, hand, STAND], squares[level, hand, STAND] = worth, worth_square
    options[level, hand, HIT] = options[level, hand, DOUBLE] = -np.inf
    may_act = total[hand] < 21 or not ends_turn
    if may_act and level == 0:
        worth, worth_square = draw(after[hand], chances, mean[0], square[0])
        options[0, hand, HIT], squares[0, hand, HIT] = worth, worth_square
    if may_act and may_double[level, hand]:
        worth, worth_square = draw(after[hand], chances, mean[level + 1], square[level + 1])
        options[level, hand, DOUBLE], squares[level, hand, DOUBLE] = worth, worth_square
    if is_choosing:
        decisions[level, hand] = best_of(options[level, hand], rescue[level])
    action = decisions[level, hand]
    if not may_act:
        action = STAND
    if action == RESCUE:
        mean[level, hand] = rescue[level]
        square[level, hand] = rescue[level] ** 2
    else:
        mean[level, hand] = options[level, hand, action]
        square[level, hand] = squares[level, hand, action]


@compiled
def sweep(
    upcard, hands, gone, is_choosing, removed, full, is_peek, outcomes, after, total, pay,
    may_double, rescue, ends_turn, always_wins, decisions, options, squares, mean, square,
):  # fmt: skip
    """Play all *hands* against one up card, from those near 21 down to the first two cards."""
    chances = np.empty(VALUES)
    bust = after.shape[0]
    for level in range(mean.shape[0]):
        mean[level, bust] = -(2.0**level)
        square[level, bust] = 4.0**level
    for place in range(hands.size):
        hand, out = hands[place], gone[place]
        if not fill_chances(upcard, removed[out], full, is_peek, chances):
            mean[:, hand] = 0.0
            square[:, hand] = 0.0
            continue
        for level in range(mean.shape[0]):
            play_hand(
                hand, level, is_choosing, chances, outcomes[out, upcard], after, total, pay,
                may_double, rescue, ends_turn, always_wins, decisions, options, squares, mean,
                square,
            )  # fmt: skip


@compiled
def sweep_pair(
    upcard, pair, twos, hands, gone, removed, full, is_peek, outcomes, after, total, pay,
    may_double, rescue, ends_turn, always_wins, decisions, found, found_squares,
):  # fmt: skip
    """Play the hands of a split pair as decided, for each number of further cards gone."""
    levels = decisions.shape[0]
    options = np.empty((levels, after.shape[0], 3))
    squares = np.empty((levels, after.shape[0], 3))
    mean = np.empty((levels, after.shape[0] + 1))
    square = np.empty((levels, after.shape[0] + 1))
    for count in range(found.shape[0]):
        sweep(
            upcard, hands, gone[hands, pair, count], False, removed, full, is_peek, outcomes,
            after, total, pay, may_double, rescue, ends_turn, always_wins, decisions, options,
            squares, mean, square,
        )  # fmt: skip
        for card in range(VALUES):
            for action in range(3):
                found[count, card, action] = options[0, twos[card], action]
                found_squares[count, card, action] = squares[0, twos[card], action]
