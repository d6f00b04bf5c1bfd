"""The values of all hands by compiled kernels: what `reference` computes, for real shoes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from upcard.game.decisions import Decision
from upcard.game.results import LOSE, PUSH
from upcard.game.stakes import Laid
from upcard.odds.play.closing_sums import quick_closing_chance
from upcard.odds.play.closings import refuse_unknown_closings
from upcard.odds.play.compositions import GONE_MAX, Flags, Floats, Integers, numbered
from upcard.odds.play.kernel_houses import contests, kernel_houses
from upcard.odds.play.kernels import decision_kernels, kernel_arrays
from upcard.odds.play.moments import Plan, SplitPlay, moment_of
from upcard.odds.play.payments import SPLIT, PlayFacts
from upcard.odds.play.splits import split_weights
from upcard.odds.play.stock import VALUES, Composition, Stock, plus
from upcard.odds.play.weighed_shoes import weighed_shoe
from upcard.odds.play.worths import Closings, Contest21, Gone, Worth

ACTIONS: Final = (Decision.STAND, Decision.HIT, Decision.DOUBLE, Decision.RESCUE)
"""In the order of the kernels' numbers; to them a hand is rescued, doubled or not."""
PLACES: Final = {action: place for place, action in enumerate(ACTIONS)}


class CompiledValues:
    """The values of hands under one set of facts, from one shoe, as floats."""

    def __init__(
        self,
        facts: PlayFacts,
        stock: Stock,
        plan: Plan | None = None,
        splits: SplitPlay = SplitPlay.ALIKE,
    ) -> None:
        refuse_unknown_closings(facts, splits)
        self.facts = facts
        self.stock = stock
        self.splits = splits
        self.numbers = numbered()
        self.levels = len(facts.levels)
        self._weighed = weighed_shoe(facts, stock)
        self.shoe = self._weighed.shoe
        won = contests(facts.house)
        self._not_won_21 = [np.flatnonzero(won[one][21]).tolist() for one in (PUSH, LOSE)]
        self.hands = kernel_arrays.Hands(self.numbers.after, self.numbers.total, self.numbers.cards)
        self.houses = kernel_houses(facts)
        """The rules for hands of each side."""
        self.one_of_many = self.houses
        if facts.house.natural_takes_one:
            self.one_of_many = kernel_houses(facts, is_one_of_many=True)
        """The same for hands beside others, of which a natural may take one wager together."""
        hands = len(self.numbers.hands)
        shape = (len(VALUES), len(facts.sides), self.levels, hands)
        self.decisions: Integers = np.zeros(shape, dtype=np.int64)
        self.options: Floats = np.full((*shape, 3), -np.inf)
        self.squares: Floats = np.zeros((*shape, 3))
        if plan is not None:
            self._follow(plan)
        self._after_split: dict[int, Integers] = {}
        self._chances: dict[tuple[int, Composition], list[float]] = {}
        self._contests_21: dict[tuple[int, Composition], Contest21] = {}
        self._weighed.weigh(np.arange(hands))
        self._sweep(is_choosing=plan is None)
        found, squares = self._sweep_pairs()
        self._keep_two_cards(found, squares)

    def _follow(self, plan: Plan) -> None:
        """Write down what *plan* does with every hand of three cards or more."""
        numbers = self.numbers
        shapes = np.stack([numbers.total, numbers.is_soft, numbers.cards], axis=1)
        kinds, kind_of = np.unique(shapes, axis=0, return_inverse=True)
        for upcard in VALUES:
            for side in range(len(self.facts.sides)):
                for level in range(self.levels):
                    laid = self.facts.laid(side, level)
                    chosen = [self._planned(plan, upcard, laid, *map(int, kind)) for kind in kinds]
                    self.decisions[upcard - 1, side, level] = np.array(chosen)[kind_of.ravel()]

    def _planned(
        self, plan: Plan, upcard: int, laid: Laid, total: int, is_soft: int, cards: int
    ) -> int:
        if self.facts.sure_win(total, cards, laid) is not None:
            return kernel_arrays.STAND
        if cards < 3 or (total == 21 and self.facts.house.twenty_one_ends_turn):
            return kernel_arrays.STAND
        moment = moment_of(
            self.facts,
            upcard=upcard,
            total=total,
            is_soft=bool(is_soft),
            cards=cards,
            laid=laid,
        )
        if len(moment.legal) == 1:
            return kernel_arrays.STAND
        action = plan(moment)
        return kernel_arrays.RESCUE if action is Decision.SURRENDER else PLACES[action]

    def _worths(self) -> kernel_arrays.Worths:
        hands = len(self.numbers.hands)
        return kernel_arrays.Worths(
            options=np.zeros((self.levels, hands, 3)),
            squares=np.zeros((self.levels, hands, 3)),
            mean=np.zeros((self.levels, hands + 1)),
            square=np.zeros((self.levels, hands + 1)),
        )

    def _sweep(self, *, is_choosing: bool) -> None:
        order = np.flatnonzero(self.numbers.cards >= 2)
        rest = self._worths()
        for place in range(len(VALUES)):
            for side, house in enumerate(self.houses):
                worths = rest._replace(
                    options=self.options[place, side], squares=self.squares[place, side]
                )
                decision_kernels.sweep(
                    place,
                    order,
                    is_choosing,
                    self.shoe,
                    self.hands,
                    house,
                    self.decisions[place, side],
                    worths,
                )

    def _sweep_pairs(self) -> tuple[Floats, Floats]:
        """By side, up card, pair, further cards gone, second card and decision."""
        shape = (len(self.houses), len(VALUES), len(VALUES), GONE_MAX + 1, len(VALUES), 3)
        found, squares = np.zeros(shape), np.zeros(shape)
        if self.facts.house.hands_max < 2 or self.splits is SplitPlay.NONE:
            return found, squares
        for pairs, played in self._played_after_splits():
            self._after_split.update(dict.fromkeys(pairs, played))
            for side in range(SPLIT, len(self.houses)):
                decisions = played[:, side]
                needed = self._needed(side, decisions)
                self._weighed.weigh(self._asked_for(pairs, needed, decisions))
                for pair in pairs:
                    self._sweep_pair(pair, side, needed, decisions, found[side], squares[side])
        return found, squares

    def _keep_two_cards(self, found: Floats, squares: Floats) -> None:
        """Remember what two cards are worth, of a split and, with nothing gone, on their own."""
        twos = self.numbers.twos
        for side in range(len(self.houses)):
            found[side, :, :, 0] = self.options[:, side, 0][:, twos]
            squares[side, :, :, 0] = self.squares[:, side, 0][:, twos]
        self._means, self._squares = found.ravel().data, squares.ravel().data

    def _played_after_splits(self) -> Iterator[tuple[Sequence[int], Integers]]:
        """Pairs, and how hands of three cards or more are played once one of them is split."""
        if self.splits is SplitPlay.ALIKE:
            yield VALUES, self.decisions
            return
        for pair in VALUES:
            if self.stock.values[pair - 1]:
                left = replace(self.stock, values=plus(self.stock.values, pair, -1))
                best = CompiledValues(self.facts, left, splits=SplitPlay.NONE)
                yield (pair,), best.decisions

    def _sweep_pair(
        self,
        pair: int,
        side: int,
        needed: Flags,
        decisions: Integers,
        found: Floats,
        squares: Floats,
    ) -> None:
        worths, depth = self._worths(), self._depth(pair)
        holding = self.numbers.holding[pair - 1]
        order = holding[self.numbers.cards[holding] >= 3]
        for place in range(len(VALUES)):
            decision_kernels.sweep_pair(
                place,
                pair - 1,
                depth,
                self.numbers.twos[pair - 1],
                order,
                self.numbers.gone,
                self.shoe,
                self.hands,
                self.one_of_many[side],
                decisions[place],
                needed[place],
                worths,
                found[place, pair - 1],
                squares[place, pair - 1],
            )

    def _needed(self, side: int, decisions: Integers) -> Flags:
        """By up card, level and hand: whether a hand of a split can come to it."""
        needed = np.zeros((len(VALUES), self.levels, len(self.numbers.hands)), dtype=np.bool_)
        order = np.flatnonzero(self.numbers.cards >= 2)
        for place in range(len(VALUES)):
            decision_kernels.mark_needed(
                order, self.hands, self.houses[side], decisions[place], needed[place]
            )
        return needed

    def _asked_for(self, pairs: Sequence[int], needed: Flags, decisions: Integers) -> Integers:
        """What is out of the shoe wherever a hand of a split of *pairs* may stand."""
        numbers = self.numbers
        stands = (needed & (decisions == kernel_arrays.STAND)).any(axis=(0, 1))
        stands |= numbers.cards == 2
        is_asked: Flags = np.zeros(len(numbers.removed), dtype=np.bool_)
        for pair in pairs:
            hands = numbers.holding[pair - 1]
            is_asked[numbers.gone[hands[stands[hands]], pair - 1, 1 : self._depth(pair) + 1]] = True
        is_asked[: len(numbers.hands)] = False
        return np.flatnonzero(is_asked)

    def _depth(self, pair: int) -> int:
        """How many cards of the pair's value, besides a hand's own, a split may take out."""
        hands_max = self.facts.house.hands_max if self.facts.may_resplit(pair) else 2
        return split_weights(hands_max).depth + 1

    def after_split(self, pair: int) -> Integers:
        """By up card, side, level and hand: what hands of three cards or more of a split do."""
        return self._after_split[pair]

    def chance(self, upcard: int, removed: Composition, card: int) -> float:
        """The chance that the next card has that value, given cards *removed* and the peek."""
        return self.chances(upcard, removed)[card - 1]

    def chances(self, upcard: int, removed: Composition) -> list[float]:
        """The same for all ten values."""
        chances = self._chances.get((upcard, removed))
        if chances is None:
            chances = self._chances[upcard, removed] = self._all_chances(upcard, removed)
        return chances

    def _all_chances(self, upcard: int, removed: Composition) -> list[float]:
        gone = plus(removed, upcard)
        counts = [have - out for have, out in zip(self.stock.values, gone, strict=True)]
        cards = sum(counts)
        if min(counts) < 0 or cards < 2:
            return [0.0] * len(VALUES)
        if not self.facts.peeks(upcard):
            return [count / cards for count in counts]
        makers, below = counts[10 - upcard], cards - 1
        lefts = [makers - (card == 11 - upcard) for card in VALUES]
        return [
            count * (below - left) / (below * (cards - makers))
            for count, left in zip(counts, lefts, strict=True)
        ]

    def contest_21(self, upcard: int, removed: Composition) -> Contest21:
        """How a player's 21 fares against the dealer."""
        known = self._contests_21.get((upcard, removed))
        if known is None:
            ends = self.shoe.outcomes[self.numbers.of(removed), upcard - 1].tolist()
            pushes, lost = (sum(ends[end] for end in places) for places in self._not_won_21)
            known = self._contests_21[upcard, removed] = Contest21(1.0 - pushes - lost, pushes)
        return known

    def decision(self, upcard: int, hand: Composition, laid: Laid) -> Decision:
        """What three cards or more do next, as fixed; a hand that is over stands."""
        level = self.facts.levels.index(Laid(laid.doubles, laid.free_doubles))
        house, number = self.houses[SPLIT], self.numbers.of(hand)
        is_over = self.numbers.total[number] == 21 and house.ends_turn
        if is_over or house.sure[level, number] > 0.0:
            return Decision.STAND
        return ACTIONS[self.decisions[upcard - 1, SPLIT, level, number]]

    def closing_chance(self, closings: Closings) -> float:
        """How likely the cards come in one of these orders."""
        return quick_closing_chance(closings)

    def worth(
        self, upcard: int, *, side: int, hand: tuple[int, int], action: Decision, gone: Gone
    ) -> Worth:
        """What a decision on two cards is worth, the rest of the play fixed."""
        if action is Decision.SURRENDER:
            given_up = float(self.houses[side].rescue[0])
            return Worth(given_up, given_up * given_up)
        first, second = hand
        if gone.times and first != gone.value:
            first, second = second, first
        at = ((side * 10 + upcard - 1) * 10 + first - 1) * (GONE_MAX + 1) + gone.times
        at = (at * 10 + second - 1) * 3 + PLACES[action]
        return Worth(self._means[at], self._squares[at])
