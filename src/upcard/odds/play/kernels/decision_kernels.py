"""What every hand is worth by each decision, and by the best one."""

from __future__ import annotations

import numpy as np

from upcard.odds.play.compositions import Flags, Floats, Integers
from upcard.odds.play.kernels.dealer_kernels import fill_chances
from upcard.odds.play.kernels.kernel_arrays import (
    DOUBLE,
    HIT,
    NATURAL,
    NEVER,
    OUTCOMES,
    RESCUE,
    STAND,
    VALUES,
    Hands,
    KernelHouse,
    KernelShoe,
    Worths,
)
from upcard.odds.play.kernels.kernel_cache import compiled, inlined


@inlined
def stand(
    total: int, level: int, outcomes: Floats, won: float, house: KernelHouse
) -> tuple[float, float]:
    """The mean and the mean square of standing on *total*, to win *won* or lose the stake."""
    wins, lost = 0.0, 0.0
    beaten, beating = house.wins[total], house.loses[total]
    for end in range(OUTCOMES):
        wins += beaten[end] * outcomes[end]
        lost += beating[end] * outcomes[end]
    stake, natural = house.lose[level], outcomes[NATURAL]
    return (
        wins * won - lost * stake + natural * house.spare[level],
        wins * won * won + lost * stake * stake - natural * house.spare_square[level],
    )


@inlined
def draw(
    after: Integers,
    chances: Floats,
    level: int,
    bust_first: float,
    house: KernelHouse,
    worths: Worths,
) -> tuple[float, float]:
    """
    The mean and the mean square of taking one more card, on the *level* that it leads to.

    *bust_first* is the chance that it busts the hand before a dealer's natural.
    """
    mean, square = worths.mean[level], worths.square[level]
    drawn = bust_first * house.spare_bust[level]
    drawn_square = -bust_first * house.spare_bust_square[level]
    for value in range(VALUES):
        drawn += chances[value] * mean[after[value]]
        drawn_square += chances[value] * square[after[value]]
    return drawn, drawn_square


@inlined
def busts_first(
    upcard: int, hand: int, out: int, shoe: KernelShoe, hands: Hands, house: KernelHouse
) -> float:
    """The chance that one more card busts a hand, and a natural follows that leaves some of it."""
    if not house.spares_busts or (upcard != 0 and upcard != VALUES - 1):
        return 0.0
    completing, bust = VALUES - 1 - upcard, hands.after.shape[0]
    cards, busting = -1.0, 0.0
    for value in range(VALUES):
        cards += shoe.full[value] - shoe.removed[out, value]
    makers = shoe.full[completing] - shoe.removed[out, completing]
    for value in range(VALUES):
        if hands.after[hand, value] == bust:
            left = shoe.full[value] - shoe.removed[out, value]
            left -= 1.0 if value == upcard else 0.0
            busting += left * (makers - 1.0 if value == completing else makers)
    return busting / (cards * (cards - 1.0)) if cards > 1.0 else 0.0


@inlined
def best_of(options: Floats, rescue: float) -> int:
    """The best decision: the first of equals in the order stand, hit, double, rescue."""
    best, action = options[STAND], STAND
    for other in (HIT, DOUBLE):
        if options[other] > best:
            best, action = options[other], other
    if rescue > best:
        action = RESCUE
    return action


@inlined
def weigh_options(
    hand: int,
    level: int,
    chances: Floats,
    bust_first: float,
    outcomes: Floats,
    hands: Hands,
    house: KernelHouse,
    worths: Worths,
) -> None:
    """Fill in what standing, hitting and doubling are worth to a hand on a *level* of doubles."""
    options, squares = worths.options[level, hand], worths.squares[level, hand]
    total = hands.total[hand]
    options[:] = -np.inf
    sure = house.sure[level, hand]
    if sure > 0.0:
        options[STAND], squares[STAND] = sure, sure * sure
        return
    options[STAND], squares[STAND] = stand(
        total, level, outcomes, house.pay[level, hand] * house.win[level], house
    )
    if total == 21 and house.ends_turn:
        return
    if level == 0:
        options[HIT], squares[HIT] = draw(hands.after[hand], chances, 0, bust_first, house, worths)
    to = house.double_to[level, hand]
    if to != NEVER:
        options[DOUBLE], squares[DOUBLE] = draw(
            hands.after[hand], chances, to, bust_first, house, worths
        )


