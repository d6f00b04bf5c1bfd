"""What splitting a pair is worth: its hands, played as fixed, from the shoes they really play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from typing import NamedTuple, Protocol

from upcard.game.decisions import Decision
from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.payments import SPLIT, PlayFacts
from upcard.odds.play.splits import DRAWN, ORIGINS, SECOND, SplitWeights, split_weights
from upcard.odds.play.stock import (
    NO_SUIT,
    SUITED_VALUES,
    VALUES,
    PairCards,
    Seen,
    Stock,
    composition_of,
)
from upcard.odds.play.suits import THIRD_VALUE
from upcard.odds.play.worths import Gone, Number, Values, Worth

SUITS = range(4)


class HandsTogether(Protocol):
    """Somebody who knows how two hands of a split go together."""

    def product(self, upcard: int, pair: int, side: int, other: int) -> Number:
        """The mean of the result of a hand of *side* times that of a hand of *other*."""


class _Depth(NamedTuple):
    """Play when this many more cards of the pair's value are gone."""

    run: Number
    """The chance that this many cards in a row are of the pair's value (and rank)."""
    chances: tuple[Number, ...]
    """The chance of each value for a hand's second card."""
    plain: dict[int, Worth]
    """By side: what second cards bring whose suit does not matter, the pair's own value apart."""
    share: Number
    """How likely a card of the pair's value can be split with it: one, but for ranks of tens."""


