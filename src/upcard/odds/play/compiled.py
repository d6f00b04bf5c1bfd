"""The values of all hands by compiled kernels: what `reference` computes, for real shoes."""

from __future__ import annotations

from typing import Final

import numpy as np

from upcard.odds.play import kernels
from upcard.odds.play.compositions import GONE_MAX, Flags, Floats, Integers, numbered
from upcard.odds.play.dealers import NATURAL_PLACE, OUTCOMES, dealer_tree
from upcard.odds.play.facts import PlayFacts
from upcard.odds.play.moments import Action, Plan, moment_of
from upcard.odds.play.reference import three_card_21
from upcard.odds.play.stock import VALUES, Composition, Stock, composition_of, plus
from upcard.odds.play.worths import Contest21, Gone, Worth

ACTIONS: Final = (Action.STAND, Action.HIT, Action.DOUBLE, Action.RESCUE)
"""In the order of the kernels' numbers."""
PLACES: Final = {action: place for place, action in enumerate(ACTIONS)}
SIDES: Final = (False, True)
"""Hands as dealt, and hands of a split."""


class CompiledValues:
    """The values of hands under one set of facts, from one shoe, as floats."""

    def __init__(self, facts: PlayFacts, stock: Stock, plan: Plan | None = None) -> None:
        self.facts = facts
        self.stock = stock
        self.numbers = numbered()
        self.levels = facts.doubles_max + 1
        self.full: Floats = np.array(stock.values, dtype=np.float64)
        self.peeks: Flags = np.array([facts.peeks(upcard) for upcard in VALUES])
        self.outcomes = self._weighed()
        self.pay = np.stack([self._pays(is_split) for is_split in SIDES])
        self.may_double = np.stack([self._doubles(is_split) for is_split in SIDES])
        self.rescue = np.stack([self._rescues(is_split) for is_split in SIDES])
        hands = len(self.numbers.hands)
        shape = (len(VALUES), len(SIDES), self.levels, hands)
        self.decisions: Integers = np.zeros(shape, dtype=np.int64)
        self.options: Floats = np.full((*shape, 3), -np.inf)
        self.squares: Floats = np.zeros((*shape, 3))
        self.mean: Floats = np.zeros((*shape[:-1], hands + 1))
        self.square: Floats = np.zeros((*shape[:-1], hands + 1))
        if plan is not None:
            self._follow(plan)
        self._sweep(is_choosing=plan is None)
        self._found, self._found_squares = self._sweep_pairs()

    def _weighed(self) -> Floats:
        tree = dealer_tree(hits_soft_17=self.facts.hits_soft_17)
        outcomes = np.zeros((len(self.numbers.removed), len(VALUES), OUTCOMES))
        kernels.weigh_dealer(
            self.numbers.removed, self.full, tree.parent, tree.card, tree.before, tree.depth,
            tree.node, tree.place, tree.orders, self.peeks, outcomes,
        )  # fmt: skip
        return outcomes

    def _pays(self, is_split: bool) -> Floats:
        pays = np.ones((self.levels, len(self.numbers.hands)))
        for hand in np.flatnonzero(self.numbers.total == 21):
            cards = self.numbers.hands[hand]
            for doubles in range(self.levels):
                pays[doubles, hand] = float(
                    self.facts.pay_of_21(
                        cards=sum(cards), is_straight_or_sevens=three_card_21(cards),
                        doubles=doubles, is_split=is_split,
                    )
                )  # fmt: skip
        return pays

    def _doubles(self, is_split: bool) -> Flags:
        numbers = self.numbers
        allowed = {
            (doubles, total, cards): self.facts.may_double(
                cards=cards, total=total, doubles=doubles, is_split=is_split
            )
            for doubles in range(self.levels)
            for total in range(2, 22)
            for cards in (2, 3)
        }
        shape = zip(numbers.total.tolist(), np.clip(numbers.cards, 2, 3).tolist(), strict=True)
        by_hand = list(shape)
        return np.array(
            [
                [allowed[doubles, total, cards] for total, cards in by_hand]
                for doubles in range(self.levels)
            ]
        )

    def _rescues(self, is_split: bool) -> Floats:
        costs = [
            self.facts.rescue_cost(doubles=doubles, is_split=is_split)
            for doubles in range(self.levels)
        ]
        return np.array([-np.inf if cost is None else -float(cost) for cost in costs])

    def _follow(self, plan: Plan) -> None:
        """Write down what *plan* does with every hand of three cards or more."""
        numbers = self.numbers
        shapes = np.stack([numbers.total, numbers.is_soft, numbers.cards], axis=1)
        kinds, kind_of = np.unique(shapes, axis=0, return_inverse=True)
        for upcard in VALUES:
            for side, is_split in enumerate(SIDES):
                for doubles in range(self.levels):
                    chosen = [
                        self._planned(plan, upcard, is_split, doubles, *map(int, kind))
                        for kind in kinds
                    ]
                    self.decisions[upcard - 1, side, doubles] = np.array(chosen)[kind_of.ravel()]

    def _planned(
        self, plan: Plan, upcard: int, is_split: bool, doubles: int,
        total: int, is_soft: int, cards: int,
    ) -> int:  # fmt: skip
        if cards < 3 or (total == 21 and self.facts.twenty_one_ends_turn):
            return kernels.STAND
        moment = moment_of(
            self.facts, upcard=upcard, total=total, is_soft=bool(is_soft), cards=cards,
            doubles=doubles, is_split=is_split,
        )  # fmt: skip
        return PLACES[plan(moment)] if len(moment.legal) > 1 else kernels.STAND

    def _sweep(self, *, is_choosing: bool) -> None:
        numbers = self.numbers
        hands = np.flatnonzero(numbers.cards >= 2)
        for upcard in range(len(VALUES)):
            for side in range(len(SIDES)):
                kernels.sweep(
                    upcard, hands, hands, is_choosing, numbers.removed, self.full,
                    self.peeks[upcard], self.outcomes, numbers.after, numbers.total,
                    self.pay[side], self.may_double[side], self.rescue[side],
                    self.facts.twenty_one_ends_turn, self.facts.twenty_one_wins,
                    self.decisions[upcard, side], self.options[upcard, side],
                    self.squares[upcard, side], self.mean[upcard, side],
                    self.square[upcard, side],
                )  # fmt: skip

    def _sweep_pairs(self) -> tuple[Floats, Floats]:
        """By up card, pair, further cards gone, second card and decision."""
        numbers = self.numbers
        shape = (len(VALUES), len(VALUES), GONE_MAX + 1, len(VALUES), 3)
        found, squares = np.zeros(shape), np.zeros(shape)
        if self.facts.split is None:
            return found, squares
        for pair in range(len(VALUES)):
            holding = numbers.holding[pair]
            hands = holding[numbers.cards[holding] >= 2]
            twos = [numbers.numbers[composition_of((pair + 1, card))] for card in VALUES]
            for upcard in range(len(VALUES)):
                kernels.sweep_pair(
                    upcard, pair, np.array(twos), hands, numbers.gone, numbers.removed, self.full,
                    self.peeks[upcard], self.outcomes, numbers.after, numbers.total, self.pay[1],
                    self.may_double[1], self.rescue[1], self.facts.twenty_one_ends_turn,
                    self.facts.twenty_one_wins, self.decisions[upcard, 1], found[upcard, pair],
                    squares[upcard, pair],
                )  # fmt: skip
        return found, squares

    def chance(self, upcard: int, removed: Composition, card: int) -> float:
        """The chance that the next card has that value, given cards *removed* and the peek."""
        gone = plus(removed, upcard)
        counts = [have - out for have, out in zip(self.stock.values, gone, strict=True)]
        cards, found = sum(counts), counts[card - 1]
        if found <= 0:
            return 0.0
        if not self.facts.peeks(upcard):
            return found / cards
        makers = counts[10 - upcard]
        left = makers - (card == 11 - upcard)
        return found * (cards - 1 - left) / ((cards - 1) * (cards - makers))

    def contest_21(self, upcard: int, removed: Composition) -> Contest21:
        """How a player's 21 fares against the dealer."""
        ends = self.outcomes[self.numbers.numbers[removed], upcard - 1]
        tied, lost = float(ends[4]), float(ends[NATURAL_PLACE])
        if self.facts.twenty_one_wins:
            return Contest21(1.0 - lost, 0.0)
        return Contest21(1.0 - lost - tied, tied)

    def worth(
        self, upcard: int, *, is_split: bool, hand: tuple[int, int], action: Action, gone: Gone
    ) -> Worth:
        """What standing, hitting or doubling two cards is worth, the rest of the play fixed."""
        place = PLACES[action]
        if gone.count:
            card = hand[1] if hand[0] == gone.value else hand[0]
            at = (upcard - 1, gone.value - 1, gone.count, card - 1, place)
            return Worth(float(self._found[at]), float(self._found_squares[at]))
        number = self.numbers.numbers[composition_of(hand)]
        at = (upcard - 1, int(is_split), 0, number, place)
        return Worth(float(self.options[at]), float(self.squares[at]))