@inlined
def take_decision(
    hand: int, level: int, action: int, hands: Hands, house: KernelHouse, worths: Worths
) -> None:
    """Write down what a hand is worth by *action*, one of its weighed options or a rescue."""
    is_won = house.sure[level, hand] > 0.0
    if is_won or (hands.total[hand] == 21 and house.ends_turn):
        action = STAND
    if action == RESCUE:
        worths.mean[level, hand] = house.rescue[level]
        worths.square[level, hand] = house.rescue[level] ** 2
    else:
        worths.mean[level, hand] = worths.options[level, hand, action]
        worths.square[level, hand] = worths.squares[level, hand, action]


@inlined
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
        bust_first = busts_first(upcard, hand, hand, shoe, hands, house)
        outcomes = shoe.outcomes[hand, upcard]
        for level in range(worths.mean.shape[0]):
            weigh_options(hand, level, chances, bust_first, outcomes, hands, house, worths)
            if is_choosing:
                decisions[level, hand] = best_of(worths.options[level, hand], house.rescue[level])
            take_decision(hand, level, decisions[level, hand], hands, house, worths)


@inlined
def follow_hand(
    hand: int,
    level: int,
    chances: Floats,
    bust_first: float,
    outcomes: Floats,
    hands: Hands,
    house: KernelHouse,
    decisions: Integers,
    worths: Worths,
) -> None:
    """One hand of three cards or more on a *level* of doubles, played as decided."""
    action = decisions[level, hand]
    total, sure = hands.total[hand], house.sure[level, hand]
    if sure > 0.0:
        mean, square = sure, sure * sure
    elif action == STAND or (total == 21 and house.ends_turn):
        won = house.pay[level, hand] * house.win[level]
        mean, square = stand(total, level, outcomes, won, house)
    elif action == RESCUE:
        mean, square = house.rescue[level], house.rescue[level] ** 2
    else:
        drawn = house.double_to[level, hand] if action == DOUBLE else level
        mean, square = draw(hands.after[hand], chances, drawn, bust_first, house, worths)
    worths.mean[level, hand] = mean
    worths.square[level, hand] = square


@inlined
def takes_card(
    hand: int, level: int, hands: Hands, house: KernelHouse, decisions: Integers
) -> bool:
    """Whether a hand, played as decided, draws one more card."""
    if house.sure[level, hand] > 0.0 or (hands.total[hand] == 21 and house.ends_turn):
        return False
    return bool(decisions[level, hand] == HIT or decisions[level, hand] == DOUBLE)


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
            if house.sure[level, hand] > 0.0:
                continue
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
            hand, is_filled, bust_first = order[place], False, 0.0
            out = gone[hand, pair, count]
            for level in range(worths.mean.shape[0]):
                if not needed[level, hand]:
                    continue
                if not is_filled and takes_card(hand, level, hands, house, decisions):
                    is_filled = fill_chances(upcard, out, shoe, chances)
                    if not is_filled:
                        break
                    bust_first = busts_first(upcard, hand, out, shoe, hands, house)
                follow_hand(
                    hand,
                    level,
                    chances,
                    bust_first,
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
                bust_first = busts_first(upcard, hand, out, shoe, hands, house)
                outcomes = shoe.outcomes[out, upcard]
                weigh_options(hand, 0, chances, bust_first, outcomes, hands, house, worths)
                found[count, card] = worths.options[0, hand]
                found_squares[count, card] = worths.squares[0, hand]
