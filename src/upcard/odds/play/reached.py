"""How often each hand comes up for a decision: the weights of charts and exceptions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np

from upcard.game.decisions import Decision
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.compositions import Floats
from upcard.odds.play.kernels import reach_kernels
from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.openings import Opening
from upcard.odds.play.payments import DEALT, SPLIT
from upcard.odds.play.stock import VALUES, composition_of


def reached(values: CompiledValues, decider: Decider, openings: Iterable[Opening]) -> Floats:
    """
    By up card, side, level and hand: how often a round comes to it.

    Exact for hands that are not split. Hands of a split are weighed as if the pair were split
    once, which is only a weight: no value is computed from it.
    """
    reach = np.zeros(values.decisions.shape)
    for opening in openings:
        place, hand = opening.upcard - 1, composition_of(opening.hand)
        chance = float(opening.probability * (1 - opening.natural_chance))
        if opening.action is None:
            continue
        reach[place, 0, 0, values.numbers.of(hand)] += chance
        if opening.action is Decision.SPLIT:
            _split(values, decider, reach[place], opening.upcard, opening.hand[0], chance)
        else:
            _draw(values, reach[place], opening.upcard, opening.hand, opening.action, chance, DEALT)
    for place in range(len(VALUES)):
        for side in range(len(values.houses)):
            _spread(values, reach, place, side)
    return reach


def _split(
    values: CompiledValues, decider: Decider, reach: Floats, upcard: int, pair: int, chance: float
) -> None:
    if pair == 1 and values.facts.house.aces_get_one_card:
        return
    removed = composition_of((pair, pair))
    sides = (SPLIT, values.facts.side_of_split(pair, 1))
    for card, side in product(VALUES, sides):
        drawn = chance * values.chance(upcard, removed, card)
        if drawn:
            action = decider.after_split(upcard, (pair, card), may_split=False, side=side)
            reach[side, 0, values.numbers.of(composition_of((pair, card)))] += drawn
            _draw(values, reach, upcard, (pair, card), action, drawn, side)


def _draw(
    values: CompiledValues,
    reach: Floats,
    upcard: int,
    hand: tuple[int, int],
    action: Decision,
    chance: float,
    side: int,
) -> None:
    if action not in (Decision.HIT, Decision.DOUBLE):
        return
    numbers = values.numbers
    number = numbers.of(composition_of(hand))
    level = values.houses[side].double_to[0, number] if action is Decision.DOUBLE else 0
    for card in VALUES:
        after = numbers.after[number, card - 1]
        if after != numbers.bust:
            drawn = values.chance(upcard, numbers.hands[number], card)
            reach[side, level, after] += chance * drawn


def _spread(values: CompiledValues, reach: Floats, place: int, side: int) -> None:
    reach_kernels.spread(
        place,
        np.flatnonzero(values.numbers.cards >= 3),
        values.shoe,
        values.hands,
        values.houses[side],
        values.decisions[place, side],
        reach[place, side],
    )
