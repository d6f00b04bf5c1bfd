"""How far results spread after a split, where several hands meet the same dealer."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from upcard.game.decisions import Decision
from upcard.odds.play.compiled import CompiledValues
from upcard.odds.play.compositions import Floats, Integers
from upcard.odds.play.kernels import kernel_arrays, reach_kernels
from upcard.odds.play.opening_decisions import DRAWING, Decider
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
        if known is None:
            chances = np.array(self.values.chances(upcard, composition_of((pair, pair))))
            known = self._known[upcard, pair, side] = chances @ self._two_cards(upcard, pair, side)
        return known

    def _two_cards(self, upcard: int, pair: int, side: int) -> Floats:
        """The same for each second card, as a row."""
        values, house = self.values, self.values.one_of_many[side]
        twos = values.numbers.twos[pair - 1]
        ends = values.shoe.outcomes[twos, upcard - 1]
        actions = [
            self.decider.after_split(upcard, (pair, card), may_split=False, side=side)
            for card in VALUES
        ]
        worths = self._stood(twos, side)
        for place, action in enumerate(actions):
            if action is Decision.SURRENDER:
                worths[place] = house.rescue[0]
        together: Floats = worths * ends
        is_drawing = np.array([action in DRAWING for action in actions])
        if is_drawing.any():
            is_doubled = np.array([action is Decision.DOUBLE for action in actions])
            levels = np.where(is_doubled, house.double_to[0, twos], 0)[is_drawing]
            drawing, met = twos[is_drawing], ends[is_drawing]
            together[is_drawing] = self._drawn(upcard, side, drawing, levels, met)
        return together

    def _drawn(
        self, upcard: int, side: int, twos: Integers, levels: Integers, ends: Floats
    ) -> Floats:
        """One more card to each of some hands of two; a bust loses what is on its level."""
        values, numbers = self.values, self.values.numbers
        chances = np.array([values.chances(upcard, numbers.hands[hand]) for hand in twos])
        after = numbers.after[twos]
        joint = self._from_three_cards(upcard, side)
        drawn: Floats = np.einsum("hv,hve->he", chances, joint[levels[:, None], after])
        lost = np.where(after == numbers.bust, chances, 0.0).sum(axis=1)
        house = values.one_of_many[side]
        drawn -= (lost * house.lose[levels])[:, None] * ends
        drawn[:, kernel_arrays.NATURAL] += (
            lost * house.spare_bust[levels] * ends[:, kernel_arrays.NATURAL]
        )
        return drawn

    def _stood(self, hands: Integers, side: int) -> Floats:
        """What standing on each of some hands is worth against each end of the dealer."""
        house, totals = self.values.one_of_many[side], self.values.numbers.total[hands]
        won = (house.pay[0, hands] * house.win[0])[:, None]
        worth: Floats = house.wins[totals] * won - house.loses[totals] * house.lose[0]
        worth[:, kernel_arrays.NATURAL] += house.spare[0]
        sure = house.sure[0, hands][:, None]
        return np.where(sure > 0.0, sure, worth)

    def _from_three_cards(self, upcard: int, side: int) -> Floats:
        """By level and hand, and nothing for a bust, which comes last."""
        joint = self._joint.get((upcard, side))
        if joint is None:
            values, numbers, place = self.values, self.values.numbers, upcard - 1
            joint = np.zeros((values.levels, len(numbers.hands) + 1, kernel_arrays.OUTCOMES))
            reach_kernels.join_dealer(
                place,
                np.flatnonzero(numbers.cards >= 3),
                values.shoe,
                values.hands,
                values.one_of_many[side],
                values.decisions[place, side],
                joint[:, :-1],
            )
            self._joint[upcard, side] = joint
        return joint
