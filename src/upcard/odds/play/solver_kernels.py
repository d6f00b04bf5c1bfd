"""
The compiled solver: all kernels in this one file, so that their cache never goes stale.

They know arrays and numbers only; `compiled` fills the arrays and says what they mean. Each
function does what `reference` does for one hand, over all hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numba import njit

from upcard.game import dealers
from upcard.game.features import dealer_22
from upcard.odds.play.compositions import Flags, Floats, Integers
from upcard.odds.play.kernel_cache import kept_for

Kernel = TypeVar("Kernel", bound=Callable[..., object])

STAND, HIT, DOUBLE, RESCUE = 0, 1, 2, 3
NEVER = -1
"""The level of a double that the rules do not allow."""
VALUES, OUTCOMES, BUST, NATURAL, PUSHING = 10, 8, 5, 6, 7
ENDS = (17, 18, 19, 20, 21, dealers.BUST, dealers.NATURAL, dealer_22.PUSHING)
"""The dealer's end for each outcome, as the rule book says it."""
LANES = 8
CARDS_MAX = 22
"""No dealer's hand has as many cards."""


class Tree(NamedTuple):
    """The dealer's finished hands: factors of products, and what each product counts for."""

    parent: Integers
    card: Integers
    """The value (less one) whose count this factor takes."""
    before: Integers
    """How many of that value the product has taken already."""
    depth: Integers
    """How many cards the product holds, this one not counted."""
    node: Integers
    """For each term: the product."""
    place: Integers
    """For each term: up card and outcome, as one number."""
    orders: Floats
    """For each term: in how many orders the cards can come."""


class KernelShoe(NamedTuple):
    """A shoe, what can be out of it, and how the dealer ends then."""

    full: Floats
    removed: Integers
    peeks: Flags
    outcomes: Floats


class Hands(NamedTuple):
    """The numbered hands; see `compositions.Numbered`."""

    after: Integers
    total: Integers
    cards: Integers


class KernelHouse(NamedTuple):
    """What the rules allow and pay, by level and hand, for the hands of one side."""

    pay: Floats
    win: Floats
    """By level: what an even-money win pays, in first wagers."""
    lose: Floats
    double_to: Integers
    """By level and hand: the level that a double leads to, or NEVER."""
    rescue: Floats
    ends_turn: bool
    wins: Floats
    """One where a total beats one of the dealer's ends, as the rule book says; else nothing."""
    loses: Floats


class Worths(NamedTuple):
    """Means and mean squares by level and hand, and of each decision."""

    options: Floats
    squares: Floats
    mean: Floats
    square: Floats


def compiled(function: Kernel) -> Kernel:
    """*function* as machine code, kept on disk from the first use on where a folder allows it."""
    with kept_for(__file__):
        try:
            return cast(Kernel, njit(cache=True, error_model="numpy")(function))
        except RuntimeError:  # Numba found no folder that it may write: each process compiles.
            return cast(Kernel, njit(error_model="numpy")(function))