@cache
def _alike(sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The origins whose hands are worth the same: drawn cards, where the same side is theirs."""
    groups: dict[tuple[int, int], tuple[int, ...]] = {}
    for origin in ORIGINS:
        key = min(origin, DRAWN), sides[origin]
        groups[key] = (*groups.get(key, ()), origin)
    return tuple(groups.values())


@dataclass(slots=True)
class Splitter:
    """Pairs from one shoe and what splitting them is worth."""

    facts: PlayFacts
    stock: Stock
    values: Values
    decider: Decider
    number: Callable[[int], Number]
    shared: HandsTogether | None = None
    """What two hands' results multiply to; without it, they count as unrelated."""
    doubts: dict[PairCards, Number] = field(default_factory=dict)
    """For each pair that was valued, how far the mean square of its split can be off."""
    _known_depths: dict[tuple[int, int, Number], list[_Depth]] = field(default_factory=dict)
    _known_hands: dict[tuple[object, ...], Worth] = field(default_factory=dict)
    _known_resplits: dict[tuple[int, int], bool] = field(default_factory=dict)
    _known_plays: dict[tuple[int, int, int], list[tuple[int, tuple[int, int], Decision]]] = field(
        default_factory=dict
    )

    def worth(self, cards: PairCards) -> Worth:
        """The mean of a split, exactly; its mean square with hands related by the dealer only."""
        pair, upcard = cards.first.value, cards.up.value
        weights = self._weights(upcard, pair)
        sides = self._sides(pair)
        key = (pair, upcard, self._share(cards, 0))
        depths = self._known_depths.get(key)
        if depths is None:
            depths = self._known_depths[key] = self._depths(cards, weights, sides)
        total = Worth(self.number(0), self.number(0))
        for alike_origins in _alike(sides):
            origin = alike_origins[0]
            for gone, depth in enumerate(depths):
                closed = sum(weights.closed[each][gone] for each in alike_origins)
                any_card = sum(weights.any_card[each][gone] for each in alike_origins)
                if depth.run and (closed or any_card):
                    apart, alike = self._hand(cards, origin, sides[origin], gone, depth)
                    worth = apart.times(closed + any_card).plus(alike.times(any_card))
                    total = total.plus(worth.times(depth.run))
        counts = self._hand_counts(weights, depths)
        crossed = self._crossed(cards, counts, total, sides)
        self.doubts[cards] = self._doubt(counts, total, crossed)
        return Worth(total.mean, total.square + crossed)

    def _hand_counts(self, weights: SplitWeights, depths: list[_Depth]) -> list[tuple[int, Number]]:
        """How likely the pair grows to how many hands."""
        return [
            (hands, sum((w * d.run for w, d in zip(weight, depths, strict=True)), self.number(0)))
            for hands, weight in weights.hands
        ]

    def _doubt(self, counts: list[tuple[int, Number]], total: Worth, crossed: Number) -> Number:
        """
        How far the mean square can be off, because of the products of different hands.

        A mean square is no less than the square of the mean. And by Cauchy and Schwarz the
        products of n hands come to n - 1 times their squares at most: so the bound puts as much
        of the squares, which are exact, where there are the most hands.
        """
        most, left = self.number(0), total.square
        for hands, chance in sorted(counts, reverse=True):
            here = min(left, hands * chance * self.facts.result_max**2)
            most += (hands - 1) * here
            left -= here
        least = total.mean**2 - total.square
        return max(most - crossed, crossed - least)

    def _sides(self, pair: int) -> tuple[int, ...]:
        """The side of the hand of each origin: the new hands may be laid by the house."""
        return (SPLIT, *(self.facts.side_of_split(pair, hands) for hands in ORIGINS[1:]))

    def _crossed(
        self,
        cards: PairCards,
        counts: list[tuple[int, Number]],
        total: Worth,
        sides: tuple[int, ...],
    ) -> Number:
        """What products of different hands add to the mean square."""
        pairs_of_hands: dict[tuple[int, int], Number] = {}
        for hands, chance in counts:
            for two in permutations(sides[:hands], 2):
                pairs_of_hands[two] = pairs_of_hands.get(two, self.number(0)) + chance
        if self.shared is None:
            return sum(pairs_of_hands.values(), self.number(0)) * (total.mean / 2) ** 2
        upcard, pair = cards.up.value, cards.first.value
        together = [
            chance * self.shared.product(upcard, pair, *two)
            for two, chance in pairs_of_hands.items()
        ]
        return sum(together, self.number(0))

    def resplits(self, upcard: int, pair: int) -> bool:
        """Whether a pair drawn to a hand of a split is split again."""
        known = self._known_resplits.get((upcard, pair))
        if known is None:
            known = self._known_resplits[upcard, pair] = self._resplits(upcard, pair)
        return known

    def _resplits(self, upcard: int, pair: int) -> bool:
        if not self.facts.may_resplit(pair):
            return False
        moment = self.decider.moment(upcard, (pair, pair), may_split=True, side=SPLIT)
        plan = self.decider.plan
        return plan is None or plan(moment) is Decision.SPLIT

    def _weights(self, upcard: int, pair: int) -> SplitWeights:
        return split_weights(self.facts.house.hands_max if self.resplits(upcard, pair) else 2)

    def _depths(
        self, cards: PairCards, weights: SplitWeights, sides: tuple[int, ...]
    ) -> list[_Depth]:
        pair, upcard = cards.first.value, cards.up.value
        depths, run = [], self.number(1)
        for gone in range(weights.depth + 1):
            removed = composition_of((pair,) * (2 + gone))
            chances = tuple(self.values.chance(upcard, removed, card) for card in VALUES)
            share = self._share(cards, gone)
            plain = {
                side: self._plain(pair, upcard, gone, chances, share, side)
                for side in (set(sides) if run else ())
            }
            depths.append(_Depth(run, chances, plain, share))
            run *= chances[pair - 1] * share
        return depths

    def _share(self, cards: PairCards, gone: int) -> Number:
        if cards.first.value != 10 or not self.facts.house.splits_same_rank_only:
            return self.number(1)
        rank = cards.first.kind
        left = self.stock.values[9] - 2 - gone - (cards.up.value == 10)
        found = self.stock.tens[rank] - 2 - gone - (cards.up == Seen(10, rank))
        return self.number(max(found, 0)) / left if left > 0 else self.number(0)

    def _plain(
        self,
        pair: int,
        upcard: int,
        gone: int,
        chances: tuple[Number, ...],
        share: Number,
        side: int,
    ) -> Worth:
        mean = square = self.number(0)
        out = Gone(pair, 1 + gone)
        for card, hand, action in self._played_plainly(pair, upcard, side):
            chance = chances[card - 1] if card != pair else chances[card - 1] * (1 - share)
            if chance:
                worth = self.values.worth(upcard, side=side, hand=hand, action=action, gone=out)
                mean, square = mean + chance * worth.mean, square + chance * worth.square
        return Worth(mean, square)

    def _played_plainly(
        self, pair: int, upcard: int, side: int
    ) -> list[tuple[int, tuple[int, int], Decision]]:
        """Second cards whose suit does not matter: the two cards, and what is done with them."""
        key = (pair, upcard, side)
        found = self._known_plays.get(key)
        if found is None:
            found = self._known_plays[key] = [
                (
                    card,
                    (min(pair, card), max(pair, card)),
                    self.decider.after_split(upcard, (pair, card), may_split=False, side=side),
                )
                for card in VALUES
                if card == pair or not self.decider.suited.matters(pair, card)
            ]
        return found

    def _two_cards(
        self,
        upcard: int,
        pair: int,
        card: int,
        gone: int,
        side: int,
        *,
        may_split: bool,
        suit: int = NO_SUIT,
        seen: tuple[Seen, ...] = (),
        up_suit: int = NO_SUIT,
    ) -> Worth:
        """One hand of the split after its second card, the other hand's first card gone too."""
        action = self.decider.after_split(
            upcard, (pair, card), may_split=may_split, side=side, suit=suit, up_suit=up_suit
        )
        return self.decider.worth(
            upcard,
            (min(pair, card), max(pair, card)),
            action,
            side=side,
            suit=suit,
            seen=seen,
            gone=Gone(pair, 1 + gone),
        )

    def _hand(
        self, cards: PairCards, origin: int, side: int, gone: int, depth: _Depth
    ) -> tuple[Worth, Worth]:
        """What a hand's second card brings: of another value, and of the pair's own."""
        seen = tuple(cards)
        is_suited = bool(self.decider.suited.pairs) and cards.first.value in SUITED_VALUES
        if origin < DRAWN or not is_suited:
            own = cards.second if origin == SECOND else cards.first
            return self._hand_from(cards.up, own, seen, side, gone, depth)
        apart = alike = Worth(self.number(0), self.number(0))
        for suit in SUITS:
            own = Seen(cards.first.value, suit)
            share = self.decider.suited.share(own.value, suit, seen)
            if share:
                more, same = self._hand_from(cards.up, own, (*seen, own), side, gone, depth)
                apart, alike = apart.plus(more.times(share)), alike.plus(same.times(share))
        return apart, alike

    def _hand_from(
        self, up: Seen, own: Seen, seen: tuple[Seen, ...], side: int, gone: int, depth: _Depth
    ) -> tuple[Worth, Worth]:
        apart = depth.plain[side]
        for card in self.decider.suited.beside(own.value):
            chance = depth.chances[card - 1]
            if chance and card != own.value:
                worth = self._second_card(up, own, card, seen, side, gone)
                apart = apart.plus(worth.times(chance))
        chance = depth.chances[own.value - 1] * depth.share
        if not chance:
            return apart, Worth(self.number(0), self.number(0))
        return apart, self._second_card(up, own, own.value, seen, side, gone).times(chance)

    def _second_card(
        self, up: Seen, own: Seen, card: int, seen: tuple[Seen, ...], side: int, gone: int
    ) -> Worth:
        """A second card of that value, its suit weighed where it matters."""
        is_suited = self.decider.suited.matters(own.value, card)
        third = THIRD_VALUE[min(own.value, card), max(own.value, card)] if is_suited else 0
        told = tuple(sorted(each for each in seen if each.value in (card, third)))
        key = (up, own, card, side, gone, told)
        worth = self._known_hands.get(key)
        if worth is None:
            worth = self._known_hands[key] = self._weigh_suits(up, own, card, seen, side, gone)
        return worth

    def _weigh_suits(
        self, up: Seen, own: Seen, card: int, seen: tuple[Seen, ...], side: int, gone: int
    ) -> Worth:
        may_split = card == own.value and self._may_split_again(up.value, card)
        mixed = self._two_cards(up.value, own.value, card, gone, side, may_split=may_split)
        if not self.decider.suited.matters(own.value, card) or own.kind == NO_SUIT:
            return mixed
        share = self.decider.suited.share(card, own.kind, seen)
        if not share:
            return mixed
        suited = self._two_cards(
            up.value,
            own.value,
            card,
            gone,
            side,
            may_split=may_split,
            suit=own.kind,
            seen=(*seen, Seen(card, own.kind)),
            up_suit=up.kind,
        )
        return mixed.mixed(share, suited)

    def _may_split_again(self, upcard: int, pair: int) -> bool:
        """Whether a pair that is not split again could be: a plan has then declined it."""
        return self.facts.may_resplit(pair) and not self.resplits(upcard, pair)
