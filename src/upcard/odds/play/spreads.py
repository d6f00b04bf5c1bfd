"""How far results spread after a split, where several hands meet the same dealer."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from upcard.game.decisions import Decision
from upcard.odds.play import kernels
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.compositions import Floats
from upcard.odds.play.deciding import Decider
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
    _joint: dict[int, Floats] = field(default_factory=dict)
    _products: dict[tuple[int, int], float] = field(default_factory=dict)

    def product(self, upcard: int, pair: int) -> float:
        """The mean of one hand's result times another's."""
        known = self._products.get((upcard, pair))
        if known is None:
            known = self._products[upcard, pair] = self._product(upcard, pair)
        return known

    def _product(self, upcard: int, pair: int) -> float:
        values, removed = self.values, composition_of((pair, pair))
        together = np.zeros(kernels.OUTCOMES)
        for card in VALUES:
            chance = values.chance(upcard, removed, card)
            if chance:
                together += chance * self._two_cards(upcard, pair, card)
        ends = values.shoe.outcomes[values.numbers.of(removed), upcard - 1]
        likely = ends > 0
        return float(np.sum(together[likely] ** 2 / ends[likely]))

    def _two_cards(self, upcard: int, pair: int, card: int) -> Floats:
        values = self.values
        numbers = values.numbers
        hand = numbers.of(composition_of((pair, card)))
        action = self.decider.after_split(upcard, (pair, card), may_split=False)
        ends = values.shoe.outcomes[hand, upcard - 1]
        if action is Decision.STAND:
            return self._stood(hand, ends)
        level = int(action is Decision.DOUBLE)
        joint = self._from_three_cards(upcard)[level]
        found = np.zeros(kernels.OUTCOMES)
        for drawn in VALUES:
            chance = values.chance(upcard, numbers.hands[hand], drawn)
            after = numbers.after[hand, drawn - 1]
            found += chance * (-(2.0**level) * ends if after == numbers.bust else joint[after])
        return found

    def _stood(self, hand: int, ends: Floats) -> Floats:
        values = self.values
        total = int(values.numbers.total[hand])
        house = values.houses[1]
        pay = house.pay[0, hand]
        each = [kernels.stand(total, end, pay, 1.0, house)[0] for end in np.eye(len(ends))]
        return np.array(each) * ends

    def _from_three_cards(self, upcard: int) -> Floats:
        joint = self._joint.get(upcard)
        if joint is None:
            values, numbers, place = self.values, self.values.numbers, upcard - 1
            joint = np.zeros((values.levels, len(numbers.hands), kernels.OUTCOMES))
            kernels.join_dealer(
                place, np.flatnonzero(numbers.cards >= 3), values.shoe, values.hands,
                values.houses[1], values.decisions[place, 1], joint,
            )  # fmt: skip
            self._joint[upcard] = joint
        return joint
