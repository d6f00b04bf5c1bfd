"""How the dealer ends from every shoe, and the chances of the next card."""

from __future__ import annotations

import numpy as np

from upcard.odds.play.compositions import Flags, Floats, Integers
from upcard.odds.play.kernels.kernel_arrays import (
    BUST,
    CARDS_MAX,
    LANES,
    NATURAL,
    OUTCOMES,
    VALUES,
    KernelShoe,
    Tree,
)
from upcard.odds.play.kernels.kernel_cache import compiled, inlined


@inlined
def fill_lanes(
    first: int, which: Integers, shoe: KernelShoe, counts: Floats, one_more: Floats
) -> None:
    """Fill the counts of some shoes, and what one more card divides by: the cards left then."""
    for lane in range(LANES):
        out = which[min(first + lane, which.size - 1)]
        cards = 0.0
        for value in range(VALUES):
            counts[value, lane] = shoe.full[value] - shoe.removed[out, value]
            cards += counts[value, lane]
        one_more[0, lane] = 1.0
        for drawn in range(1, CARDS_MAX):
            one_more[drawn, lane] = 1.0 / (cards - drawn) if cards > drawn else 0.0


@inlined
def walk_tree(
    tree: Tree, counts: Floats, one_more: Floats, product: Floats, chance: Floats
) -> None:
    """
    Fill *chance*: by place of the tree's terms and lane, how likely the dealer ends there.

    *counts* has the cards of each lane's shoe, *one_more* what the next card divides by; *product*
    is room for one product of each depth, and begins with ones.
    """
    chance[:, :] = 0.0
    for node in range(tree.card.size):
        card, before, depth = tree.card[node], tree.before[node], tree.depth[node]
        for lane in range(LANES):
            left = (counts[card, lane] - before) * one_more[depth, lane]
            product[depth + 1, lane] = product[depth, lane] * left
        for term in range(tree.first_term[node], tree.first_term[node + 1]):
            place, orders = tree.place[term], tree.orders[term]
            for lane in range(LANES):
                chance[place, lane] += orders * product[depth + 1, lane]


@compiled
def share_outcomes(chance: Floats, counts: Floats, peeks: Flags, outcomes: Floats) -> None:
    """Turn products over all up cards into chances for each, the peek taken into account."""
    if counts.min() < 0:
        return
    for upcard in range(VALUES):
        if counts[upcard] < 1:
            continue
        bust, share = 1.0, 1.0 / counts[upcard]
        for end in range(OUTCOMES):
            outcomes[upcard, end] = chance[upcard * OUTCOMES + end] * share
            bust -= outcomes[upcard, end]
        outcomes[upcard, BUST] = bust
        if peeks[upcard]:
            known = 1.0 / (1.0 - outcomes[upcard, NATURAL])
            outcomes[upcard, NATURAL] = 0.0
            for end in range(OUTCOMES):
                outcomes[upcard, end] *= known


@compiled
def weigh_dealer(tree: Tree, which: Integers, shoe: KernelShoe) -> None:
    """
    Fill the outcomes of *shoe* for each up card, where what *which* numbers is out of it.

    Many shoes are weighed side by side, which the machine does eight or four at a time.
    """
    product = np.ones((CARDS_MAX + 1, LANES))
    counts = np.empty((VALUES, LANES))
    one_more = np.empty((CARDS_MAX, LANES))
    chance = np.empty((VALUES * OUTCOMES, LANES))
    for first in range(0, which.size, LANES):
        fill_lanes(first, which, shoe, counts, one_more)
        walk_tree(tree, counts, one_more, product, chance)
        for lane in range(min(LANES, which.size - first)):
            out = which[first + lane]
            share_outcomes(chance[:, lane], counts[:, lane], shoe.peeks, shoe.outcomes[out])


@inlined
def fill_chances(upcard: int, out: int, shoe: KernelShoe, chances: Floats) -> bool:
    """Fill *chances* of the next card; false where those cards cannot all be out of the shoe."""
    cards, fewest = 0.0, 0.0
    for value in range(VALUES):
        chances[value] = shoe.full[value] - shoe.removed[out, value]
    chances[upcard] -= 1.0
    for value in range(VALUES):
        fewest = min(fewest, chances[value])
        cards += chances[value]
    if fewest < 0.0:
        return False
    if not shoe.peeks[upcard]:
        for value in range(VALUES):
            chances[value] /= cards
        return True
    completing = VALUES - 1 - upcard
    makers = chances[completing]
    below = (cards - 1) * (cards - makers)
    likely, completes = (cards - 1 - makers) / below, (cards - makers) / below
    for value in range(VALUES):
        chances[value] *= likely
    chances[completing] = makers * completes
    return True
