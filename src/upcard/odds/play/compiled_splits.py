"""Two hands of a split by compiled kernels: what `reference_splits` computes, for real shoes."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from upcard.game.results import WIN, contest
from upcard.odds.play.compiled import PLACES, CompiledValues
from upcard.odds.play.compositions import Floats, Integers, numbered
from upcard.odds.play.dealer_trees import tree_under
from upcard.odds.play.kernels import kernel_arrays, product_kernels
from upcard.odds.play.split_parts import Gain, HandPart, HandParts, Products
from upcard.odds.play.stock import composition_of, plus

DRAWN_MAX = 64
"""Two hands and the further cards of a split never take as many cards, of one value or in all."""
UNITS = tuple(DRAWN_MAX**place for place in range(10))
"""A code of drawn cards is a number with a digit for each value."""


class _Ends(NamedTuple):
    """How a part of a hand can end: the codes of the cards drawn, and results by dealer's end."""

    codes: Integers
    results: Floats


class _Listed(NamedTuple):
    """Everything that two hands can draw, numbered."""

    size: int
    codes: Integers
    both: Integers
    """By two hands: the number of what they draw."""
    further: Integers
    """By number and how many cards of the pair's value more: the number."""


@cache
def _codes() -> Integers:
    """The code of each hand, by its number."""
    numbers = numbered()
    codes: Integers = numbers.removed[: numbers.bust] @ np.array(UNITS)
    return codes


class CompiledHands:
    """Two hands of a split under the facts, shoe and decisions of *values*."""

    def __init__(self, values: CompiledValues) -> None:
        self.values = values
        hands = len(values.numbers.hands)
        self._paths: Floats = np.zeros((values.levels, hands))
        self._orders = {
            pair: holding[values.numbers.cards[holding] >= 3]
            for pair, holding in enumerate(values.numbers.holding, start=1)
        }

    def products(
        self, upcard: int, pair: int, one: HandParts, other: HandParts, depth: int
    ) -> Products:
        """The mean of the product of two hands' results, where each goes on as a part says."""
        first = [self._ends(upcard, pair, one.side, part) for part in one.parts]
        is_same = one == other
        second = (
            first if is_same else [self._ends(upcard, pair, other.side, p) for p in other.parts]
        )
        listed = self._list(pair, first, second, depth)
        joint = self._joint(upcard, pair, listed)
        found = np.zeros((len(first), len(second), depth + 1))
        together = np.empty((len(listed.further), kernel_arrays.OUTCOMES))
        rows = np.cumsum([0, *(len(ends.codes) for ends in first)])
        columns = np.cumsum([0, *(len(ends.codes) for ends in second)])
        for row, column in np.ndindex(found.shape[:2]):
            if is_same and row > column:
                found[row, column] = found[column, row]
                continue
            product_kernels.multiply(
                listed.both[rows[row] : rows[row + 1], columns[column] : columns[column + 1]],
                listed.further,
                is_same and row == column,
                first[row].results,
                second[column].results,
                joint,
                together,
                found[row, column],
            )
        tables: Products = np.moveaxis(found, 2, 0).tolist()
        return tables

    def _ends(self, upcard: int, pair: int, side: int, part: HandPart) -> _Ends:
        values = self.values
        results = np.zeros((len(values.numbers.hands), kernel_arrays.OUTCOMES))
        if part.gain is not None:
            hand = composition_of((pair, part.gain.card, part.gain.third))
            results[values.numbers.of(hand)] = self._gained(part.gain)
        elif part.plays:
            product_kernels.play_out(
                values.numbers.twos[pair - 1][[play.card - 1 for play in part.plays]],
                np.array([PLACES.get(play.action, kernel_arrays.RESCUE) for play in part.plays]),
                self._orders[pair],
                values.hands,
                values.houses[side],
                values.after_split(pair)[upcard - 1, side],
                self._paths,
                results,
            )
        kept = np.flatnonzero(results.any(axis=1))
        return _Ends(_codes()[kept] - UNITS[pair - 1], results[kept])

    def _gained(self, gain: Gain) -> list[float]:
        house = self.values.facts.house
        return [
            float(gain.paid + (gain.won if gain.is_won or contest(house, 21, end) == WIN else 0))
            for end in kernel_arrays.ends_with(house.pushing_total)
        ]

    def _list(self, pair: int, first: list[_Ends], second: list[_Ends], depth: int) -> _Listed:
        one = np.concatenate([ends.codes for ends in first])
        other = np.concatenate([ends.codes for ends in second])
        both = np.empty((one.size, other.size), dtype=np.int64)
        slots = 1 << max(int(both.size).bit_length() - 1, 10)
        while True:
            keys = np.full(slots, kernel_arrays.NEVER, dtype=np.int64)
            codes = np.empty(slots // 2, dtype=np.int64)
            further = np.empty((slots // 2, depth + 1), dtype=np.int64)
            numbers = np.empty(slots, dtype=np.int64)
            count, drawn = product_kernels.list_drawn(
                one, other, first is second, UNITS[pair - 1], keys, numbers, codes, both, further
            )
            if count != kernel_arrays.NEVER:
                return _Listed(count, codes, both, further[:drawn])
            slots *= 2

    def _joint(self, upcard: int, pair: int, listed: _Listed) -> Floats:
        """By number of what is drawn: how likely it comes and the dealer then ends so."""
        facts, joint = self.values.facts, np.empty((listed.size, kernel_arrays.OUTCOMES))
        out = plus(composition_of((pair, pair)), upcard)
        full = np.array(self.values.stock.values) - np.array(out)
        left = full[:, None] - np.arange(DRAWN_MAX)
        cards = int(full.sum()) - np.arange(DRAWN_MAX)
        first = np.ones((len(full), 1))
        drawn = kernel_arrays.Drawn(
            full=full.astype(np.float64),
            cards=int(full.sum()),
            codes=listed.codes,
            ways=np.cumprod(np.hstack([first, np.maximum(left[:, :-1], 0)]), axis=1),
            orders=np.cumprod([1.0, *(1.0 / np.maximum(cards[:-1], 1))]),
        )
        tree = tree_under(upcard, facts.house.draws_by, facts.house.pushing_total)
        peeks = bool(facts.peeks(upcard))
        product_kernels.weigh_drawn(tree, listed.size, peeks, drawn, joint)
        if peeks:
            joint /= 1 - full[10 - upcard] / full.sum()
        return joint
