"""Sums over every subset of a shoe by groups of cards, exact, many subsets at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, factorial, perm, prod

import numpy as np
import numpy.typing as npt

from upcard.odds.deals import Pattern

Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.object_]
"""Whole numbers: 64 bits where they fit, Python's own where they do not."""

WHOLE_MAX = 2**62


class SubsetSums:
    """How often a wager is made, and what it gains, over all subsets of one size."""

    def __init__(
        self, sizes: Pattern, terms: Sequence[tuple[Pattern, int]], *, is_symmetric: bool
    ) -> None:
        self.sizes = sizes
        self.terms = terms
        self.is_symmetric = is_symmetric
        self._firsts = _first_parts(sizes, is_symmetric=is_symmetric)
        self._first_sums = self._firsts.sum(axis=1)
        most = max(count for pattern, _ in terms for count in pattern)
        self._number = _number_for(sizes, terms)
        self._perms = [_falling(size, most, self._number) for size in sizes]
        self._combs = [
            np.array([comb(size, taken) for taken in range(size + 1)], object) for size in sizes
        ]

    def of(self, left: int, bets: Callable[[Pattern], bool] | None) -> tuple[int, int]:
        """
        With *left* cards left: how many subsets lead to a bet, and their summed net.

        Without a rule every subset with a net above 0 does.
        """
        rows = self._rows(left)
        if bets is not None:
            rows = rows[[bets(tuple(map(int, row))) for row in rows]]
        nets = self._nets(rows)
        if bets is None:
            rows, nets = rows[nets > 0], nets[nets > 0]
        ways = self._ways(rows)
        return sum(ways.tolist()), sum((ways * nets.astype(object)).tolist())

    def _rows(self, left: int) -> Rows:
        """Every way that *left* cards can be of the groups; of alike ones the falling way."""
        last = left - self._first_sums
        most = self._firsts[:, -1] if self.is_symmetric else self.sizes[-1]
        fits = (last >= 0) & (last <= most)
        return np.column_stack([self._firsts[fits], last[fits]])

    def _nets(self, rows: Rows) -> Numbers:
        total: Numbers = np.zeros(len(rows), self._number)
        drawn: dict[tuple[int, int], Numbers] = {}
        for pattern, net in self.terms:
            product: Numbers = np.full(len(rows), net, self._number)
            for group, taken in enumerate(pattern):
                if taken:
                    if (group, taken) not in drawn:
                        drawn[group, taken] = self._perms[group][taken][rows[:, group]]
                    product *= drawn[group, taken]
            total += product
        return total

    def _ways(self, rows: Rows) -> Numbers:
        """How many subsets have these numbers of cards, in whichever order of alike groups."""
        ways = self._orders(rows)
        for group, combs in enumerate(self._combs):
            ways = ways * combs[rows[:, group]]
        return ways

    def _orders(self, rows: Rows) -> Numbers:
        if not self.is_symmetric:
            return np.ones(len(rows), object)
        orders, run = np.full(len(rows), factorial(len(self.sizes))), np.ones(len(rows), np.int64)
        for group in range(1, len(self.sizes)):
            run = np.where(rows[:, group] == rows[:, group - 1], run + 1, 1)
            orders //= run
        return orders.astype(object)


def _number_for(sizes: Pattern, terms: Sequence[tuple[Pattern, int]]) -> type:
    """The kind of number that no net can outgrow."""
    most = sum(abs(net) * prod(map(perm, sizes, pattern)) for pattern, net in terms)
    return np.int64 if most < WHOLE_MAX else object


def _first_parts(sizes: Pattern, *, is_symmetric: bool) -> Rows:
    """The numbers of all groups but the last; of alike groups in falling order only."""
    shape = tuple(size + 1 for size in sizes[:-1])
    parts = np.indices(shape).reshape(len(shape), prod(shape)).T
    if is_symmetric:
        parts = parts[np.all(parts[:, 1:] <= parts[:, :-1], axis=1)]
    return np.ascontiguousarray(parts, np.int64)


def _falling(size: int, most: int, number: type) -> list[Numbers]:
    """For each number of cards taken: in how many orders, by the cards there are."""
    return [
        np.array([perm(n, taken) for n in range(size + 1)], number) for taken in range(most + 1)
    ]