@compiled
def fill_lanes(
    first: int, which: Integers, shoe: KernelShoe, counts: Floats, one_more: Floats
) -> None:
    """Fill the counts of eight shoes, and what one more card divides by: the cards left then."""
    for lane in range(LANES):
        out = which[min(first + lane, which.size - 1)]
        cards = 0.0
        for value in range(VALUES):
            counts[value, lane] = shoe.full[value] - shoe.removed[out, value]
            cards += counts[value, lane]
        one_more[0, lane] = 1.0
        for drawn in range(1, CARDS_MAX):
            one_more[drawn, lane] = 1.0 / (cards - drawn) if cards > drawn else 0.0


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

    Eight shoes are weighed side by side, which the machine does as fast as one.
    """
    product = np.empty((tree.parent.size, LANES))
    counts = np.empty((VALUES, LANES))
    one_more = np.empty((CARDS_MAX, LANES))
    chance = np.empty((VALUES * OUTCOMES, LANES))
    for first in range(0, which.size, LANES):
        fill_lanes(first, which, shoe, counts, one_more)
        product[0, :] = 1.0
        for node in range(1, tree.parent.size):
            card, before, depth = tree.card[node], tree.before[node], tree.depth[node]
            parent = tree.parent[node]
            for lane in range(LANES):
                left = (counts[card, lane] - before) * one_more[depth, lane]
                product[node, lane] = product[parent, lane] * left
        chance[:, :] = 0.0
        for term in range(tree.node.size):
            place, node, orders = tree.place[term], tree.node[term], tree.orders[term]
            for lane in range(LANES):
                chance[place, lane] += orders * product[node, lane]
        for lane in range(min(LANES, which.size - first)):
            out = which[first + lane]
            share_outcomes(chance[:, lane], counts[:, lane], shoe.peeks, shoe.outcomes[out])


@compiled
def fill_chances(upcard: int, out: int, shoe: KernelShoe, chances: Floats) -> bool:
    """Fill *chances* of the next card; false where those cards cannot all be out of the shoe."""
    cards = 0.0
    for value in range(VALUES):
        chances[value] = shoe.full[value] - shoe.removed[out, value] - (value == upcard)
        if chances[value] < 0:
            return False
        cards += chances[value]
    if not shoe.peeks[upcard]:
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
def stand(
    total: int, outcomes: Floats, won: float, stake: float, house: KernelHouse
) -> tuple[float, float]:
    """The mean and the mean square of standing on *total*, to win *won* or lose *stake*."""
    wins, lost = 0.0, 0.0
    beaten, beating = house.wins[total], house.loses[total]
    for end in range(OUTCOMES):
        wins += beaten[end] * outcomes[end]
        lost += beating[end] * outcomes[end]
    return wins * won - lost * stake, wins * won * won + lost * stake * stake


@compiled
def draw(after: Integers, chances: Floats, mean: Floats, square: Floats) -> tuple[float, float]:
    """The mean and the mean square of taking one more card."""
    drawn, drawn_square = 0.0, 0.0
    for value in range(VALUES):
        drawn += chances[value] * mean[after[value]]
        drawn_square += chances[value] * square[after[value]]
    return drawn, drawn_square


@compiled
def best_of(options: Floats, rescue: float) -> int:
    """The best decision: the first of equals in the order stand, hit, double, rescue."""
    best, action = options[STAND], STAND
    for other in (HIT, DOUBLE):
        if options[other] > best:
            best, action = options[other], other
    if rescue > best:
        action = RESCUE
    return action


@compiled
def weigh_options(
    hand: int,
    level: int,
    chances: Floats,
    outcomes: Floats,
    hands: Hands,
    house: KernelHouse,
    worths: Worths,
) -> None:
    """Fill in what standing, hitting and doubling are worth to a hand on a *level* of doubles."""
    options, squares = worths.options[level, hand], worths.squares[level, hand]
    total = hands.total[hand]
    options[:] = -np.inf
    options[STAND], squares[STAND] = stand(
        total, outcomes, house.pay[level, hand] * house.win[level], house.lose[level], house
    )
    if total == 21 and house.ends_turn:
        return
    if level == 0:
        options[HIT], squares[HIT] = draw(
            hands.after[hand], chances, worths.mean[0], worths.square[0]
        )
    to = house.double_to[level, hand]
    if to != NEVER:
        options[DOUBLE], squares[DOUBLE] = draw(
            hands.after[hand], chances, worths.mean[to], worths.square[to]
        )


@compiled
def take_decision(
    hand: int, level: int, action: int, hands: Hands, house: KernelHouse, worths: Worths
) -> None:
    """Write down what a hand is worth by *action*, one of its weighed options or a rescue."""
    if hands.total[hand] == 21 and house.ends_turn:
        action = STAND
    if action == RESCUE:
        worths.mean[level, hand] = house.rescue[level]
        worths.square[level, hand] = house.rescue[level] ** 2
    else:
        worths.mean[level, hand] = worths.options[level, hand, action]
        worths.square[level, hand] = worths.squares[level, hand, action]


@compiled
def lose_bust_hands(house: KernelHouse, worths: Worths) -> None:
    """A bust hand loses its whole stake; its number is one past the last hand."""
    bust = worths.mean.shape[1] - 1
    for level in range(worths.mean.shape[0]):
        worths.mean[level, bust] = -house.lose[level]
        worths.square[level, bust] = house.lose[level] ** 2


@compiled
def sweep(
    upcard: int,
    order: Integers,
    is_choosing: bool,
    shoe: KernelShoe,
    hands: Hands,
    house: KernelHouse,
    decisions: Integers,
    worths: Worths,
) -> None:
    """Play all hands of *order* against one up card, from those near 21 down to two cards."""
    chances = np.empty(VALUES)
    lose_bust_hands(house, worths)
    for place in range(order.size):
        hand = order[place]
        if not fill_chances(upcard, hand, shoe, chances):
            worths.mean[:, hand] = 0.0
            worths.square[:, hand] = 0.0
            continue
        for level in range(worths.mean.shape[0]):
            weigh_options(hand, level, chances, shoe.outcomes[hand, upcard], hands, house, worths)
            if is_choosing:
                decisions[level, hand] = best_of(worths.options[level, hand], house.rescue[level])
            take_decision(hand, level, decisions[level, hand], hands, house, worths)


@compiled
def follow_hand(
    hand: int,
    level: int,
    chances: Floats,
    outcomes: Floats,
    hands: Hands,
    house: KernelHouse,
    decisions: Integers,
    worths: Worths,
) -> None:
    """One hand of three cards or more on a *level* of doubles, played as decided."""
    action = decisions[level, hand]
    total = hands.total[hand]
    if action == STAND or (total == 21 and house.ends_turn):
        won = house.pay[level, hand] * house.win[level]
        mean, square = stand(total, outcomes, won, house.lose[level], house)
    elif action == RESCUE:
        mean, square = house.rescue[level], house.rescue[level] ** 2
    else:
        drawn = house.double_to[level, hand] if action == DOUBLE else level
        mean, square = draw(hands.after[hand], chances, worths.mean[drawn], worths.square[drawn])
    worths.mean[level, hand] = mean
    worths.square[level, hand] = square


@compiled
def mark_needed(
    order: Integers, hands: Hands, house: KernelHouse, decisions: Integers, needed: Flags
) -> None:
    """Mark the hands that any two cards can come to, hit or doubled and then played as decided."""
    bust = hands.after.shape[0]
    for place in range(order.size - 1, -1, -1):
        hand = order[place]
        if hands.total[hand] == 21 and house.ends_turn:
            continue
        for level in range(needed.shape[0]):
            is_first = hands.cards[hand] == 2 and level == 0
            action = decisions[level, hand]
            for value in range(VALUES):
                after = hands.after[hand, value]
                if after == bust:
                    continue
                if is_first or (needed[level, hand] and action == HIT):
                    needed[level, after] = True
                to = house.double_to[level, hand]
                if to != NEVER and (is_first or (needed[level, hand] and action == DOUBLE)):
                    needed[to, after] = True


@compiled
def sweep_pair(
    upcard: int,
    pair: int,
    depth: int,
    twos: Integers,
    order: Integers,
    gone: Integers,
    shoe: KernelShoe,
    hands: Hands,
    house: KernelHouse,
    decisions: Integers,
    needed: Flags,
    worths: Worths,
    found: Floats,
    found_squares: Floats,
) -> None:
    """Play the hands of a split pair as decided, for each number of further cards gone."""
    chances = np.empty(VALUES)
    lose_bust_hands(house, worths)
    for count in range(1, depth + 1):
        for place in range(order.size):
            hand = order[place]
            out = gone[hand, pair, count]
            if not needed[:, hand].any() or not fill_chances(upcard, out, shoe, chances):
                continue
            for level in range(worths.mean.shape[0]):
                if needed[level, hand]:
                    follow_hand(
                        hand,
                        level,
                        chances,
                        shoe.outcomes[out, upcard],
                        hands,
                        house,
                        decisions,
                        worths,
                    )
        for card in range(VALUES):
            hand = twos[card]
            out = gone[hand, pair, count]
            if fill_chances(upcard, out, shoe, chances):
                weigh_options(hand, 0, chances, shoe.outcomes[out, upcard], hands, house, worths)
                found[count, card] = worths.options[0, hand]
                found_squares[count, card] = worths.squares[0, hand]


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
        is_over = hands.total[hand] == 21 and house.ends_turn
        if is_over or not fill_chances(upcard, hand, shoe, chances):
            continue
        for level in range(reach.shape[0]):
            action = decisions[level, hand]
            if reach[level, hand] == 0.0 or action in (STAND, RESCUE):
                continue
            drawn = house.double_to[level, hand] if action == DOUBLE else level
            for value in range(VALUES):
                after = hands.after[hand, value]
                if after != bust:
                    reach[drawn, after] += reach[level, hand] * chances[value]


@compiled
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
    ends = np.zeros(OUTCOMES)
    for place in range(order.size):
        hand = order[place]
        if not fill_chances(upcard, hand, shoe, chances):
            continue
        total = hands.total[hand]
        for level in range(joint.shape[0]):
            action = STAND if total == 21 and house.ends_turn else decisions[level, hand]
            drawn = house.double_to[level, hand] if action == DOUBLE else level
            won = house.pay[level, hand] * house.win[level]
            for end in range(OUTCOMES):
                chance = shoe.outcomes[hand, upcard, end]
                ends[end] = 1.0
                if action == STAND:
                    worth, _ = stand(total, ends, won, house.lose[level], house)
                    joint[level, hand, end] = worth * chance
                elif action == RESCUE:
                    joint[level, hand, end] = house.rescue[level] * chance
                else:
                    joint[level, hand, end] = draw_joint(
                        hands.after[hand], chances, joint[drawn, :, end], chance * house.lose[drawn]
                    )
                ends[end] = 0.0
