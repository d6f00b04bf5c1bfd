"""How often each hand comes up for a decision: the weights of charts and exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from upcard.game.decisions import Decision
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.compositions import Floats
from upcard.odds.play.kernels import reach_kernels
from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.openings import Opening
from upcard.odds.play.payments import DEALT, SPLIT
from upcard.odds.play.stock import VALUES, composition_of


class _Drawing(NamedTuple):
    """Two cards that take a third one, and how often."""

    place: int
    """Of the up card."""
    side: int
    level: int
    """On which level of doubles they then are."""
    number: int
    chance: float


def reached(values: CompiledValues, decider: Decider, openings: Iterable[Opening]) -> Floats:
    """
    By up card, side, level and hand: how often a round comes to it.

    Exact for hands that are not split. Hands of a split are weighed as if the pair were split
    once, which is only a weight: no value is computed from it.
    """
    reach = np.zeros(values.decisions.shape)
    drawing: list[_Drawing] = []
    for opening in openings:
        place, hand = opening.upcard - 1, composition_of(opening.hand)
        chance = float(opening.probability * (1 - opening.natural_chance))
        if opening.action is None:
            continue
        number = values.numbers.of(hand)
        reach[place, DEALT, 0, number] += chance
        if opening.action is Decision.SPLIT:
            drawing += _split(values, decider, reach[place], opening, chance)
        else:
            drawing += _drawn(values, place, DEALT, number, opening.action, chance)
    _draw(values, drawing, reach)
    for place in range(len(VALUES)):
        for side in range(len(values.houses)):
            _spread(values, reach, place, side)
    return reach


def _split(
    values: CompiledValues, decider: Decider, reach: Floats, opening: Opening, chance: float
) -> Iterator[_Drawing]:
    """Count the hands that a pair is split into, with two cards each; those that take a third."""
    upcard, pair = opening.upcard, opening.hand[0]
    if pair == 1 and values.facts.house.aces_get_one_card:
        return
    chances = values.chances(upcard, composition_of((pair, pair)))
    sides = (SPLIT, values.facts.side_of_split(pair, 1))
    for card, side in product(VALUES, sides):
        drawn = chance * chances[card - 1]
        if drawn:
            action = decider.after_split(upcard, (pair, card), may_split=False, side=side)
            number = int(values.numbers.twos[pair - 1, card - 1])
            reach[side, 0, number] += drawn
            yield from _drawn(values, upcard - 1, side, number, action, drawn)


def _drawn(
    values: CompiledValues, place: int, side: int, number: int, action: Decision, chance: float
) -> Iterator[_Drawing]:
    """What two cards draw by their decision: nothing, or one more card."""
    if action in (Decision.HIT, Decision.DOUBLE):
        is_double = action is Decision.DOUBLE
        level = int(values.houses[side].double_to[0, number]) if is_double else 0
        yield _Drawing(place, side, level, number, chance)


def _draw(values: CompiledValues, drawing: Sequence[_Drawing], reach: Floats) -> None:
    """Carry two cards on to the hands of three that they become."""
    if not drawing:
        return
    numbers = values.numbers
    places, sides, levels, hands, chances = zip(*drawing, strict=True)
    next_cards = [
        values.chances(place + 1, numbers.hands[hand])
        for place, hand in zip(places, hands, strict=True)
    ]
    after = numbers.after[list(hands)]
    whole: Floats = np.zeros((*reach.shape[:-1], numbers.bust + 1))
    at = (np.array(each)[:, None] for each in (places, sides, levels))
    np.add.at(whole, (*at, after), np.array(chances)[:, None] * np.array(next_cards))
    reach += whole[..., :-1]


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
