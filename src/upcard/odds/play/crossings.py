"""What the hands of a split have in common: the means of products of two hands' results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NamedTuple

from upcard.odds.play.opening_decisions import Decider
from upcard.odds.play.split_parts import HandParts, Products, TwoHands
from upcard.odds.play.split_terms import SplitCase, SplitHands
from upcard.odds.play.splits import DRAWN, FIRST, ORIGINS, TwoKinds, pair_weights
from upcard.odds.play.stock import PairCards, Seen, Stock
from upcard.odds.play.worths import Number

Kind = tuple[int, int]
"""Where a hand's first card comes from, as far as that matters, and the hand's side."""


class _Two(NamedTuple):
    """Two hands of a split, and whether each takes any second card."""

    one: Kind
    other: Kind
    is_any: TwoKinds


@dataclass(slots=True)
class _Split:
    """The hands of one split by side, and what two of them multiply to."""

    hands: dict[int, SplitHands]
    products: dict[tuple[int, int], Products]
    weighed: dict[_Two, list[list[Number]]] = field(default_factory=dict)


@dataclass(slots=True)
class Crossings:
    """What products of different hands add to the mean square of a split, exactly."""

    stock: Stock
    decider: Decider
    number: Callable[[int], Number]
    together: TwoHands
    _known: dict[SplitCase, _Split] = field(default_factory=dict)
    _shares: dict[tuple[PairCards, tuple[Seen, ...]], Number] = field(default_factory=dict)

    def of(self, cards: PairCards, case: SplitCase) -> Number:
        """The sum over every two hands, in both orders, of the mean of their product."""
        split = self._known.get(case)
        if split is None:
            split = self._known[case] = self._split(case)
        kinds = _kinds(case.sides, bool(self.decider.suited.beside(case.pair)))
        total = self.number(0)
        for (one, other), found in pair_weights(case.hands_max, kinds).items():
            for is_any, weights in found.items():
                total += self._two(cards, case, split, _Two(one, other, is_any), weights)
        return total

    def _split(self, case: SplitCase) -> _Split:
        hands = {side: SplitHands(self.decider, case, side) for side in set(case.sides)}
        depth = 2 * (case.hands_max - 2)
        products: dict[tuple[int, int], Products] = {}
        for two in set(combinations(case.sides[: case.hands_max], 2)):
            one, other = (HandParts(side, hands[side].parts) for side in two)
            products[two] = self.together.products(case.upcard, case.pair, one, other, depth)
        return _Split(hands, products)

    def _two(
        self,
        cards: PairCards,
        case: SplitCase,
        split: _Split,
        two: _Two,
        weights: tuple[int, ...],
    ) -> Number:
        """The same for hands of two kinds."""
        one, other = (
            split.hands[side].terms(cards, origin, any_card=any_card)
            for (origin, side), any_card in zip(two[:2], two.is_any, strict=True)
        )
        total = self.number(0)
        for gone, worths in self._depths(cards, case, split, two, weights):
            for first in one:
                for second in other:
                    worth = worths[first.part][second.part]
                    if worth:
                        told = (*gone, *first.told, *second.told)
                        share = self._share(told, cards) if told else 1
                        total += first.times * second.times * share * worth
        return total

    def _depths(
        self,
        cards: PairCards,
        case: SplitCase,
        split: _Split,
        two: _Two,
        weights: tuple[int, ...],
    ) -> Iterator[tuple[tuple[Seen, ...], list[list[Number]]]]:
        """Products of parts by the cards that are gone; in one sum where no rank is told."""
        products = split.products[two.one[1], two.other[1]]
        if case.is_ranked:
            for gone, weight in enumerate(weights):
                if weight:
                    yield (cards.first,) * gone, _summed(products[gone : gone + 1], (weight,))
            return
        worths = split.weighed.get(two)
        if worths is None:
            worths = split.weighed[two] = _summed(products, weights)
        yield (), worths

    def _share(self, told: tuple[Seen, ...], cards: PairCards) -> Number:
        """How likely cards of known values have the suits, or ranks, that are told of them."""
        known = self._shares.get((cards, told))
        if known is None:
            known = self._shares[cards, told] = self._worked_out(told, cards)
        return known

    def _worked_out(self, told: tuple[Seen, ...], cards: PairCards) -> Number:
        seen, share = list(cards), self.number(1)
        for card in told:
            left = self.stock.values[card.value - 1] - sum(one.value == card.value for one in seen)
            found = self.stock.count(card) - seen.count(card)
            if found <= 0:
                return self.number(0)
            share = share * found / left
            seen.append(card)
        return share


@cache
def _kinds(sides: tuple[int, ...], is_suited: bool) -> tuple[Kind, ...]:
    """What tells the hands of one origin from others: known suits where those matter, the side."""
    return tuple((min(one, DRAWN) if is_suited else FIRST, sides[one]) for one in ORIGINS)


def _summed(products: Products, weights: Sequence[int]) -> list[list[Number]]:
    """The products of parts, added up over the cards that are gone."""
    parts = range(len(products[0])), range(len(products[0][0]))
    found = [(table, weight) for table, weight in zip(products, weights, strict=True) if weight]
    return [
        [sum(weight * table[one][other] for table, weight in found) for other in parts[1]]
        for one in parts[0]
    ]
