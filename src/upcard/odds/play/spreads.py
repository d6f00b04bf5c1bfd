"""How far results spread after a split, where several hands meet the same dealer."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from upcard.game.decisions import Decision
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.compositions import Floats
from upcard.odds.play.kernels import kernel_arrays, reach_kernels
from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.stock import VALUES, composition_of


@dataclass(slots=True)
class SharedDealer:
    """
    The mean product of two split hands' results, taken as independent once the dealer has ended.

    Cards that one hand takes from the other are left out of it: an approximation, and the only
    one in the solver. It touches the standard deviation alone, never a mean.
    """

    values: CompiledValues
    decider: Decider
    _joint: dict[tuple[int, int], Floats] = field(default_factory=dict)
    _known: dict[tuple[int, int, int], Floats] = field(default_factory=dict)
    _products: dict[tuple[int, int, int, int], float] = field(default_factory=dict)

    def product(self, upcard: int, pair: int, side: int, other: int) -> float:
        """The mean of the result of a hand of *side* times that of a hand of *other*."""
        key = (upcard, pair, side, other)
        if key not in self._products:
            self._products[key] = self._product(*key)
        return self._products[key]

    def _product(self, upcard: int, pair: int, side: int, other: int) -> float:
        removed = composition_of((pair, pair))
        ends = self.values.shoe.outcomes[self.values.numbers.of(removed), upcard - 1]
        likely = ends > 0
        one, two = self._with_dealer(upcard, pair, side), self._with_dealer(upcard, pair, other)
        return float(np.sum(one[likely] * two[likely] / ends[likely]))

    def _with_dealer(self, upcard: int, pair: int, side: int) -> Floats:
        """A hand's mean result together with each end of the dealer's hand."""
        known = self._known.get((upcard, pair, side))
        if known is not None:
            return known
        removed, together = composition_of((pair, pair)), np.zeros(kernel_arrays.OUTCOMES)
        for card in VALUES:
            chance = self.values.chance(upcard, removed, card)
            if chance:
                together += chance * self._two_cards(upcard, pair, card, side)
        self._known[upcard, pair, side] = together
        return together

    def _two_cards(self, upcard: int, pair: int, card: int, side: int) -> Floats:
        values = self.values
        numbers = values.numbers
        hand = numbers.of(composition_of((pair, card)))
        action = self.decider.after_split(upcard, (pair, card), may_split=False, side=side)
        ends = values.shoe.outcomes[hand, upcard - 1]
        if action is Decision.STAND:
            return self._stood(hand, ends, side)
        house = values.houses[side]
        if action is Decision.SURRENDER:
            given_up: Floats = ends * house.rescue[0]
            return given_up
        level = int(house.double_to[0, hand]) if action is Decision.DOUBLE else 0
        joint = self._from_three_cards(upcard, side)[level]
        chances = np.array([values.chance(upcard, numbers.hands[hand], card) for card in VALUES])
        after = numbers.after[hand]
        is_bust = after == numbers.bust
        drawn: Floats = chances[~is_bust] @ joint[after[~is_bust]]
        drawn -= chances[is_bust].sum() * house.lose[level] * ends
        return drawn

    def _stood(self, hand: int, ends: Floats, side: int) -> Floats:
        values = self.values
        total = int(values.numbers.total[hand])
        house = values.houses[side]
        won, lost = float(house.pay[0, hand] * house.win[0]), float(house.lose[0])
        worth: Floats = house.wins[total] * won - house.loses[total] * lost
        return worth * ends

    def _from_three_cards(self, upcard: int, side: int) -> Floats:
        joint = self._joint.get((upcard, side))
        if joint is None:
            values, numbers, place = self.values, self.values.numbers, upcard - 1
            joint = np.zeros((values.levels, len(numbers.hands), kernel_arrays.OUTCOMES))
            reach_kernels.join_dealer(
                place,
                np.flatnonzero(numbers.cards >= 3),
                values.shoe,
                values.hands,
                values.houses[side],
                values.decisions[place, side],
                joint,
            )
            self._joint[upcard, side] = joint
        return joint
